import type { Dialect } from '../database/dialect.js';
import type { LiveObject, Relations } from '../database/schema-dialect.js';
import { sameColumns } from '../database/steps/replay.js';
import {
  keyColumns,
  own,
  type Schema,
  type Step,
  type TableSchema,
} from '../database/steps/schema.js';
import {
  foreignKeyName,
  indexName,
  quote,
  quoteIndex,
  quoteTable,
  uniqueName,
} from '../database/steps/step.js';

/** An index or a foreign key by the name that it has in the database. */
interface Named {
  readonly name: string;
  readonly kind: 'index' | 'constraint' | 'key';
  readonly unique: boolean;
  /** Null in place of an expression. */
  readonly columns: readonly (string | null)[];
}

/** Indexes and foreign keys of PostgreSQL as live objects, whose text is what `Named` has besides the name. */
const inPostgres = ({ name, found }: Relations): string => `
  SELECT 'index' AS type, i.relname AS name, ${name('c')} AS "table", json_build_object(
      'kind', CASE WHEN k.oid IS NULL THEN 'index' ELSE 'constraint' END, 'unique', x.indisunique,
      'columns', (SELECT json_agg(a.attname ORDER BY o.place) FROM unnest(x.indkey::int2[]) WITH ORDINALITY AS o (number, place)
        LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = o.number AND o.number > 0))::text AS sql
  FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    LEFT JOIN pg_constraint k ON k.conindid = i.oid AND k.conrelid = c.oid AND k.contype IN ('u', 'x')
  WHERE ${found} AND NOT x.indisprimary AND x.indpred IS NULL
  UNION ALL
  SELECT 'index', k.conname, ${name('c')}, json_build_object('kind', 'key', 'unique', false,
      'columns', (SELECT json_agg(a.attname ORDER BY o.place) FROM unnest(k.conkey) WITH ORDINALITY AS o (number, place)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = o.number))::text
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
  WHERE ${found} AND k.contype = 'f'`;

/** A dialect whose steps find indexes and keys by their columns, since others give them other names than steps do. */
export const withForeignNames = (dialect: Dialect): Dialect => ({
  ...dialect,
  liveObjects: dialect.liveObjects ?? (({ relations }) => inPostgres(relations!)),
  compileStep: (step, before, live) => {
    if (step.do === 'sql') return dialect.compileStep(step, before, live);
    const named = live.flatMap((object) => (object.table === step.table ? namedOf(object) : []));
    const drops = dropsOf(step, named);
    if (drops.length > 0) return drops;
    return dialect.compileStep(step, withNames(before, step.table, named), live);
  },
});

/** What a live object is; none of what is neither an index with a text nor a key. */
function namedOf({ type, name, sql }: LiveObject): readonly Named[] {
  if (type !== 'index' || sql === null) return [];
  if (sql.startsWith('{')) return [{ ...(JSON.parse(sql) as Omit<Named, 'name'>), name }];
  // A partial index has a condition behind its columns.
  const [, unique, list] = /^CREATE\s+(UNIQUE\s+)?INDEX\b.*?\(([^()]*)\)\s*$/is.exec(sql) ?? [];
  if (list === undefined) return [];
  const columns = list.split(',').map(columnIn);
  return [{ name, kind: 'index', unique: unique !== undefined, columns }];
}

/** A column in the list of an index: `"Title"`, `[Title] COLLATE NOCASE DESC`. */
function columnIn(item: string): string | null {
  const [, quoted, plain] = /^\s*(?:["'`[]([^"'`\]]+)["'`\]]|(\w+))/.exec(item) ?? [];
  return quoted ?? plain ?? null;
}

/** The statements that drop an index or key of these columns, whatever it is called; none for any other step. */
function dropsOf(step: Exclude<Step, { readonly do: 'sql' }>, named: readonly Named[]): string[] {
  const columns =
    step.do === 'dropForeignKey' ? keyColumns(step.key) : 'columns' in step ? step.columns : [];
  if (!Array.isArray(columns)) return [];
  const isSame = (one: Named) =>
    one.columns.every((column) => column !== null) && sameColumns(one.columns as string[], columns);
  const isMeant = (one: Named): boolean => {
    switch (step.do) {
      case 'dropIndex':
        return one.kind === 'index' && !one.unique;
      case 'dropUnique':
        return one.kind !== 'key' && one.unique;
      case 'dropForeignKey':
        return one.kind === 'key';
      default:
        return false;
    }
  };
  return named
    .filter((one) => isMeant(one) && isSame(one))
    .map(({ kind, name }) =>
      kind === 'index'
        ? `DROP INDEX ${quoteIndex(step.table, name)}`
        : `ALTER TABLE ${quoteTable(step.table)} DROP CONSTRAINT ${quote(name)}`,
    );
}

/** A schema in which a table has only the indexes and keys whose names are those of steps, which follow it when it is renamed. */
function withNames(before: Schema, name: string, named: readonly Named[]): Schema {
  const table = own(before.tables, name);
  if (table === undefined) return before;
  const names = new Set(named.map((one) => one.name));
  const known: TableSchema = {
    ...table,
    indexes: table.indexes.filter((columns) => names.has(indexName(name, columns))),
    uniques: table.uniques.filter((columns) => names.has(uniqueName(name, columns))),
    foreignKeys: table.foreignKeys.filter(({ column }) => names.has(foreignKeyName(name, column))),
  };
  return { ...before, tables: { ...before.tables, [name]: known } };
}
