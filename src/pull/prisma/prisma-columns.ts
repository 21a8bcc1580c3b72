import { quoteName, quoteText } from '../../model/quote.js';
import { enumName, type Tables } from './prisma-tables.js';
import {
  argumentOf,
  attributeOf,
  type Enum,
  type Field,
  mappedName,
  type Model,
  textOf,
  type Value,
} from './prisma-schema.js';

/** A column of a table. */
export interface ColumnSql {
  readonly field: Field;
  readonly column: string;
  readonly sql: string;
}

/** The types of a column without a type of its own. */
const TYPES = {
  postgres: {
    String: 'TEXT',
    Boolean: 'BOOLEAN',
    Int: 'INTEGER',
    BigInt: 'BIGINT',
    Float: 'DOUBLE PRECISION',
    Decimal: 'DECIMAL(65,30)',
    DateTime: 'TIMESTAMP(3)',
    Json: 'JSONB',
    Bytes: 'BYTEA',
  },
  sqlite: {
    String: 'TEXT',
    Boolean: 'BOOLEAN',
    Int: 'INTEGER',
    BigInt: 'BIGINT',
    Float: 'REAL',
    Decimal: 'DECIMAL',
    DateTime: 'DATETIME',
    Json: 'JSON',
    Bytes: 'BLOB',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** Types of `@db.` whose names are not those of PostgreSQL. */
const NATIVE: Readonly<Record<string, string>> = {
  DoublePrecision: 'DOUBLE PRECISION',
  ByteA: 'BYTEA',
  JsonB: 'JSONB',
};

/** Integers that the database counts. */
const COUNTED: Readonly<Record<string, string>> = {
  SMALLINT: 'SMALLSERIAL',
  INTEGER: 'SERIAL',
  BIGINT: 'BIGSERIAL',
};

/** The column of a field; null of a relation, and of one whose type cannot be made, which is named. */
export function columnSql(model: Model, field: Field, tables: Tables): ColumnSql | null {
  const { schema, skip } = tables;
  const { line, name } = field;
  if (schema.models.some((one) => one.name === field.type) && !field.isUnsupported) return null;
  const type = typeOf(field, tables);
  const text = `${model.name}.${name} ${field.type}`;
  if (type === null) {
    skip(line, text, `there is no type, enum or model \`${field.type}\``);
    return null;
  }
  if (field.isList && tables.kind === 'sqlite') {
    skip(line, text, 'SQLite has no lists of values');
    return null;
  }
  const column = mappedName(field);
  const isCounted = callOf(field)?.name === 'autoincrement';
  const initial = isCounted ? '' : defaultOf(field, type, tables);
  const required = field.isOptional || field.isList ? '' : ' NOT NULL';
  const sql = isCounted ? countedColumn(field, type, tables) : `${type}${required}${initial}`;
  return { field, column, sql: `${quoteName(column)} ${sql}${checkOf(field, column, tables)}` };
}

const enumOf = ({ type }: Field, { schema }: Tables): Enum | undefined =>
  schema.enums.find(({ name }) => name === type);

/** The type of a column as SQL; null of one that is not known. */
function typeOf(field: Field, tables: Tables): string | null {
  const brackets = field.isList ? '[]' : '';
  if (field.isUnsupported) return field.type + brackets;
  const own = enumOf(field, tables);
  if (own) return tables.kind === 'sqlite' ? 'TEXT' : enumName(own) + brackets;
  const native = field.attributes.find(({ name }) => name.startsWith('db.'));
  if (native && tables.kind === 'postgres') {
    const sizes = native.args.flatMap(({ value }) => textOf(value) ?? []);
    const word = native.name.slice('db.'.length);
    const name = NATIVE[word] ?? word.toUpperCase();
    return `${name}${sizes.length > 0 ? `(${sizes.join(',')})` : ''}${brackets}`;
  }
  const known: Readonly<Record<string, string>> = TYPES[tables.kind];
  const type = Object.hasOwn(known, field.type) ? known[field.type] : undefined;
  return type === undefined ? null : type + brackets;
}

/** SQLite counts the key of a table alone. */
function countedColumn(field: Field, type: string, { kind, skip }: Tables): string {
  if (kind === 'postgres') return `${COUNTED[type] ?? 'SERIAL'} NOT NULL`;
  if (attributeOf(field, 'id')) return 'INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT';
  skip(field.line, `${field.name} @default(autoincrement())`, 'SQLite counts keys alone');
  return `${type} NOT NULL`;
}

const givenDefault = (field: Field): Value | undefined =>
  argumentOf(attributeOf(field, 'default'), 'value');

/** The function by which a default is made; null of any other default. */
function callOf(field: Field): Extract<Value, { kind: 'call' }> | null {
  const value = givenDefault(field);
  return value?.kind === 'call' ? value : null;
}

/** The default of a column, with a space before it; none of values that Prisma's client makes: `uuid()`, `cuid()`. */
function defaultOf(field: Field, type: string, tables: Tables): string {
  const value = givenDefault(field);
  if (value === undefined) return '';
  const call = callOf(field);
  if (call?.name === 'now') return ' DEFAULT CURRENT_TIMESTAMP';
  if (call?.name === 'dbgenerated') {
    const sql = textOf(call.args[0]?.value);
    return sql === null || sql === '' ? '' : ` DEFAULT ${inBrackets(sql, tables)}`;
  }
  if (call) {
    const isOfClient = /^(uuid|cuid|ulid|nanoid|auto)$/.test(call.name);
    if (!isOfClient)
      tables.skip(field.line, `@default(${call.name}())`, 'a schema of Prisma has no such default');
    return '';
  }
  return ` DEFAULT ${literalOf(value, field, type, tables)}`;
}

/** SQLite takes an expression in brackets alone. */
const inBrackets = (sql: string, { kind }: Tables): string =>
  kind === 'sqlite' && !/^['(\d]/.test(sql) ? `(${sql})` : sql;

function literalOf(value: Value, field: Field, type: string, tables: Tables): string {
  if (value.kind === 'list')
    return `ARRAY[${value.items.map((item) => literalOf(item, field, type, tables)).join(', ')}]::${type}`;
  const text = textOf(value) ?? '';
  const meant = enumOf(field, tables)?.values.find(({ name }) => name === text);
  if (meant) return quoteText(mappedName(meant));
  return value.kind === 'text' ? quoteText(text) : text;
}

/** SQLite has no enums: a check has their values. */
function checkOf(field: Field, column: string, tables: Tables): string {
  const own = tables.kind === 'sqlite' ? enumOf(field, tables) : undefined;
  if (!own) return '';
  const values = own.values.map((value) => quoteText(mappedName(value)));
  return ` CHECK (${quoteName(column)} IN (${values.join(', ')}))`;
}
