import { QueryFailedError, type MigrationInterface, type QueryRunner } from 'typeorm';
import { StartRefused } from '../settings/settings.js';
import type { Database } from './database.js';
import { migrationsTableOf } from './migrations-table.js';
import type { SchemaDialect } from './schema-dialect.js';
import { NotMade } from './steps/replay.js';
import { RowsRefused, StepFailed } from './steps/step-migration.js';
import { quote, quoteTable } from './steps/step.js';
import {
  own,
  keyColumns,
  targetColumns,
  type ColumnSpec,
  type Schema,
  type Step,
  type TableSchema,
} from './steps/schema.js';

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

/** If several replicas start at once, one of them applies the migrations and the others find them done. */
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

/** Reverts the newest applied migration; returns its name, or null if no migration is applied. */
export async function revertLast(database: Database): Promise<string | null> {
  const newest = migrationOf(database, (await readApplied(database)).at(-1));
  const work = async (runner: QueryRunner): Promise<string | null> => {
    await createLog(runner);
    const name = (await readLog(runner)).at(-1);
    if (name === undefined) return null;
    const migration = migrationOf(database, name);
    if (!migration)
      throw new Error(`the project has no migration ${name}, so the service cannot revert it`);
    await withMigrationName(migration, () => migration.down(runner));
    const sql = `DELETE FROM ${logOf(runner)} WHERE name = ${placeholders(runner, 1)}`;
    await runner.query(sql, [name]);
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
  const table = migrationsTableOf(database.dataSource);
  try {
    return (await runner.hasTable(table)) ? await readLog(runner) : [];
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error;
    const found = `the table \`${table}\` of the database does not belong to this service: ${error.message}`;
    throw new StartRefused([found, ANOTHER_DATABASE]);
  } finally {
    await runner.release();
  }
}

const nameOf = (migration: MigrationInterface): string =>
  migration.name ?? migration.constructor.name;

/** Whether a migration runs outside a transaction, as TypeORM's migrations declare it. */
const isApart = (migration: MigrationInterface): boolean => migration.transaction === false;

const migrationOf = (
  database: Database,
  name: string | undefined,
): MigrationInterface | undefined =>
  database.dataSource.migrations.find((migration) => nameOf(migration) === name);

/** The timestamp of a migration as TypeORM derives it from the name. */
const timestampOf = (migration: MigrationInterface): number =>
  Number.parseInt(nameOf(migration).slice(-13), 10);

function pendingAfter(log: readonly string[], database: Database): MigrationInterface[] {
  const done = new Set(log);
  return database.dataSource.migrations
    .filter((migration) => !done.has(nameOf(migration)))
    .sort((left, right) => timestampOf(left) - timestampOf(right));
}

const logOf = ({ dataSource }: QueryRunner): string => quote(migrationsTableOf(dataSource));

/** TypeORM's own table, so that its commands see what has been applied. */
async function createLog(runner: QueryRunner): Promise<void> {
  const id =
    runner.dataSource.options.type === 'postgres'
      ? 'serial PRIMARY KEY'
      : 'integer PRIMARY KEY AUTOINCREMENT NOT NULL';
  await runner.query(
    `CREATE TABLE IF NOT EXISTS ${logOf(runner)} (id ${id}, "timestamp" bigint NOT NULL, name varchar NOT NULL)`,
  );
}

async function readLog(runner: QueryRunner): Promise<readonly string[]> {
  const rows = (await runner.query(`SELECT name FROM ${logOf(runner)} ORDER BY id`)) as {
    name: string;
  }[];
  return rows.map(({ name }) => name);
}

async function record(runner: QueryRunner, migration: MigrationInterface): Promise<void> {
  const sql = `INSERT INTO ${logOf(runner)} ("timestamp", name) VALUES (${placeholders(runner, 2)})`;
  await runner.query(sql, [timestampOf(migration), nameOf(migration)]);
}

function placeholders(runner: QueryRunner, count: number): string {
  const postgres = runner.dataSource.options.type === 'postgres';
  return Array.from({ length: count }, (_, index) => (postgres ? `$${index + 1}` : '?')).join(', ');
}

type Row = Readonly<Record<string, unknown>>;
type Ask = (sql: string) => Promise<Row[]>;

/** How the failed migration was run. */
interface Failing {
  /** Whether the migration runs on its own, outside a transaction. */
  readonly apart: boolean;
  /** Names of the migrations committed before it in the same start. */
  readonly applied: readonly string[];
}

/**
 * Why migrations failed, as lines for whoever has to fix the rows: how many conflict, which ones, and what remains. Rows are
 * identified by their ids: their contents do not belong in a log.
 */
export async function explainFailure(
  database: Database,
  failure: RowsRefused,
  way: Failing,
): Promise<readonly string[]> {
  const ask: Ask = (sql) => database.dataSource.query(sql);
  const failed = failure instanceof StepFailed ? failure : null;
  const step = failed?.step ?? null;
  // Rows are as before the migrations: nothing can be said about a column that these added themselves.
  const conflict = failed === null ? null : await findConflict(failed, ask, database.dialect);
  const strange = await strangeMigrations(database);
  const isOfRows = conflict !== null && step?.do !== 'createTable';
  const advice =
    strange !== null && !isOfRows
      ? 'Name another database in DATABASE_URL, or restore the migrations that made this database. Then start again.'
      : (adviceForExtension(failure, step) ?? adviceFor(step, conflict));
  return [
    failure.message,
    ...(conflict === null ? [] : [conflict]),
    ...(strange === null ? [] : [strange]),
    `${describeRemaining(way)} ${advice}`,
  ];
}

const ANOTHER_DATABASE = 'Name another database in DATABASE_URL, then start again.';
/** More are counted. */
const NAMED = 3;

/** What a database has applied that its project does not have: it is that of another project, or of another state of this one. */
async function strangeMigrations(database: Database): Promise<string | null> {
  const applied = await readApplied(database);
  const strange = applied.filter((name) => migrationOf(database, name) === undefined);
  if (strange.length === 0) return null;
  const more = strange.length > NAMED ? ` and ${strange.length - NAMED} more` : '';
  const names = strange.slice(0, NAMED).join(', ') + more;
  return `the database was made by migrations of another project: it has applied ${names}, which this project does not have`;
}

/** What to do where an extension of PostgreSQL is missing that the user of the service may not make; null for other failures. */
function adviceForExtension({ message }: RowsRefused, step: Step | null): string | null {
  const [, named] = /to create extension "([^"]+)"/.exec(message) ?? [];
  const extension = step?.do === 'addTrigram' ? 'pg_trgm' : named;
  return extension === undefined
    ? null
    : `On PostgreSQL the migration needs an extension: ask somebody with the right to run \`CREATE EXTENSION ${extension}\` in the database, and start again.`;
}

