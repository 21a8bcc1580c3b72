import { join } from 'node:path';
import { readContent } from '../../disk/contents.js';
import { didYouMean } from '../../model/nearest.js';
import { problem, quoted, Refusal, refusal, warning } from '../../problem.js';
import {
  type DriftReport,
  findDrift,
  type LiveDatabase,
} from '../../project/inspect/find-drift.js';
import { isMadeOfDatabase } from '../../project/inspect/wanted-schema.js';
import { migrationsTableOf } from '../../project/open/migrations-table.js';
import type { OpenProject } from '../../project/open/open-project.js';
import { READING } from '../../project/open/tolerated.js';
import type { DatabaseSchema, Queries, Table } from '../../pull/database.js';
import { ownName, wholeName } from '../../pull/in-schemas.js';
import { KEPT_DATABASE, type KeptDatabase, parseDatabase } from '../../pull/again/kept-database.js';
import { type Context, printResult, warn } from '../context.js';
import type { GivenDatabase } from '../given-database.js';
import { type DriftJson, driftJson } from '../drift-json.js';
import { databaseOf } from '../own-database.js';
import { projectOf } from '../project.js';
import { kindOf, readSchemaOf } from '../read-schema.js';
import { showDrift } from '../show-drift.js';

export interface DriftFlags {
  /** Tables, and columns as `table.column`. */
  readonly ignore?: readonly string[];
  /** A schema of PostgreSQL. */
  readonly schema?: string;
  readonly install: boolean;
}

/** Compares a database with the entities and migrations of the project; 1 if they differ. Changes nothing. */
export async function drift(
  context: Context,
  url: string | undefined,
  flags: DriftFlags,
): Promise<number> {
  const project = await projectOf(context, READING);
  const database = await databaseOf(context, project, url);
  if (database.place.kind === 'postgres-dump')
    throw refusal(
      'no-database',
      `${database.shown} is a dump, of which crudgen reads no rows, and so not which migrations have run`,
      'load it into a database, and name that: crudgen drift postgres://localhost/shop',
    );
  const live = await readLive(context, project, database, flags);
  const kept = await keptOf(context, project);
  const { ignore = [] } = flags;
  requireNames(ignore, live, database);
  const left = leftOut(live, kept);
  const report = findDrift(project, live, {
    ignore: [...ignore, ...left],
    kept: kept?.schema ?? null,
  });
  printResult<DriftJson>(context, driftJson(report, database.shown), ({ style }) =>
    showDrift(report, database.shown, style),
  );
  return isClean(report) ? 0 : 1;
}

const isClean = ({ drifts, pending }: DriftReport): boolean =>
  drifts.length === 0 && pending.length === 0;

/** The tables of a database, and the migrations that have run on it. */
async function readLive(
  context: Context,
  project: OpenProject,
  database: GivenDatabase,
  { schema, install }: DriftFlags,
): Promise<LiveDatabase> {
  const kind = kindOf(database.place);
  if (schema !== undefined && kind === 'sqlite')
    throw refusal('usage', 'only PostgreSQL has schemas', 'leave out `--schema`', 2);
  const driver = { folders: [project.root, context.cwd], install };
  const asked = { schema, migrations: migrationsTableOf(project), more: pathOf };
  const read = await readSchemaOf(context, database, driver, asked);
  const path = (read.rows['path'] ?? []).map(({ schema: name }) => String(name));
  return {
    ...{ kind, found: read.schema },
    schemas: schema === undefined ? path : [schema],
    applied: read.applied ?? [],
  };
}

/** The schemas in which statements find tables, in their order. */
const pathOf = ({ kind }: DatabaseSchema): Queries =>
  kind === 'postgres' ? { path: 'SELECT unnest(current_schemas(false)) AS schema' } : {};

/** The database as `pull` read it last; null in a project that was made of none. */
async function keptOf(context: Context, project: OpenProject): Promise<KeptDatabase | null> {
  if (!isMadeOfDatabase(project)) return null;
  const text = await readContent(join(project.root, KEPT_DATABASE));
  const kept = text === null ? null : parseDatabase(text);
  if (kept === null)
    warn(context, [
      warning(
        'no-kept-database',
        `${KEPT_DATABASE}, the database as crudgen pull read it, ${text === null ? 'is missing' : 'cannot be read'}: what no model says of it counts as a difference`,
        'take the file back from git',
      ),
    ]);
  return kept;
}

/** The tables that `pull` was told to exclude. */
function leftOut({ found }: LiveDatabase, kept: KeptDatabase | null): readonly string[] {
  const excluded = new Set((kept?.choice.exclude ?? []).map((name) => name.toLowerCase()));
  return found.tables.flatMap((table) => {
    const names = [ownName(table), wholeName(table)];
    return names.some((name) => excluded.has(name.toLowerCase())) ? names : [];
  });
}

/** Refuses names that are ignored and that nothing has: a table may be gone, or misspelt. */
function requireNames(
  ignore: readonly string[],
  { found }: LiveDatabase,
  { shown }: GivenDatabase,
): void {
  const namesOf = (table: Table) => new Set([ownName(table), wholeName(table)]);
  const tables = found.tables.flatMap((table) => [...namesOf(table)]);
  const columns = found.tables.flatMap((table) =>
    [...namesOf(table)].flatMap((name) => table.columns.map((column) => `${name}.${column.name}`)),
  );
  const names = [...tables, ...columns];
  const unknown = ignore.filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  throw new Refusal(
    unknown.map((name) =>
      problem(
        'no-table',
        `${shown} has no \`${name}\` to ignore`,
        didYouMean(name, name.includes('.') ? names : tables, `its tables: ${quoted(tables)}`),
      ),
    ),
  );
}
