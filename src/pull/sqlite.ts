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
import { basesOf } from './view-bases.js';
import { readTypeName } from './type-name.js';
import { behindBracket, isWord, splitTokens, type Token, tokensOf } from '../model/sql-tokens.js';

/** What is asked of a SQLite database. Virtual tables are left out of the rest, since their modules may be missing. */
export const SQLITE_QUERIES = {
  objects: `SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid`,
  kinds: `SELECT name, type FROM pragma_table_list WHERE schema = 'main'`,
  columns: `SELECT t.name AS "table", c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden
    FROM sqlite_schema t, pragma_table_xinfo(t.name) c WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%'
    ORDER BY t.rowid, c.cid`,
  foreignKeys: `SELECT t.name AS "table", f.id, f.seq, f."table" AS target, f."from", f."to", f.on_update, f.on_delete
    FROM sqlite_schema t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%'
    ORDER BY t.rowid, f.id DESC, f.seq`,
  indexes: `SELECT t.name AS "table", i.name, i."unique", i.origin, i.partial
    FROM sqlite_schema t, pragma_index_list(t.name) i WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%'
    ORDER BY t.rowid, i.seq DESC`,
  indexColumns: `SELECT i.name AS "index", c.seqno, c.name, c.coll FROM sqlite_schema t, pragma_index_list(t.name) i,
    pragma_index_xinfo(i.name) c WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' AND c.key = 1
    ORDER BY i.name, c.seqno`,
} as const;

/** The tables of a SQLite database, from the rows of its queries. */
export function readSqlite(rows: Rows<typeof SQLITE_QUERIES>): DatabaseSchema {
  const kinds = new Map(rows.kinds.map((row) => [String(row['name']), String(row['type'])]));
  const parts = {
    columns: rowsBy(rows.columns, 'table'),
    foreignKeys: rowsBy(rows.foreignKeys, 'table'),
    indexes: rowsBy(rows.indexes, 'table'),
    indexColumns: rowsBy(rows.indexColumns, 'index'),
    texts: new Map(rows.objects.map((row) => [String(row['name']), textOf(row['sql'])])),
    triggers: rowsBy(
      rows.objects.filter(({ type }) => type === 'trigger'),
      'tbl_name',
    ),
  };
  const tables = rows.objects
    .filter(({ type, name }) => type === 'table' && !String(name).startsWith('sqlite_'))
    .map(({ name }) => tableOf(String(name), kinds.get(String(name)), parts));
  const whole = tables.map((table) => withTargets(table, tables));
  const views = rows.objects.filter(({ type }) => type === 'view');
  const bases = basesOf({
    tables: new Map(whole.map((table) => [table.name.toLowerCase(), table])),
    read: namesIn(new Map(views.map(({ name, sql }) => [lower(name), textOf(sql)]))),
  });
  return {
    kind: 'sqlite',
    tables: whole,
    views: views.map(({ name }) => ({
      ...{ schema: null, name: String(name), materialized: false, comment: null },
      ...{ columns: [], indexes: [], bases: bases(lower(name)) },
    })),
  };
}

const lower = (name: unknown): string => String(name).toLowerCase();

/** The names in the statements of views, in small letters, among them those of the tables that they read. */
const namesIn =
  (statements: ReadonlyMap<string, string>) =>
  (view: string): readonly string[] =>
    tokensOf(statements.get(view) ?? '').flatMap(({ kind, value }) =>
      kind === 'name' ? [value.toLowerCase()] : [],
    );

