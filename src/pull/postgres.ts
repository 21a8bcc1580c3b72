import {
  type Action,
  type Check,
  type Column,
  type DatabaseSchema,
  type ForeignKey,
  type Index,
  type Row,
  type Rows,
  rowsBy,
  type Table,
  type TableKind,
} from './database.js';
import { quoteName } from '../model/quote.js';
import { basesOf } from './view-bases.js';
import { readExclusion } from './read-exclusion.js';
import { readTypeName } from './type-name.js';

/** Schemas of the server itself. */
const OURS = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`;
/** A table as other queries name it. */
const TABLE = `n.nspname || '.' || c.relname`;
const FROM_TABLES = `FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND ${OURS}`;

/** The names of the columns with these numbers; null in place of an expression. */
const names = (table: string, numbers: string): string =>
  `(SELECT json_agg(a.attname ORDER BY o.place) FROM unnest(${numbers}) WITH ORDINALITY AS o (number, place)
    LEFT JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = o.number AND o.number > 0)`;

/** What is asked of a PostgreSQL database: its catalogs, of version 12 and later. */
export const POSTGRES_QUERIES = {
  tables: `SELECT ${TABLE} AS key, n.nspname AS schema, c.relname AS name, c.relkind AS kind, c.relispartition AS partition, c.relispopulated AS filled,
      c.relrowsecurity AS row_security, (SELECT json_agg(h.inhrelid::regclass::text ORDER BY h.inhrelid) FROM pg_inherits h WHERE h.inhparent = c.oid AND c.relkind = 'r') AS heirs,
      obj_description(c.oid, 'pg_class') AS comment,
      EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') AS extension
    ${FROM_TABLES} WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') ORDER BY n.nspname, c.relname`,
  columns: `WITH RECURSIVE domains AS (
      SELECT oid AS domain, typbasetype AS base, typtypmod AS modifier, typnotnull AS required FROM pg_type WHERE typtype = 'd'
      UNION ALL
      SELECT d.domain, t.typbasetype, CASE WHEN t.typtypmod < 0 THEN d.modifier ELSE t.typtypmod END, d.required OR t.typnotnull
      FROM domains d JOIN pg_type t ON t.oid = d.base WHERE t.typtype = 'd')
    SELECT ${TABLE} AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS declared,
      format_type(coalesce(d.base, a.atttypid), coalesce(d.modifier, a.atttypmod)) AS type,
      (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = coalesce(d.base, a.atttypid)) AS "values",
      a.attndims AS dimensions, a.attnotnull OR coalesce(d.required, false) AS required, coalesce(pg_get_expr(f.adbin, f.adrelid), t.typdefault) AS "default",
      a.attidentity <> '' AS identity, a.attgenerated <> '' AS generated, col_description(c.oid, a.attnum) AS comment,
      (SELECT json_agg(pg_get_constraintdef(k.oid)) FROM domains o JOIN pg_constraint k ON k.contypid = o.domain
        WHERE o.domain = a.atttypid AND k.contype = 'c') AS checks
    ${FROM_TABLES} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN domains d ON d.domain = a.atttypid AND NOT EXISTS (SELECT 1 FROM pg_type b WHERE b.oid = d.base AND b.typtype = 'd')
    LEFT JOIN pg_attrdef f ON f.adrelid = c.oid AND f.adnum = a.attnum
    WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') ORDER BY n.nspname, c.relname, a.attnum`,
  constraints: `SELECT ${TABLE} AS "table", k.contype AS kind, k.conname AS name, pg_get_expr(k.conbin, k.conrelid) AS condition,
      CASE k.contype WHEN 'x' THEN pg_get_constraintdef(k.oid) END AS exclusion, m.nspname AS target_schema, r.relname AS target, ${names('k.conrelid', 'k.conkey')} AS columns,
      ${names('k.confrelid', 'k.confkey')} AS target_columns, k.confdeltype AS on_delete, k.confupdtype AS on_update
    ${FROM_TABLES} JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype IN ('f', 'c', 'x') AND k.conparentid = 0
    LEFT JOIN pg_class r ON r.oid = k.confrelid LEFT JOIN pg_namespace m ON m.oid = r.relnamespace
    ORDER BY n.nspname, c.relname, k.conname`,
  indexes: `SELECT ${TABLE} AS "table", r.relname AS name, i.indisprimary AS "primary", i.indisunique AS "unique",
      ${names('i.indrelid', '(i.indkey::int2[])[0:i.indnkeyatts - 1]')} AS columns, pg_get_expr(i.indpred, i.indrelid) AS condition,
      pg_get_indexdef(i.indexrelid) AS sql, m.amname AS method
    ${FROM_TABLES} JOIN pg_index i ON i.indrelid = c.oid AND i.indisvalid AND NOT i.indisexclusion
    JOIN pg_class r ON r.oid = i.indexrelid JOIN pg_am m ON m.oid = r.relam
    WHERE c.relkind IN ('r', 'p', 'm') ORDER BY n.nspname, c.relname, r.relname`,
  bases: `SELECT DISTINCT ${TABLE} AS "table", m.nspname || '.' || b.relname AS base
    ${FROM_TABLES} JOIN pg_rewrite w ON w.ev_class = c.oid JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
      AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> c.oid
    JOIN pg_class b ON b.oid = d.refobjid JOIN pg_namespace m ON m.oid = b.relnamespace WHERE c.relkind IN ('v', 'm') ORDER BY 1, 2`,
  triggers: `SELECT ${TABLE} AS "table", g.tgname AS name ${FROM_TABLES} JOIN pg_trigger g ON g.tgrelid = c.oid
    AND NOT g.tgisinternal WHERE c.relkind IN ('r', 'p') ORDER BY n.nspname, c.relname, g.tgname`,
} as const;