function adviceFor(step: Step | null, conflict: string | null): string {
  if (step?.do === 'createTable' && conflict !== null)
    return 'Name another database in DATABASE_URL, or another table. Then start again.';
  return 'Fix the rows or the migration, then start again.';
}

function describeRemaining({ apart, applied }: Failing): string {
  const one = applied.length === 1;
  const stay =
    applied.length === 0
      ? ''
      : `${applied.join(' and ')} ${one ? 'was' : 'were'} applied before it, and ${one ? 'stays' : 'stay'}. `;
  if (apart)
    return `${stay}The migration runs outside a transaction: check which of its changes were made.`;
  return stay === '' ? 'Nothing was changed.' : `${stay}Nothing else was changed.`;
}

async function findConflict(
  { step, before }: Pick<StepFailed, 'step' | 'before'>,
  ask: Ask,
  dialect: SchemaDialect,
): Promise<string | null> {
  try {
    if (step.do === 'createTable') return await tableBefore(step.table, ask);
    if (step.do === 'addUnique')
      return await duplicates(placeIn(before, step.table), step.columns, ask);
    if (step.do === 'addForeignKey') return await orphans(before, step, ask);
    if (step.do !== 'changeColumn') return null;
    const { table, column, spec, backfill } = step;
    const isRequired = spec.nullable !== true && backfill === undefined;
    const without = isRequired ? await missing(table, column, ask) : null;
    const place = placeIn(before, table);
    return (
      without ??
      (await unfit(place, column, spec, ask, dialect)) ??
      (await collisions(step, before, ask, dialect))
    );
  } catch {
    return null;
  }
}

/** The migrations are rolled back: a table that still exists is not theirs. */
async function tableBefore(table: string, ask: Ask): Promise<string> {
  await ask(`SELECT 1 FROM ${quoteTable(table)} WHERE 1 = 0`);
  return `the database had a table \`${table}\` before`;
}

/** A table with its primary key as an SQL expression that `min` and `max` accept: PostgreSQL compares no UUIDs. */
interface Place {
  readonly table: string;
  readonly key: string;
}

