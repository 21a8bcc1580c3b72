/*
 * Errors for logs and terminals. Database errors carry rows, parameters and user input (a password in the name field) in
 * `detail`, `where`, `parameters`, `query`, and in the message: so everything is left out that is not listed here.
 */

/** Properties that name parts of the schema or the system. */
const SAFE_PROPERTIES = [
  ...['code', 'severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine'],
  ...['syscall', 'address', 'port'],
] as const;

/** Maximum length of a chain of causes. */
const MAX_DEPTH = 5;

/** An error in the form in which it is logged. */
export interface SerializedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: SerializedError;
  /** The errors in an aggregate error. */
  readonly errors?: readonly SerializedError[];
  readonly [name: string]: unknown;
}

/** What may be logged of an error: names, codes, stack frames and causes, never a value of a row or a request. */
export function serializeError(error: unknown, depth = 0): SerializedError {
  const message = safeMessage(error, depth);
  if (!(error instanceof Error)) return { type: typeof error, message, stack: message };
  const type = error.constructor.name;
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  const canDescend = depth < MAX_DEPTH;
  return {
    type,
    message,
    ...safeProperties(error),
    stack: [`${type}: ${message}`, ...framesOf(error)].join('\n'),
    ...(canDescend && cause !== undefined && { cause: serializeError(cause, depth + 1) }),
    ...(canDescend &&
      Array.isArray(errors) && { errors: errors.map((e) => serializeError(e, depth + 1)) }),
  };
}

/** An error as text for a terminal. */
export function formatError(error: unknown): string {
  const format = ({ stack, cause, errors = [] }: SerializedError): string =>
    [
      stack,
      ...[...(cause ? [cause] : []), ...errors].map((inner) => `caused by ${format(inner)}`),
    ].join('\n');
  return format(serializeError(error));
}

/** An error's message alone. */
export function safeMessage(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : 'no error was thrown';
  const source = (error as { driverError?: unknown }).driverError;
  const driver = source instanceof Error ? source : error;
  const safe = ofPostgres(driver) ?? ofSqlite(driver);
  if (safe !== null) return safe;
  // TypeORM's `findOneOrFail` appends the criteria.
  if ('criteria' in error) return error.message.split(' matching:')[0]!;
  return depth < MAX_DEPTH ? withoutCause(error, depth) : error.constructor.name;
}

/** An error that wraps another one mostly quotes it. */
function withoutCause({ message, cause }: Error, depth: number): string {
  if (!(cause instanceof Error) || cause.message === '') return message;
  return message.replaceAll(cause.message, () => safeMessage(cause, depth + 1));
}

function safeProperties(error: Error): Record<string, unknown> {
  const properties = error as unknown as Record<string, unknown>;
  const present = SAFE_PROPERTIES.filter((name) =>
    ['string', 'number'].includes(typeof properties[name]),
  );
  return Object.fromEntries(present.map((name) => [name, properties[name]]));
}

/** A stack begins with the message, which may span several lines. */
const framesOf = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .filter((line) => /^ {4}at .*(:\d+:\d+|<anonymous>|native|index \d+)\)?$/.test(line));

interface ServerError {
  readonly message: string;
  readonly severity?: unknown;
  readonly code?: unknown;
}

/** SQLSTATE classes whose messages only name parts of the schema or problems of the server. */
const NAMES_ONLY = /^(08|0A|23|25|26|28|2B|3D|3F|40|42|53|54|55|57|58)/;
/** Malformed data: the message starts with the problem and ends with the value. */
const VALUES_LAST = /^22/;

/** The message of a PostgreSQL error without values of rows and parameters; null for any other error. */
export function ofPostgres({ message, severity, code }: ServerError): string | null {
  if (typeof severity !== 'string' || typeof code !== 'string') return null;
  if (NAMES_ONLY.test(code)) return message;
  // A trigger, for one, may raise any text.
  return VALUES_LAST.test(code) ? leadingWords(message) : `a PostgreSQL error, ${code}`;
}

interface SqliteError {
  readonly message: string;
  readonly code?: unknown;
}

/** Beginnings of messages that end with names of the schema, or a word of the statement. */
const NAMES_LAST = new RegExp(
  '^(no such |ambiguous column |duplicate column |(UNIQUE|NOT NULL|CHECK) constraint |error in |' +
    '[Cc]annot |there is already |(table|index|view|trigger) |near )',
);

/** The message of an SQLite error without values of rows and parameters; null for any other error. */
export function ofSqlite({ message, code }: SqliteError): string | null {
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return null;
  // A trigger may raise any text.
  if (code === 'SQLITE_CONSTRAINT_TRIGGER') return `an SQLite error, ${code}`;
  return NAMES_LAST.test(message) ? message : leadingWords(message);
}

/** The words at the start of a driver's message. After the first quote, digit or sign there may be a value. */
export const leadingWords = (message: string): string =>
  /^[\p{L}\p{M} /-]*/u.exec(message)![0].trim();