/** The tables of a PostgreSQL database, from the rows of its queries. */
export function readPostgres(rows: Rows<typeof POSTGRES_QUERIES>): DatabaseSchema {
  const parts: Parts = {
    columns: rowsBy(rows.columns, 'table'),
    constraints: rowsBy(rows.constraints, 'table'),
    indexes: rowsBy(rows.indexes, 'table'),
    triggers: rowsBy(rows.triggers, 'table'),
  };
  const isView = ({ kind }: Row) => kind === 'v' || kind === 'm';
  const views = rows.tables.filter((row) => isView(row) && row['extension'] !== true);
  const tables = rows.tables.filter((row) => !isView(row)).map((row) => tableOf(row, parts));
  const read = rowsBy(rows.bases, 'table');
  const bases = basesOf({
    tables: new Map(tables.map((table) => [`${table.schema}.${table.name}`, table])),
    read: (view) => (read.get(view) ?? []).map(({ base }) => String(base)),
  });
  return {
    kind: 'postgres',
    tables,
    views: views.map((row) => {
      const { schema, name, comment, columns, indexes } = tableOf(row, parts);
      const materialized = row['kind'] === 'm';
      const named = { schema, name, comment, materialized };
      // A view that was never filled gives no rows but an error.
      const readable = row['filled'] === true ? columns : [];
      return { ...named, columns: readable, indexes, bases: bases(`${schema}.${name}`) };
    }),
  };
}

interface Parts {
  readonly columns: ReadonlyMap<string, readonly Row[]>;
  readonly constraints: ReadonlyMap<string, readonly Row[]>;
  readonly indexes: ReadonlyMap<string, readonly Row[]>;
  readonly triggers: ReadonlyMap<string, readonly Row[]>;
}

function tableOf(row: Row, parts: Parts): Table {
  const key = String(row['key']);
  const columns = parts.columns.get(key) ?? [];
  const constraints = parts.constraints.get(key) ?? [];
  const indexes = parts.indexes.get(key) ?? [];
  const primary = indexes.find((one) => one['primary'] === true);
  const ofKind = (kind: string) => constraints.filter((one) => one['kind'] === kind);
  const name = String(row['name']);
  const exclusions = ofKind('x').map((one) => String(one['name']));
  const [periods] = ofKind('x').flatMap(
    (one) => readExclusion(name, String(one['name']), String(one['exclusion'])) ?? [],
  );
  return {
    schema: String(row['schema']),
    name,
    kind: kindOf(row),
    comment: textOf(row['comment']),
    columns: columns.map(columnOf),
    primaryKey: primary ? (primary['columns'] as string[]) : [],
    foreignKeys: ofKind('f').map(foreignKeyOf),
    indexes: indexes.filter((one) => one['primary'] !== true).map(indexOf),
    checks: [
      ...ofKind('c').map((one) => ({ name: String(one['name']), sql: String(one['condition']) })),
      ...columns.flatMap(checksOfDomain),
    ],
    triggers: (parts.triggers.get(key) ?? []).map(({ name }) => String(name)),
    others: [
      ...(row['row_security'] === true ? ['row security'] : []),
      ...((row['heirs'] ?? []) as string[]).map(
        (heir) => `table ${heir}, which inherits it: its rows are among these, too`,
      ),
      ...exclusions
        .filter((one) => one !== periods?.name)
        .map((one) => `exclusion constraint ${one}`),
    ],
    ...(periods && { periods }),
  };
}

function kindOf({ kind, partition, extension }: Row): TableKind {
  if (extension === true) return 'extension';
  if (partition === true) return 'partition';
  return kind === 'f' ? 'foreign' : 'table';
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function columnOf(row: Row): Column {
  const sql = textOf(row['default']);
  const read = readTypeName(String(row['type']));
  const isDeep = read.type.endsWith('[]') && Number(row['dimensions']) > 1;
  const type = read.type.replace(/^[a-z_]\w*\./, '') + (isDeep ? '[]' : '');
  return {
    name: String(row['name']),
    type,
    sizes: read.sizes,
    declared: String(row['declared']),
    values: row['values'] === null ? null : (row['values'] as string[]),
    nullable: row['required'] !== true,
    default: row['generated'] === true ? null : sql,
    counted: row['identity'] === true || /^nextval\(/.test(sql ?? ''),
    generated: row['generated'] === true,
    expression: row['generated'] === true ? sql : null,
    caseless: type === 'citext',
    comment: textOf(row['comment']),
  };
}

/** The checks of a domain, about the column in place of `VALUE`. */
function checksOfDomain({ name, checks }: Row): Check[] {
  const quoted = quoteName(String(name));
  return ((checks ?? []) as string[]).map((sql) => ({
    name: null,
    sql: sql.replace(/^CHECK \(|\)$/g, '').replaceAll(/\bVALUE\b/g, quoted),
  }));
}

const ACTIONS: Readonly<Record<string, Action>> = {
  a: 'no action',
  r: 'restrict',
  c: 'cascade',
  n: 'set null',
  d: 'set default',
};

const foreignKeyOf = (row: Row): ForeignKey => ({
  columns: row['columns'] as string[],
  schema: textOf(row['target_schema']),
  table: String(row['target']),
  to: row['target_columns'] as string[],
  onDelete: ACTIONS[String(row['on_delete'])] ?? 'no action',
  onUpdate: ACTIONS[String(row['on_update'])] ?? 'no action',
});

const indexOf = (row: Row): Index => ({
  name: String(row['name']),
  unique: row['unique'] === true,
  columns: row['columns'] as (string | null)[],
  where: textOf(row['condition']),
  sql: String(row['sql']),
  method: String(row['method']),
});
