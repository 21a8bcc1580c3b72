import { leadingWords } from '../leading-words.js';

interface ServerError {
  readonly message: string;
  readonly severity?: unknown;
  readonly code?: unknown;
}

/** Classes of SQLSTATE whose messages name what is in the schema or wrong with the server. */
const NAMES_ONLY = /^(08|0A|23|25|26|28|2B|3D|3F|40|42|53|54|55|57|58)/;
/** Data of the wrong form: the message begins with what is wrong and goes on with the value. */
const VALUES_LAST = /^22/;

/** The message of an error of PostgreSQL without values of rows and parameters; null for any other error. */
export function safeMessage({ message, severity, code }: ServerError): string | null {
  if (typeof severity !== 'string' || typeof code !== 'string') return null;
  if (NAMES_ONLY.test(code)) return message;
  // What a trigger raises, for one, may say anything.
  return VALUES_LAST.test(code) ? leadingWords(message) : `an error of PostgreSQL, ${code}`;
}
