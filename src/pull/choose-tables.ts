import { tableNameFault } from '../model/names.js';
import { MIGRATIONS_TABLE, RESERVED_TABLES } from '../spec/reserved.js';
import type { DatabaseSchema, Table, View } from './database.js';
import { dotFault, isCalled, ownName } from './in-schemas.js';

/** The tables that somebody asks for. */
export interface Choice {
  /** Only these; all where absent. */
  readonly tables?: readonly string[];
  readonly exclude?: readonly string[];
  /** The schemas of PostgreSQL; `public` where absent. */
  readonly schema?: readonly string[];
  /** False for tables alone. */
  readonly views?: boolean;
}

/** A table or view that becomes no model, and why. */
export interface LeftOut {
  readonly name: string;
  readonly why: string;
  readonly isView?: true;
}

export interface Chosen {
  readonly tables: readonly Table[];
  readonly leftOut: readonly LeftOut[];
  /** Names that somebody asks for and no table has. */
  readonly unknown: readonly string[];
}

/** Whether a table or view is in one of the chosen schemas. */
export const isInSchema = (
  { schema }: Pick<Table, 'schema'>,
  { schema: chosen = ['public'] }: Pick<Choice, 'schema'>,
): boolean => schema === null || chosen.includes(schema);

/** The tables that become models, and those that do not, each with its reason. */
export function chooseTables({ tables }: Pick<DatabaseSchema, 'tables'>, choice: Choice): Chosen {
  const inSchema = tables.filter((table) => isInSchema(table, choice));
  const listed = (names: readonly string[] | undefined, table: Table) =>
    names?.some((name) => isCalled(table, name)) ?? false;
  const whyNot = (table: Table): string | null => {
    if (table.kind === 'view' && choice.views === false) return 'left out by --no-views';
    if (listed(choice.exclude, table)) return 'excluded by --exclude';
    if (choice.tables !== undefined && !listed(choice.tables, table)) return 'not in --tables';
    return faultOf(table);
  };
  const reasons = inSchema.map((table) => ({ table, why: whyNot(table) }));
  const asked = [...(choice.tables ?? []), ...(choice.exclude ?? [])];
  return {
    tables: reasons.flatMap(({ table, why }) => (why === null ? [table] : [])),
    leftOut: reasons.flatMap(({ table, why }) => (why === null ? [] : [leftOutOf(table, why)])),
    unknown: asked.filter((name) => !inSchema.some((table) => isCalled(table, name))),
  };
}

/** Whether the rows of a view may be looked at: somebody asks for it, and does not leave it out. */
export const isAskedFor = (view: View, choice: Choice): boolean =>
  choice.views !== false &&
  isInSchema(view, choice) &&
  !choice.exclude?.some((name) => isCalled(view, name)) &&
  (choice.tables === undefined || choice.tables.some((name) => isCalled(view, name)));

/** A table that becomes no model. */
export const leftOutOf = ({ name, kind }: Table, why: string): LeftOut => ({
  ...{ name, why },
  ...(kind === 'view' && { isView: true }),
});

/** Tables in which other tools remember what they did. */
const BOOKKEEPING =
  /^(__EFMigrationsHistory|knex_migrations(_lock)?|schema_migrations|ar_internal_metadata|flyway_schema_history|databasechangelog(lock)?|_prisma_migrations|django_migrations|alembic_version|goose_db_version|SequelizeMeta|_sqlx_migrations|__drizzle_migrations|phinxlog|doctrine_migration_versions)$/i;

/** Whether another tool keeps its migrations in a table. */
export const isBookkeeping = (name: string): boolean => BOOKKEEPING.test(name);

const UNREAD_VIEW = 'it cannot be read; fill a materialized view with REFRESH MATERIALIZED VIEW';
/** Why a table can be no model; null if it can. */
function faultOf(table: Table): string | null {
  const { kind, name, columns } = table;
  if (kind === 'virtual') return 'a virtual table: its module keeps the rows';
  if (kind === 'shadow') return 'a table of a virtual table';
  if (kind === 'partition') return 'a partition: the table that it belongs to is the model';
  if (kind === 'extension') return 'a table of an extension';
  if (kind === 'foreign') return 'a foreign table: its rows are on another server';
  const dot = dotFault(table);
  if (dot !== null) return dot;
  if (isBookkeeping(ownName(table))) return 'another tool keeps its migrations in it';
  if (name.toLowerCase() === MIGRATIONS_TABLE)
    return 'tools keep their migrations in a table of this name';
  if (RESERVED_TABLES.has(name.toLowerCase()))
    return 'the service has a table of its own with this name';
  const fault = tableNameFault(name);
  if (fault !== null) return `its name ${fault}`;
  if (columns.length === 0) return kind === 'view' ? UNREAD_VIEW : 'no columns';
  return null;
}

/** The columns that name the rows of a table. */
export interface TableKey {
  readonly columns: readonly string[];
  /** Whether the key is not the primary key, but required unique columns. */
  readonly isGuess: boolean;
}

/** The primary key of a table, or else the first required unique columns; no columns if the table has neither. */
export function keyOf({ primaryKey, indexes, columns }: Table): TableKey {
  if (primaryKey.length > 0) return { columns: primaryKey, isGuess: false };
  const required = (name: string | null) =>
    columns.some((column) => column.name === name && !column.nullable && !column.generated);
  const unique = indexes.find(
    (one) => one.unique && one.where === null && one.columns.every(required),
  );
  return unique === undefined
    ? { columns: [], isGuess: false }
    : { columns: unique.columns as string[], isGuess: true };
}
