import { parseArgs } from 'node:util';
import { prepareAccess, resetRoles } from '../auth/first-start.js';
import { createPasswords, passwordOptions } from '../auth/passwords.js';
import { presetsOf } from '../auth/preset-roles.js';
import type { Database } from '../database/database.js';
import { statementOf, type Session } from '../database/dialect.js';
import { migrate, revertLast } from '../database/migrate.js';
import type { Crud } from '../model/records.js';
import { and, type Scalar, type Where } from '../model/where.js';
import { StartRefused } from '../settings/settings.js';
import { createWorkbench, openProjectDatabase, type Workbench } from './compose.js';
import type { Project, Seed, SeedContext } from './project.js';
import { withSettings } from './start.js';

/** `npm run migrate`: applies every pending migration; `npm run migrate -- --revert` reverts the newest one. */
export const runMigrate = (project: Project, args: readonly string[]): Promise<void> =>
  withSettings(project, 'Migrating stops:', async ({ databaseUrl }) => {
    const database = await openProjectDatabase(project, databaseUrl);
    try {
      if (args.includes('--revert')) {
        const reverted = await revertLast(database);
        say(reverted === null ? 'there is nothing to revert' : `reverted ${reverted}`);
      } else {
        const applied = await migrate(database);
        for (const name of applied) say(`applied ${name}`);
        if (applied.length === 0) say('the database is up to date');
      }
    } finally {
      await database.close();
    }
  });

/**
 * `npm run seed`: creates the tables, the roles and the administrator, then runs the project's own seeds. `--reset-roles`
 * resets the preset roles. For demo rows use `crudgen seed --fake 50`.
 */
export async function runSeed(project: Project, args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      'reset-roles': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  await withSettings(project, 'Nothing is seeded:', async (settings, own) => {
    const presets = presetsOf(project);
    const database = await openProjectDatabase(project, settings.databaseUrl);
    const passwords = createPasswords({ threads: 1, ...passwordOptions(settings) });
    try {
      const migrations = await migrate(database);
      await prepareAccess(database, passwords, settings, presets);
      if (options['reset-roles']) await resetRoles(database, presets);
      const workbench = createWorkbench(project, database, passwords, settings, own);
      const note = (line: string) => void process.stderr.write(`${line}\n`);
      const seeds = await runSeeds(workbench, project.seeds ?? [], note);
      const roles = options['reset-roles'] ? ['the preset roles have been reset'] : [];
      const applied = migrations.map((name) => `applied ${name}`);
      const lines = [...applied, ...roles, DONE, ...seeds.map((name) => `seeded ${name}`)];
      const summary = JSON.stringify({ migrations, seeds, seed: null, results: [] });
      process.stdout.write(`${options.json ? summary : lines.join('\n')}\n`);
    } finally {
      await passwords.close();
      await database.close();
    }
  });
}

const DONE = 'tables, roles and the administrator are ready';

/**
 * Runs the seeds in order, each in a transaction that also records its name; returns the names of those that ran. A failed
 * one leaves nothing behind and prevents those after it.
 */
export async function runSeeds(
  { database, engine, as }: Workbench,
  seeds: readonly Seed[],
  say: (line: string) => void,
): Promise<readonly string[]> {
  assertUniqueNames(seeds);
  if (seeds.length === 0) return [];
  await database.changeSchema(async (runner) => {
    await runner.query(
      'CREATE TABLE IF NOT EXISTS seed_log (name varchar(255) PRIMARY KEY NOT NULL, at bigint NOT NULL)',
    );
  });
  const context = { as, database, say };
  const ran: string[] = [];
  for (const seed of seeds) {
    const origin = () => ({ user: null, door: `seed ${seed.name}` });
    const own = engine.systemIn({ origin });
    const seeding = { ...context, system: own, upsert: upserting(own) };
    if (await runOnce(seed, seeding, database)) ran.push(seed.name);
  }
  return ran;
}

function assertUniqueNames(seeds: readonly Seed[]): void {
  const names = seeds.map(({ name }) => name);
  const reasons = [
    ...names.filter((name) => name === '' || name.length > 255).map(() => 'a seed has no name'),
    ...names
      .filter((name, at) => names.indexOf(name) !== at)
      .map((name) => `two seeds are called ${name}`),
  ];
  if (reasons.length > 0) throw new StartRefused(reasons);
}

/** Whether the seed ran; of two concurrent processes one waits for the other. */
async function runOnce(seed: Seed, context: SeedContext, database: Database): Promise<boolean> {
  try {
    return await database.write(async (session) => {
      if (!(await remember(seed.name, session, database)) && !seed.always) return false;
      await seed.run(context);
      return true;
    });
  } catch (error) {
    throw new Error(`the seed ${seed.name} failed, and left nothing behind`, { cause: error });
  }
}

/** Whether this is the first time. */
async function remember(name: string, session: Session, { dialect }: Database): Promise<boolean> {
  const values = `${dialect.placeholder(1)}, ${dialect.placeholder(2)}`;
  const sql = `INSERT INTO seed_log (name, at) VALUES (${values}) ON CONFLICT (name) DO NOTHING`;
  return (await session.run(statementOf(sql), [name, Date.now()])) > 0;
}

const upserting =
  (system: Crud): SeedContext['upsert'] =>
  async (entity, key, values) => {
    const records = system(entity);
    const of = values as Readonly<Record<string, unknown>>;
    const wanted = key.map((field): Where => {
      const value = of[field];
      return value == null ? { op: 'null', field } : { op: 'eq', field, value: value as Scalar };
    });
    if (wanted.length === 0) throw new Error(`upsert of ${entity.name} has no key`);
    const [found, another] = await records.find({ where: and(...wanted), limit: 2 });
    if (another) throw new Error(`upsert: several ${entity.name} have the same ${key.join(', ')}`);
    const record = found ? await records.update(found.id, of) : await records.create(of);
    return record.id;
  };

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
