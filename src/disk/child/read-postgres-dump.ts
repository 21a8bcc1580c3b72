import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { DumpStatement } from '../../pull/dump/dump-statements.js';
import { extensionsOf, isRemoval } from '../../pull/dump/schema-statements.js';
import {
  type DatabaseError,
  extensionStandIn,
  standIns,
  type StandIns,
} from '../../pull/dump/stand-ins.js';
import { brief, type Skipped } from '../../pull/skipped.js';
import type { DatabaseRows, PostgresDump } from '../read-database.js';

/** The part of PGlite that is used. */
interface PGlite {
  exec(sql: string): Promise<unknown>;
  query(sql: string): Promise<{ rows: DatabaseRows[string] }>;
  close(): Promise<void>;
}
interface Pglite {
  readonly PGlite: {
    create(options: { readonly extensions: Readonly<Record<string, unknown>> }): Promise<PGlite>;
  };
}

/** How often a statement is tried again after something was made that it lacked. */
const TRIES = 40;

/** What queries give in a database in memory that the statements of a dump have made, and the statements that it did not take. */
export async function readPostgresDump(
  folder: string,
  { statements, searchPath }: PostgresDump,
  queries: Readonly<Record<string, string>>,
): Promise<{ readonly rows: DatabaseRows; readonly skipped: readonly Skipped[] }> {
  const load = createRequire(join(folder, 'package.json'));
  const wanted = extensionsOf(statements).filter((name) => name !== 'plpgsql');
  const found = wanted.map((name) => [name, extensionOf(load, name)] as const);
  const missing = found.flatMap(([name, extension]) => (extension === null ? [name] : []));
  const extensions = Object.fromEntries(found.filter(([, extension]) => extension !== null));
  const database = await (load('@electric-sql/pglite') as Pglite).PGlite.create({ extensions });
  try {
    // Missing extensions and collations can then have a stand-in.
    await database.exec('SET allow_system_table_mods = on; SET check_function_bodies = off');
    for (const [index, name] of missing.entries())
      await database.exec(extensionStandIn(name, index));
    const stood = standIns(missing);
    const skipped: Skipped[] = [];
    for (const statement of statements) {
      if (extensionsOf([statement]).some((name) => missing.includes(name))) continue;
      const why = await faultOf(database, stood, statement);
      if (why !== null) skipped.push({ line: statement.line, text: brief(statement.sql), why });
    }
    await fillViews(database);
    await database.exec('RESET ALL');
    if (searchPath !== undefined) await database.exec(`SET search_path = ${searchPath}`);
    const rows: Record<string, DatabaseRows[string]> = {};
    for (const [name, sql] of Object.entries(queries))
      rows[name] = withOriginal((await database.query(sql)).rows, stood);
    return { rows, skipped: [...missingOnes(missing, statements, stood), ...skipped] };
  } finally {
    await database.close();
  }
}

/** An extension that PGlite brings; null where it lacks it. */
function extensionOf(load: NodeJS.Require, name: string): unknown {
  const file = name.replaceAll('-', '_');
  try {
    return (load(`@electric-sql/pglite/contrib/${file}`) as Record<string, unknown>)[file] ?? null;
  } catch {
    return null;
  }
}

/** Runs a statement, with stand-ins for what it lacks; returns why it failed, or null. */
async function faultOf(
  database: PGlite,
  stood: StandIns,
  { sql }: DumpStatement,
): Promise<string | null> {
  for (let tries = 0; ; tries += 1) {
    try {
      await database.exec(stood.spoken(sql));
      return null;
    } catch (error) {
      const { code, message } = error as DatabaseError;
      const made = tries < TRIES ? stood.forError({ code, message }, sql) : null;
      // Two extensions are there already, with what they make.
      if (made === null) return isRemoval(sql) || code === '42710' ? null : message;
      const isMade = await database.exec(made.join(';\n')).then(
        () => true,
        () => false,
      );
      if (!isMade) return message;
    }
  }
}

/** Fills materialized views, which dumps of a schema alone leave without rows: one that was never filled has no columns to read. */
async function fillViews(database: PGlite): Promise<void> {
  const { rows } = await database.query(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'm' AND NOT relispopulated ORDER BY oid`,
  );
  for (const { name } of rows)
    await database.exec(`REFRESH MATERIALIZED VIEW ${String(name)}`).catch(() => undefined);
}

/** The extensions for which only names stand in. */
function missingOnes(
  missing: readonly string[],
  statements: readonly DumpStatement[],
  { types }: StandIns,
): readonly Skipped[] {
  const shown = types.map((name) => name.replace(/^public\./, '')).join(', ');
  return missing.flatMap((name) => {
    const { line, sql } = statements.find((one) => extensionsOf([one]).includes(name))!;
    const seen = shown === '' ? '' : `, and knows of ${shown} only the names`;
    return [{ line, text: brief(sql), why: `PGlite lacks the extension${seen}` }];
  });
}

/** Rows with the types as the dump has them. */
function withOriginal(rows: DatabaseRows[string], stood: StandIns): DatabaseRows[string] {
  if (stood.types.length === 0) return rows;
  const original = (value: unknown): unknown => {
    if (typeof value === 'string') return stood.original(value);
    return Array.isArray(value) ? value.map(original) : value;
  };
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, original(value)])),
  );
}
