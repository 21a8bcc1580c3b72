import { BUILT_IN_CLASSES } from '../model/built-in.js';
import { STAMPS } from '../model/columns.js';

/** First URL segments that the service uses itself. */
export const RESERVED_PREFIXES: ReadonlySet<string> = new Set(
  'api auth config docs admin openapi.json healthz readyz metrics user role tenant'.split(' '),
);

/** First segments below `/admin/` that are the back-office's own pages; `/login` is part of the contract. */
export const PAGE_PREFIXES: ReadonlySet<string> = new Set(
  'login auth-callback authentication-error access-denied'.split(' '),
);

/** The table of applied migrations, whose name those of Laravel and TypeORM have, too. */
export const MIGRATIONS_TABLE = 'migrations';

/** The table of applied migrations in a database where another tool has a table called `migrations`. */
export const OWN_MIGRATIONS_TABLE = 'crudgen_migrations';

/** Tables that the service or the database creates itself. */
export const RESERVED_TABLES: ReadonlySet<string> = new Set(
  (
    'auth_user auth_role auth_tenant auth_user_roles auth_user_tenants auth_failure auth_change ' +
    `auth_ended_session ${MIGRATIONS_TABLE} ${OWN_MIGRATIONS_TABLE} seed_log typeorm_metadata schema_lock`
  ).split(' '),
);

/** What the files of a model, generated or by their owner, can hardly do without. */
const LANGUAGE_GLOBALS =
  'Array ArrayBuffer BigInt Boolean Buffer Date Error Infinity Intl JSON Map Math NaN Number Object Promise Reflect ' +
  'RegExp String';

/** A model `Define` would generate its own `defineAccess`. */
const OWN =
  'Define ModelModule TestService TestUser BIGINT COLOR DATETIME DECIMAL JSON_VALUE NOW PATH TODAY UUID';

const words = (text: string, why: string) => text.split(' ').map((word) => [word, why] as const);

const CLASSES = new Map<string, string>([
  ...words(LANGUAGE_GLOBALS, 'is the name of a JavaScript global that the code of a model needs'),
  ...words(OWN, 'is used by generated files'),
  ...words(BUILT_IN_CLASSES.join(' '), 'is built into every project'),
]);

/**
 * Why a name cannot be the class of a model; null when it can. SQL keywords are quoted, other globals are not needed where a
 * class hides them, and what files import from libraries has another name there.
 */
export const reservedClass = (name: string): string | null => CLASSES.get(name) ?? null;

const FIELDS = new Map<string, string>([
  ...words(
    'constructor prototype toString toLocaleString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable',
    'is a property of every JavaScript object',
  ),
  ...words('then', 'would make a record look like a promise'),
  ...words('toJSON', 'would change how a record is written as JSON'),
  ...words('hasId save remove softRemove recover reload', 'is a method of TypeORM entities'),
]);

/** Why a name cannot be a field; null when it can. */
export function reservedField(name: string): string | null {
  const lower = name.toLowerCase();
  if (lower === 'q') return 'is the search parameter of every list';
  if (name.startsWith('_')) return 'starts with `_`, which is reserved for list parameters';
  if (lower === 'id') return 'is already in every model';
  if (STAMPS.includes(lower)) return 'is added by `timestamps`';
  return FIELDS.get(name) ?? null;
}

/** Filter operators of lists: after `__` always, after `_` only these four. */
export const FILTER_OPERATORS =
  'ilike ne gt gte lt lte in isnull startswith lt_field lte_field'.split(' ');
export const SHORT_OPERATORS = 'ne gte lte like'.split(' ');
