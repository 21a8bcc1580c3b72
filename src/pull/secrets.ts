import { snakeCase } from '../model/names.js';
import type { TypeGuess } from './guess-type.js';

/** Fields that nobody should read, by their names. */
const SECRET =
  /(^|_)((password|passwd|pwd|passphrase|secret|token|api_key|private_key)(_hash|_digest|_encrypted|_salt)?|secrets|passwords|credentials|(backup|recovery)_codes)$|^salt$/;

/** Fields that nobody should read in a table whose rows are secrets, by their names. */
const IN_SECRETS = /^((hashed|encrypted)_)?(key|value|hash)$|_(hash|digest)$/;

/** The types of texts; `token` may be a number of them, and `password` an interval for reminders. */
const TEXTS: readonly string[] = 'string text uuid json list bytes'.split(' ');

/** Whether nobody should read a field, by its name and that of its table. */
export const isSecret = (
  name: string,
  { type }: Pick<TypeGuess, 'type'>,
  { isOfSecrets }: { readonly isOfSecrets: boolean },
): boolean => TEXTS.includes(type) && (SECRET.test(name) || (isOfSecrets && IN_SECRETS.test(name)));

/** Tables whose rows are keys or tokens of somebody, by their names in snake case. */
const OF_SECRETS =
  /(^|_)((api|access|secret|private)_keys?|tokens?|password_resets?|secrets?|credentials?)$/;

/** Whether the rows of a table are secrets, by its name. */
export const isOfSecrets = (table: string): boolean => OF_SECRETS.test(snakeCase(table));
