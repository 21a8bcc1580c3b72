import type { ColumnType, ValueTransformer } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { PlainType } from '../fields/plain-type.js';

/** The dialect for a database URL; throws if no dialect fits. */
export function dialectName(databaseUrl: string): 'sqlite' | 'postgres' {
  if (databaseUrl.startsWith('sqlite:')) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) return 'postgres';
  const scheme = /^[a-z][a-z0-9+.-]*/i.exec(databaseUrl)?.[0] ?? '';
  throw new Error(
    `DATABASE_URL: \`${scheme}\` is not supported; use sqlite:path/to/file.db or postgres://user@host/name`,
  );
}

/*
 * Column types that the databases name differently. Entities have one name for each; whoever opens the database knows which it
 * is, and names them as it does (`NATIVE_TYPES`).
 */

/** A datetime in UTC with milliseconds; a `Date` in entities. */
export const DATETIME = 'datetime';

/** A UUID in lower case. */
export const UUID = 'uuid';

/** A colour as `#rrggbb` in lower case; no other column has this name of a type. */
export const COLOR = 'character';

/** Any JSON value. */
export const JSON_VALUE = 'simple-json';

/** PostgreSQL's names of the types that it calls by another name. */
export const NATIVE_TYPES: Readonly<Record<string, ColumnType>> = {
  [DATETIME]: 'timestamp with time zone',
  [JSON_VALUE]: 'jsonb',
};

/** Default of a `datetime`: the time of the insert. It is known by its identity; migrations have the SQL of each database. */
export const NOW = (): string => 'CURRENT_TIMESTAMP';

/** Default of a `date`: the day of the insert, in UTC. It is known by its identity, as `NOW`. */
export const TODAY = (): string => 'CURRENT_DATE';

/** Keeps all digits of a 64-bit integer: a string in entities, as in JSON. */
export const BIGINT: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null || value === undefined ? value : String(value)),
};

/** A number in entities; both databases compute with its decimal digits or to 15 of them. */
export const DECIMAL: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value)),
};

/** Whether the database counts the values of a column; UUIDs are generated, too, but by the service. */
export const isCountedColumn = ({
  isGenerated,
  generationStrategy,
}: Pick<ColumnMetadata, 'isGenerated' | 'generationStrategy'>): boolean =>
  isGenerated && generationStrategy !== 'uuid';

/** The type of the engine's own that a column's type in the database is; one of enums has that of its texts. */
export const plainTypeOf = ({ type }: Pick<ColumnMetadata, 'type'>): DatabaseType | undefined =>
  typeof type === 'function' ? CLASSES.get(type) : TYPES[type];

type DatabaseType = Exclude<PlainType, 'enum'>;

/** The name of a column's type, as an entity has it. */
export const typeName = ({ type }: Pick<ColumnMetadata, 'type'>): string =>
  typeof type === 'function' ? type.name : type;

/** Types of columns that TypeORM creates itself, and of those whose decorator names no type. */
const CLASSES: ReadonlyMap<unknown, DatabaseType> = new Map<unknown, DatabaseType>([
  [String, 'string'],
  [Number, 'integer'],
  [Boolean, 'boolean'],
  [Date, 'datetime'],
]);

const TYPES: Readonly<Record<string, DatabaseType>> = {
  varchar: 'string',
  'character varying': 'string',
  char: 'string',
  text: 'text',
  int: 'integer',
  int2: 'integer',
  int4: 'integer',
  integer: 'integer',
  smallint: 'integer',
  bigint: 'bigint',
  int8: 'bigint',
  float: 'float',
  float4: 'float',
  float8: 'float',
  real: 'float',
  double: 'float',
  'double precision': 'float',
  decimal: 'decimal',
  numeric: 'decimal',
  boolean: 'boolean',
  bool: 'boolean',
  date: 'date',
  time: 'time',
  'time without time zone': 'time',
  datetime: 'datetime',
  timestamp: 'datetime',
  timestamptz: 'datetime',
  'timestamp with time zone': 'datetime',
  uuid: 'uuid',
  [COLOR]: 'color',
  json: 'json',
  jsonb: 'json',
  'simple-json': 'json',
};
