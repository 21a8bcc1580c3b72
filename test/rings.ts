/*
 * Tests run in three rings: `npm test` runs the quick one, `npm run test:long` the long one, which goes through every door of the
 * service and the back-office once, and `npm run test:wide` the wide one: the same on PostgreSQL, under faults, on every page and over
 * many edited projects. `npm run test:all` runs all. Whoever calls vitest with a path runs that file, in whatever ring it is.
 */

/** Suites by glob. What is in no ring here is in the quick one: every layer of the generator, merges, golden files, the engine. */
const SUITES: Readonly<Record<'long' | 'wide', readonly string[]>> = {
  // With the quick ring what has to pass before anything lands: both in less than half an hour on two cores.
  long: [
    // What is read and written, against a model of the rules, on SQLite and PostgreSQL: the first cases (`casesOf`).
    'test/property/*.test.ts',
    // On SQLite. The quick ring compares the settings of deployment files, with which `deployment` starts services.
    'test/contract/!(deployment|import|own-columns|parts|texts|uuids).test.ts',
    'test/faults/{sqlite,transactions}.test.ts',
    // The quick ring proves doors in memory.
    'test/e2e/{readme,command-line,access,access-prove,change-field}.test.ts',
    'test/web/{accounts,back-office,build}.test.ts',
    'test/golden/{docs-code,site}.test.ts',
    // PostgreSQL, and packages that are only found here. Features that have no SQL of their own run their suites on SQLite.
    'test/unit/service/*.test.ts',
    'test/unit/service/!(auth|drift|import|invitations|metrics|passkeys|password-reset|two-factor)/*.test.ts',
    'test/unit/service/drift/no-false-alarms.test.ts',
    'test/unit/service/{import,invitations,metrics,passkeys,password-reset,two-factor}/!(postgres).test.ts',
    // How long a sign-in takes is measured at a service, too (test/contract/holes.test.ts).
    'test/unit/service/auth/!(real-hashes).test.ts',
    // Commands over projects that their developers have edited: of each a few are in the quick ring.
    'test/unit/cli/{adopting-edits,dashboard-cards,deleted-parts,drift,facts,gone-fields,house-style}.test.ts',
    'test/unit/cli/{join-tables,lines,list-columns,login-fields,losses,outside-features,own-code}.test.ts',
    'test/unit/cli/{own-parts,packs,removed-models,rename-own-style,search-of-new-models,sync-renames}.test.ts',
    'test/unit/evolve/evolve.test.ts',
  ],
  wide: [
    // On PostgreSQL.
    'test/contract/*.test.ts',
    'test/unit/service/{import,invitations,metrics,passkeys,password-reset,two-factor}/postgres.test.ts',
    // A pulled project that others change.
    'test/unit/service/drift/pulled.test.ts',
    // All cases.
    'test/property/{doors,doors-postgres,evolution}.test.ts',
    'test/merge/corpus.test.ts',
    // Measured, with hashes that take their time.
    'test/unit/service/auth/real-hashes.test.ts',
    'test/faults/!(sqlite|transactions).test.ts',
    'test/faults/slow-reads.test.ts',
    // Each door of a service whose policy is broken, and mutants of projects; the quick ring has a door, and a broken engine.
    'test/unit/prove/{broken-doors,composite-keys,prove-mutants,views,writing-doors}.test.ts',
    // Negated globs leave out names that begin alike, too.
    'test/e2e/access-prove-budget.test.ts',
    // The quick ring has the first day.
    'test/e2e/access-prove-keys.test.ts',
    'test/e2e/!(first-day|access-prove|readme|command-line|access|change-field).test.ts',
    // The quick ring has the upgrades of edited projects in memory.
    'test/e2e/evolution/*.test.ts',
    // Public databases from the first command to each endpoint.
    'test/e2e/schemas/*.test.ts',
    'test/web/!(accounts|back-office|build).test.ts',
    'test/web/trade/*.test.ts',
    // Projects that are checked and run, after they were compared.
    'test/golden/{examples-run,icons-drawn,spec-pages}.test.ts',
    'test/unit/cli/adopting.test.ts',
    'test/unit/render/odd-models.test.ts',
  ],
};

/** What `RING` in the environment may be. */
export type Ring = 'quick' | keyof typeof SUITES | 'all';

/** Which of some files are in a ring. */
export interface RingFiles {
  readonly include: string[];
  readonly exclude: string[];
}

/** Of the files that `globs` name, those in the ring. */
export function filesInRing(ring: Ring, globs: readonly string[], suites = SUITES): RingFiles {
  const places = globs.map((glob) => glob.split(/[*{]/)[0]!);
  const own = (paths: readonly string[]) =>
    paths.filter((path) => places.some((place) => path.startsWith(place)));
  if (ring === 'long' || ring === 'wide') return { include: own(suites[ring]), exclude: [] };
  const others = ring === 'quick' ? own([...suites.long, ...suites.wide]) : [];
  return { include: [...globs], exclude: others };
}

/** On which databases a ring calls the service, unless the environment says so. */
export const databasesOf = (ring: Ring): string =>
  ({ long: 'sqlite', wide: 'postgres', quick: 'sqlite', all: 'sqlite,postgres' })[ring];

/** How many random cases a suite tries: the long ring the first of them, the wide ring and whoever calls the suite by its path all. */
export const casesOf = (first: number, all: number): number =>
  process.env['RING'] === 'long' ? first : all;
