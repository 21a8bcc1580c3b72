import { QueryFailedError, type MigrationInterface, type QueryRunner } from 'typeorm';
import { StartRefused } from '../settings/settings.js';
import type { Database } from './database.js';
import { explainFailure } from './explain-failure.js';
import { NotMade } from './steps/replay.js';
import { RowsRefused } from './steps/step-migration.js';

/**
 * Applies every pending migration, all of them or none; returns the names of those applied. One with `transaction = false`,
 * for what PostgreSQL refuses inside a transaction, runs on its own, after those before it are committed; when anything fails
 * after that, the error says which ones remain.
 *
 * Other indexes are built inside the transaction, not CONCURRENTLY: an aborted start leaves nothing half-built. Where writes
 * to a large table must not wait, build the index beforehand by hand, with CREATE INDEX CONCURRENTLY and the name that
 * `--sql` prints: a migration uses an existing index.
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  const applied: string[] = [];
  // A start with nothing to do takes no lock.
  for (let [next] = await readPending(database); next; [next] = await readPending(database)) {
    const apart = isApart(next);
    const work = (runner: QueryRunner) => applyPending(database, runner, apart);
    applied.push(...(await withExplanation(database, work, { apart, applied })));
  }
  return applied;
}

/** Of several replicas that start at once, one applies the migrations and the others find them done. */
async function applyPending(
  database: Database,
  runner: QueryRunner,
  apart: boolean,
): Promise<readonly string[]> {
  await createLog(runner);
  const waiting = pendingAfter(await readLog(runner), database);
  const other = waiting.findIndex((migration) => isApart(migration) !== apart);
  const alike = waiting.slice(0, other < 0 ? waiting.length : other);
  const turn = apart ? alike.slice(0, 1) : alike;
  for (const migration of turn) {
    await withMigrationName(migration, () => migration.up(runner));
    await record(runner, migration);
  }
  return turn.map(nameOf);
}

/** Reverts the newest applied migration; returns its name, or null when there is none. */
export async function revertLast(database: Database): Promise<string | null> {
  const newest = migrationOf(database, (await readApplied(database)).at(-1));
  const work = async (runner: QueryRunner): Promise<string | null> => {
    await createLog(runner);
    const name = (await readLog(runner)).at(-1);
    if (name === undefined) return null;
    const migration = migrationOf(database, name);
    if (!migration)
      throw new Error(`the project has no migration ${name}, so it cannot be reverted`);
    await withMigrationName(migration, () => migration.down(runner));
    await runner.query(`DELETE FROM migrations WHERE name = ${placeholders(runner, 1)}`, [name]);
    return name;
  };
  const apart = newest !== undefined && isApart(newest);
  return withExplanation(database, work, { apart, applied: [] });
}

/** A schema change; errors caused by existing rows are explained with their number. */
async function withExplanation<T>(
  database: Database,
  work: (runner: QueryRunner) => Promise<T>,
  way: { readonly apart: boolean; readonly applied: readonly string[] },
): Promise<T> {
  try {
    return await database.changeSchema(work, way);
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error;
    throw new StartRefused(await explainFailure(database, error, way));
  }
}

/** Adds the migration's name to an error of its own SQL, or of a step that has nothing to work on. */
async function withMigrationName(
  migration: MigrationInterface,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof QueryFailedError || error instanceof NotMade)) throw error;
    throw new RowsRefused(`${nameOf(migration)}: ${error.message}`, { cause: error });
  }
}

/** The names of migrations that this database has not applied yet, oldest first. */
export async function pendingMigrations(database: Database): Promise<readonly string[]> {
  return (await readPending(database)).map(nameOf);
}

async function readPending(database: Database): Promise<readonly MigrationInterface[]> {
  return pendingAfter(await readApplied(database), database);
}

async function readApplied(database: Database): Promise<readonly string[]> {
  const runner = database.dataSource.createQueryRunner();
  try {
    return (await runner.hasTable('migrations')) ? await readLog(runner) : [];
  } finally {
    await runner.release();
  }
}

const nameOf = (migration: MigrationInterface): string =>
  migration.name ?? migration.constructor.name;

/** As TypeORM's migrations declare it. */
const isApart = (migration: MigrationInterface): boolean => migration.transaction === false;

const migrationOf = (
  database: Database,
  name: string | undefined,
): MigrationInterface | undefined =>
  database.dataSource.migrations.find((migration) => nameOf(migration) === name);

/** As TypeORM derives it from the name. */
const timestampOf = (migration: MigrationInterface): number =>
  Number.parseInt(nameOf(migration).slice(-13), 10);

function pendingAfter(log: readonly string[], database: Database): MigrationInterface[] {
  const done = new Set(log);
  return database.dataSource.migrations
    .filter((migration) => !done.has(nameOf(migration)))
    .sort((left, right) => timestampOf(left) - timestampOf(right));
}

/** TypeORM's own table, so that its commands see what has been applied. */
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