function placeIn(before: Schema, table: string): Place {
  const known = own(before.tables, table);
  const [key = 'id', ...others] = known?.primaryKey ?? [];
  const parts = [key, ...others].map((column) => `CAST(${quote(column)} AS text)`);
  const whole = others.length === 0 ? comparable(known, key) : parts.join(` || ',' || `);
  return { table, key: whole };
}

/** A column as an expression that `min` and `max` accept. */
const comparable = (table: TableSchema | undefined, column: string): string =>
  table && own(table.columns, column)?.type === 'uuid'
    ? `CAST(${quote(column)} AS text)`
    : quote(column);

async function duplicates(
  { table, key }: Place,
  columns: readonly string[],
  ask: Ask,
  terms: readonly string[] = columns.map(quote),
): Promise<string | null> {
  const names = terms.join(', ');
  const given = columns.map((column) => `${quote(column)} IS NOT NULL`).join(' AND ');
  const groups = `SELECT min(${key}) AS one, max(${key}) AS other FROM ${quoteTable(table)} WHERE ${given} GROUP BY ${names} HAVING count(*) > 1`;
  const [total] = await ask(`SELECT count(*) AS n FROM (${groups}) AS found`);
  const [first] = await ask(`${groups} ORDER BY one LIMIT 1`);
  if (!total || !first) return null;
  const many = Number(total['n']) === 1 ? '1 value occurs' : `${String(total['n'])} values occur`;
  return `${many} in more than one row, such as the rows with the ids ${String(first['one'])} and ${String(first['other'])}`;
}

/** Values that are different now and would be one of another type, where no two rows may have one: `#abc` and `#AABBCC`. */
async function collisions(
  { table, column, spec }: Extract<Step, { readonly do: 'changeColumn' }>,
  before: Schema,
  ask: Ask,
  dialect: SchemaDialect,
): Promise<string | null> {
  const known = own(before.tables, table);
  const old = known && own(known.columns, column);
  if (old === undefined) return null;
  for (const columns of known!.uniques.filter((list) => list.includes(column))) {
    const terms = columns.map((name) =>
      name === column ? dialect.converted(quote(column), old, spec) : quote(name),
    );
    const found = await duplicates(placeIn(before, table), columns, ask, terms);
    if (found !== null) return `${column} as ${spec.type}: ${found}`;
  }
  return null;
}

async function unfit(
  { table, key }: Place,
  column: string,
  to: ColumnSpec,
  ask: Ask,
  dialect: SchemaDialect,
): Promise<string | null> {
  const text = `CAST(${quote(column)} AS text)`;
  const [conflict] = await ask(
    `SELECT count(*) AS n, min(${key}) AS one FROM ${quoteTable(table)} WHERE NOT ${dialect.fits(text, to)}`,
  );
  if (!conflict || Number(conflict['n']) === 0) return null;
  return `rows whose ${column} does not fit the type ${to.postgres ?? to.type}: ${String(conflict['n'])}, such as the row with the id ${String(conflict['one'])}`;
}

async function orphans(
  before: Schema,
  { table, key }: Extract<Step, { readonly do: 'addForeignKey' }>,
  ask: Ask,
): Promise<string | null> {
  const columns = keyColumns(key);
  const to = targetColumns(key);
  const same = columns.map((column, at) => `o.${quote(to[at]!)} = t.${quote(column)}`);
  const given = columns.map((column) => `t.${quote(column)} IS NOT NULL`).join(' AND ');
  const target = `SELECT 1 FROM ${quoteTable(key.table)} AS o WHERE ${same.join(' AND ')}`;
  const from = `FROM ${quoteTable(table)} AS t WHERE ${given} AND NOT EXISTS (${target})`;
  const one =
    columns.length === 1
      ? comparable(own(before.tables, table), columns[0]!)
      : columns.map((column) => `CAST(${quote(column)} AS text)`).join(` || ',' || `);
  const [conflict] = await ask(`SELECT count(*) AS n, min(${one}) AS one ${from}`);
  if (!conflict || Number(conflict['n']) === 0) return null;
  const verb = columns.length === 1 ? 'points' : 'point';
  return `rows whose ${columns.join(', ')} ${verb} to no row of ${key.table}: ${String(conflict['n'])}, such as ${String(conflict['one'])}`;
}

async function missing(table: string, column: string, ask: Ask): Promise<string | null> {
  const [conflict] = await ask(
    `SELECT count(*) AS n FROM ${quoteTable(table)} WHERE ${quote(column)} IS NULL`,
  );
  if (!conflict || Number(conflict['n']) === 0) return null;
  return `rows without a ${column}: ${String(conflict['n'])}; give them a value with { backfill: ... }`;
}
