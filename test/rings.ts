/*
 * Tests run in two rings: `npm test` runs the quick one, `npm run test:long` the long one, `npm run test:all` both. Whoever
 * calls vitest with a path runs that file, in whatever ring it is.
 */

/**
 * The suites of the long ring, by glob; all others are in the quick one: every layer of the generator, merges, golden files,
 * the engine on SQLite, and the whole way once (`e2e/first-day`).
 */
const LONG: readonly string[] = [
  'test/property/*.test.ts',
  'test/contract/*.test.ts',
  'test/faults/*.test.ts',
  'test/faults/slow-reads.test.ts',
  'test/e2e/!(first-day).test.ts',
  'test/e2e/evolution/*.test.ts',
  'test/web/**/*.test.ts',
  // PostgreSQL, and packages that are only found here.
  'test/unit/service/**/*.test.ts',
  // Projects that are checked and run, after they were compared.
  'test/golden/{docs-code,examples-run,shop-page}.test.ts',
  // The same as others of their folder, over many projects or edits.
  'test/merge/corpus.test.ts',
  'test/unit/cli/adopting.test.ts',
  'test/unit/render/odd-models.test.ts',
];

/** What `RING` in the environment may be. */
export type Ring = 'quick' | 'long' | 'all';

/** Which of some files are in a ring. */
export interface RingFiles {
  readonly include: string[];
  readonly exclude: string[];
}

/** Of the files that `globs` name, those in the ring. */
export function filesInRing(ring: Ring, globs: readonly string[], long = LONG): RingFiles {
  const places = globs.map((glob) => glob.split(/[*{]/)[0]!);
  const own = long.filter((path) => places.some((place) => path.startsWith(place)));
  if (ring === 'long') return { include: own, exclude: [] };
  return { include: [...globs], exclude: ring === 'quick' ? own : [] };
}
