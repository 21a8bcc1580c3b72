import type { Database } from '../database/database.js';
import { type Session, statementOf } from '../database/dialect.js';
import type { Crud } from '../model/records.js';
import { and, type Scalar, type Where } from '../model/where.js';
import { StartRefused } from '../settings/settings.js';
import type { Seed, SeedContext } from './define-seed.js';
import type { Workbench } from './workbench.js';

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
  const { system } = engine;
  const context: SeedContext = { system, as, database, say, upsert: upserting(system) };
  const ran: string[] = [];
  for (const seed of seeds) if (await runSeed(seed, context, database)) ran.push(seed.name);
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
async function runSeed(seed: Seed, context: SeedContext, database: Database): Promise<boolean> {
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