interface Parts {
  readonly columns: ReadonlyMap<string, readonly Row[]>;
  readonly foreignKeys: ReadonlyMap<string, readonly Row[]>;
  readonly indexes: ReadonlyMap<string, readonly Row[]>;
  readonly indexColumns: ReadonlyMap<string, readonly Row[]>;
  readonly texts: ReadonlyMap<string, string>;
  readonly triggers: ReadonlyMap<string, readonly Row[]>;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function tableOf(name: string, kind: string | undefined, parts: Parts): Table {
  const declared = readCreateTable(parts.texts.get(name) ?? '');
  const rows = parts.columns.get(name) ?? [];
  const primaryKey = rows
    .filter(({ pk }) => Number(pk) > 0)
    .toSorted((one, other) => Number(one['pk']) - Number(other['pk']))
    .map((row) => String(row['name']));
  const indexes = (parts.indexes.get(name) ?? []).filter(({ origin }) => origin !== 'pk');
  return {
    schema: null,
    name,
    kind: KINDS[kind ?? ''] ?? 'table',
    comment: null,
    columns: rows.map((row) => columnOf(row, primaryKey, declared)),
    primaryKey,
    foreignKeys: [...rowsBy(parts.foreignKeys.get(name) ?? [], 'id').values()].map(foreignKeyOf),
    indexes: indexes.map((row) => indexOf(row, parts)),
    checks: declared.checks,
    triggers: (parts.triggers.get(name) ?? []).map((row) => String(row['name'])),
    others: [],
  };
}

const KINDS: Readonly<Record<string, TableKind>> = { virtual: 'virtual', shadow: 'shadow' };

function columnOf(row: Row, primaryKey: readonly string[], declaredIn: Declared): Column {
  const { caseless, expressions } = declaredIn;
  const name = String(row['name']);
  const declared = textOf(row['type']);
  const isKey = primaryKey.includes(name);
  const counted = isKey && primaryKey.length === 1 && /^integer$/i.test(declared);
  return {
    name,
    ...readTypeName(declared),
    declared,
    values: null,
    // A key of SQLite may be null unless it is the row id. crudgen requires a value.
    nullable: Number(row['notnull']) === 0 && !isKey,
    default: row['dflt_value'] === null ? null : textOf(row['dflt_value']),
    counted,
    generated: Number(row['hidden']) > 1,
    expression: Number(row['hidden']) > 1 ? (expressions.get(name.toLowerCase()) ?? null) : null,
    caseless: caseless.has(name.toLowerCase()),
    comment: null,
  };
}

function foreignKeyOf(rows: readonly Row[]): ForeignKey {
  const [first] = rows as [Row];
  return {
    columns: rows.map((row) => String(row['from'])),
    schema: null,
    table: String(first['target']),
    // No name leads to the primary key, which is filled in once all tables are known.
    to: rows.flatMap((row) => (row['to'] === null ? [] : [String(row['to'])])),
    onDelete: String(first['on_delete']).toLowerCase() as Action,
    onUpdate: String(first['on_update']).toLowerCase() as Action,
  };
}

function indexOf(row: Row, { indexColumns, texts }: Parts): Index {
  const name = String(row['name']);
  const columns = (indexColumns.get(name) ?? []).map(({ name: column }) =>
    typeof column === 'string' ? column : null,
  );
  const sql = texts.get(name) || name;
  const tokens = tokensOf(sql);
  const where = tokens.find((token) => isWord(token, 'WHERE'));
  return {
    name,
    unique: Number(row['unique']) === 1,
    columns,
    where: Number(row['partial']) === 1 && where ? sql.slice(where.end).trim() : null,
    sql,
    method: 'btree',
  };
}

/** Foreign keys with the names of tables and columns as these are written where they are made. */
function withTargets(table: Table, tables: readonly Table[]): Table {
  const same = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase();
  const foreignKeys = table.foreignKeys.map((key) => {
    const target = tables.find(({ name }) => same(name)(key.table));
    if (target === undefined) return key;
    const names = target.columns.map(({ name }) => name);
    const to = key.to.length === 0 ? target.primaryKey : key.to;
    return {
      ...key,
      table: target.name,
      to: to.map((name) => names.find(same(name)) ?? name),
      columns: key.columns.map(
        (name) => table.columns.map((one) => one.name).find(same(name)) ?? name,
      ),
    };
  });
  return { ...table, foreignKeys };
}

/** The facts that only the text of a table states. */
interface Declared {
  readonly checks: readonly Check[];
  /** Columns in small letters with `COLLATE NOCASE`. */
  readonly caseless: ReadonlySet<string>;
  /** The expressions of generated columns, by their names in small letters. */
  readonly expressions: ReadonlyMap<string, string>;
}

/** Reads the checks and collations of `CREATE TABLE`, which SQLite has nowhere else. */
export function readCreateTable(sql: string): Declared {
  const tokens = tokensOf(sql);
  const open = tokens.findIndex((token) => isWord(token, '('));
  if (open < 0) return { checks: [], caseless: new Set(), expressions: new Map() };
  const body = tokens.slice(open + 1, behindBracket(tokens, open) - 1);
  const parts = splitTokens(body, (token) => isWord(token, ','));
  const caseless = parts.filter(isCaseless).map(([name]) => name!.value.toLowerCase());
  return {
    checks: parts.flatMap((part) => checksIn(part, sql)),
    caseless: new Set(caseless),
    expressions: new Map(parts.flatMap((part) => expressionIn(part, sql))),
  };
}

const isCaseless = (part: readonly Token[]): boolean =>
  part.some((token, index) => isWord(token, 'COLLATE') && isWord(part[index + 1], 'NOCASE'));

/** The column of a part that is generated, with its expression: `AS (price * quantity)`. */
function expressionIn(part: readonly Token[], sql: string): readonly (readonly [string, string])[] {
  const at = part.findIndex((token, index) => isWord(token, 'AS') && isWord(part[index + 1], '('));
  if (at < 0) return [];
  const end = behindBracket(part, at + 1);
  const text = sql.slice(part[at + 1]!.end, part[end - 1]!.start).trim();
  return [[part[0]!.value.toLowerCase(), text]];
}

function checksIn(part: readonly Token[], sql: string): Check[] {
  return part.flatMap((token, index) => {
    if (!isWord(token, 'CHECK') || !isWord(part[index + 1], '(')) return [];
    const end = behindBracket(part, index + 1);
    const name = isWord(part[index - 2], 'CONSTRAINT') ? part[index - 1]!.value : null;
    return [{ name, sql: sql.slice(part[index + 1]!.end, part[end - 1]!.start).trim() }];
  });
}
