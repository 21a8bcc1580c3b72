import { leadingWords } from '../leading-words.js';

interface SqliteError {
  readonly message: string;
  readonly code?: unknown;
}

/** How messages begin that go on with names of the schema, or a word of the statement. */
const NAMES_LAST = new RegExp(
  '^(no such |ambiguous column |duplicate column |(UNIQUE|NOT NULL|CHECK) constraint |error in |' +
    '[Cc]annot |there is already |(table|index|view|trigger) |near )',
);

/** The message of an error of SQLite without values of rows and parameters; null for any other error. */
export function safeMessage({ message, code }: SqliteError): string | null {
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return null;
  // What a trigger raises may say anything.
  if (code === 'SQLITE_CONSTRAINT_TRIGGER') return `an error of SQLite, ${code}`;
  return NAMES_LAST.test(message) ? message : leadingWords(message);
}
