import type { MigrationInterface, QueryRunner } from 'typeorm';
import { StartRefused } from '../settings.js';
import type { Database } from './database.js';
import { explainFailure } from './explain-failure.js';
import { RowsRefused } from './steps/step-failed.js';

/**
 * Applies every pending migration, each one whole or not at all; gives the names of those applied.
 *
 * That is why indexes are built inside the transaction, too, which PostgreSQL does not do CONCURRENTLY: a start that is
 * cut off leaves nothing half-built. Where writes to a large table must not wait, build the index beforehand by hand,
 * with CREATE INDEX CONCURRENTLY and the name that `--sql` prints: a migration takes an index that is there.
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  const applied: string[] = [];
  // A start with nothing to do takes no lock.
  while ((await pendingMigrations(database)).length > 0) {
    // Of several replicas that start at once, one applies and the others find it done.
    const name = await explained(database, async (runner) => {
      await createLog(runner);
      const [next] = pending(database, await readLog(runner));
      if (!next) return null;
      await next.up(runner);
      await record(runner, next);
      return nameOf(next);
    });
    if (name !== null) applied.push(name);
  }
  return applied;
}

/** Takes the newest applied migration back; gives its name, or null when there is none. */
export async function revertLast(database: Database): Promise<string | null> {
  return explained(database, async (runner) => {
    await createLog(runner);
    const name = (await readLog(runner)).at(-1);
    if (name === undefined) return null;
    const migration = database.dataSource.migrations.find((other) => nameOf(other) === name);
    if (!migration)
      throw new Error(`the project has no migration ${name}, so it cannot be reverted`);
    await migration.down(runner);
    await runner.query(`DELETE FROM migrations WHERE name = ${placeholders(runner, 1)}`, [name]);
    return name;
  });
}

/** A change of the schema; what the rows do not allow is said with how many they are. */
async function explained<T>(
  database: Database,
  work: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
  try {
    return await database.changeSchema(work);
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error;
    throw new StartRefused(await explainFailure(database, error));
  }
}

/** The names of migrations that this database has yet to see, oldest first. */
export async function pendingMigrations(database: Database): Promise<readonly string[]> {
  const runner = database.dataSource.createQueryRunner();
  try {
    const log = (await runner.hasTable('migrations')) ? await readLog(runner) : [];
    return pending(database, log).map(nameOf);
  } finally {
    await runner.release();
  }
}

const nameOf = (migration: MigrationInterface): string =>
  migration.name ?? migration.constructor.name;

/** As TypeORM reads it off the name. */
const timestampOf = (migration: MigrationInterface): number =>
  Number.parseInt(nameOf(migration).slice(-13), 10);

function pending(database: Database, log: readonly string[]): MigrationInterface[] {
  const done = new Set(log);
  return database.dataSource.migrations
    .filter((migration) => !done.has(nameOf(migration)))
    .sort((left, right) => timestampOf(left) - timestampOf(right));
}

/** TypeORM's own table, so that its commands see what was applied. */
async function createLog(runner: QueryRunner): Promise<void> {
  const id =
    runner.dataSource.options.type === 'postgres'
      ? 'serial PRIMARY KEY'
      : 'integer PRIMARY KEY AUTOINCREMENT NOT NULL';
  await runner.query(
    `CREATE TABLE IF NOT EXISTS migrations (id ${id}, "timestamp" bigint NOT NULL, name varchar NOT NULL)`,
  );
}

async function readLog(runner: QueryRunner): Promise<readonly string[]> {
  const rows = (await runner.query('SELECT name FROM migrations ORDER BY id')) as {
    name: string;
  }[];
  return rows.map(({ name }) => name);
}

async function record(runner: QueryRunner, migration: MigrationInterface): Promise<void> {
  const sql = `INSERT INTO migrations ("timestamp", name) VALUES (${placeholders(runner, 2)})`;
  await runner.query(sql, [timestampOf(migration), nameOf(migration)]);
}

function placeholders(runner: QueryRunner, count: number): string {
  const postgres = runner.dataSource.options.type === 'postgres';
  return Array.from({ length: count }, (_, index) => (postgres ? `$${index + 1}` : '?')).join(', ');
}
