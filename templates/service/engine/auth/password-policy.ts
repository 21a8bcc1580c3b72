import type { FieldProblem, ProblemParams } from '../problem/problem.js';
import { MAX_PASSWORD_LENGTH } from '../settings/settings.js';

/** Whether a text is longer than any password, without counting: a character has at most two of JavaScript's units. */
export const isBeyondPasswords = ({ length }: string): boolean => length > 2 * MAX_PASSWORD_LENGTH;

/** The fault in the form of a new password, or null. */
export function passwordProblem(
  field: string,
  password: unknown,
  minLength: number,
): FieldProblem | null {
  const wrong = (code: string, message: string, params?: ProblemParams): FieldProblem => ({
    ...{ field, code, message },
    ...(params && { params }),
  });
  if (typeof password !== 'string') return wrong('type', `${field} must be a string.`);
  const length = isBeyondPasswords(password) ? Infinity : [...password].length;
  const [min, max] = [minLength, MAX_PASSWORD_LENGTH];
  if (length > max) return wrong('max', `${field} must have at most ${max} characters.`, { max });
  if (length < min) return wrong('min', `${field} must have at least ${min} characters.`, { min });
  return password.includes('\0') ? wrong('nul', `${field} must not contain NUL.`) : null;
}

/** A password that is among those that everybody tries first. */
export const commonProblem = (field: string): FieldProblem => ({
  field,
  code: 'common',
  message: `${field} is one of the most common passwords.`,
});

/** A password that consists of the words of this service, as in `Lighthouse2026!`. */
export const ownWordProblem = (field: string): FieldProblem => ({
  field,
  code: 'own-word',
  message: `${field} must not consist of the name of this service or its words.`,
});

/** One character again and again, or nothing but spaces: no list has them all, and everybody tries them. */
export const isMonotonous = (password: string): boolean =>
  new Set(password).size === 1 || password.trim() === '';

/** Words that administrators' passwords are made of, letters only; longer ones before those that are parts of them. */
const COMMON_WORDS = [
  ...[
    'administrator',
    'admin',
    'admn',
    'password',
    'passwort',
    'passwrd',
    'psswrd',
    'passwd',
    'pass',
  ],
  ...['changeme', 'changeit', 'default', 'letmein', 'welcome', 'secret', 'qwertyuiop', 'qwerty'],
  ...[
    'iloveyou',
    'root',
    'superuser',
    'users',
    'user',
    'guest',
    'tests',
    'test',
    'demo',
    'abcdefgh',
  ],
  ...['abcd', 'abc'],
];
const ASCENDING = '01234567890123456789';
const DESCENDING = [...ASCENDING].reverse().join('');

/** Whether it is a word that administrators use, or their name, with nothing but digits and signs around; or a sequence of digits. */
export function isObvious(password: string, username: string): boolean {
  const isRow = ASCENDING.includes(password) || DESCENDING.includes(password);
  const isMonotone = new Set(password).size < 4;
  const known = [username, ...COMMON_WORDS];
  return isMonotone || isRow || password === username || isMadeOf(password, known);
}

/** Whether its letters are these words and nothing else, whatever digits and signs are around them. */
export function isMadeOf(password: string, words: readonly string[]): boolean {
  const letters = lettersOf(password);
  const rest = words.reduce((text, word) => text.replaceAll(lettersOf(word), ''), letters);
  return letters !== '' && rest === '';
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '');
