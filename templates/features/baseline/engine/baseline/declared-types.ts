/** The types of a database whose values are of one kind, by the name that steps give that kind; all in lower case. */
type Kinds = Readonly<Record<string, readonly string[]>>;

/** The names that SQLite has no types for, but that people declare columns with. */
const SQLITE: Kinds = {
  varchar: [
    'text',
    'nvarchar',
    'varchar2',
    'char',
    'nchar',
    'character',
    'character varying',
    'clob',
  ],
  // Some programs keep moments as numbers.
  integer: [
    ...['int', 'tinyint', 'smallint', 'mediumint', 'bigint', 'int2', 'int4', 'int8', 'serial'],
    ...['date', 'datetime', 'timestamp'],
  ],
  'double precision': ['double', 'float', 'real', 'float4', 'float8', 'numeric', 'decimal'],
  decimal: [
    'numeric',
    'number',
    'money',
    'smallmoney',
    'real',
    'double',
    'float',
    'double precision',
  ],
  boolean: ['bool', 'bit', 'tinyint', 'int', 'integer', 'numeric'],
  datetime: ['timestamp', 'timestamptz', 'datetime2', 'date', 'text', 'varchar', 'nvarchar'],
  date: ['datetime', 'timestamp', 'text', 'varchar', 'nvarchar'],
  time: ['text', 'varchar', 'nvarchar'],
  blob: ['tinyblob', 'mediumblob', 'longblob', 'bytea', 'binary', 'varbinary', 'image'],
  text: ['varchar', 'nvarchar', 'ntext', 'clob', 'json', 'jsonb', 'longtext', 'mediumtext'],
};

const POSTGRES: Kinds = {
  'character varying': ['text', 'character', 'citext', 'bpchar'],
  integer: ['smallint', 'bigint'],
  bigint: ['integer', 'smallint'],
  'double precision': ['real', 'numeric'],
  'timestamp with time zone': ['timestamp without time zone'],
  'time without time zone': ['time'],
  numeric: ['money'],
  jsonb: ['json'],
  text: ['character varying', 'citext'],
};

/** Whether a declared type of SQLite, which checks no lengths, is the kind of `wanted` under another name. */
export const holdsInSqlite = (type: string, wanted: string): boolean =>
  isOf(SQLITE, nameOf(type).replace(/ (un)?signed$/, ''), nameOf(wanted)) &&
  (WITHOUT_LENGTH.includes(wanted) || fits(argumentsOf(type), argumentsOf(wanted)));

/** Kinds whose numbers are no length of values, but the width of a column on a screen: `tinyint(1)`, `int(11)`. */
const WITHOUT_LENGTH: readonly string[] = [
  'blob',
  'boolean',
  'integer',
  'bigint',
  'double precision',
];

/**
 * The same of a type of PostgreSQL, as `format_type` writes it. The precision of a moment is left to the database. An array holds
 * another one if its items do.
 */
export function holdsInPostgres(type: string, wanted: string): boolean {
  if (type.endsWith('[]') && wanted.endsWith('[]'))
    return holdsInPostgres(type.slice(0, -2), wanted.slice(0, -2));
  return (
    isOf(POSTGRES, nameOf(type), nameOf(wanted)) &&
    (/^time/.test(wanted) || fits(argumentsOf(type), argumentsOf(wanted)))
  );
}

const isOf = (kinds: Kinds, name: string, wanted: string): boolean =>
  name === wanted || (Object.hasOwn(kinds, wanted) && kinds[wanted]!.includes(name));

/** `timestamp with time zone` of `timestamp(3) with time zone`. */
const nameOf = (type: string): string =>
  type
    .replace(/\([^)]*\)/, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The lengths of a type: `[10, 2]` of `numeric(10, 2)`; none of a type without any. */
const argumentsOf = (type: string): readonly number[] =>
  (/\(([^)]*)\)/.exec(type)?.[1] ?? '').split(',').map(Number).filter(Boolean);

/** Whether there is room: a type without a length has it, and so has one with lengths as large as those of the other. */
const fits = (own: readonly number[], wanted: readonly number[]): boolean =>
  own.length === 0 || (wanted.length > 0 && own.every((length, at) => length >= (wanted[at] ?? 0)));
