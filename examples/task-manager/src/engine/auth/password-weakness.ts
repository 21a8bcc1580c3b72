import { passwordProblem } from './passwords.js';

/** What everybody tries first, letters alone; a longer one before those that are parts of it. */
const WELL_KNOWN = [
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
const UPWARDS = '01234567890123456789';
const DOWNWARDS = [...UPWARDS].reverse().join('');

/** Why a password must not be an administrator's first one in production, or null. */
export function passwordWeakness(password: string, username: string): string | null {
  const problem = passwordProblem('ADMIN_PASSWORD', password);
  if (problem) return problem.message;
  const tooPlain = new Set(password).size < 4 || isWellKnown(password, username);
  return tooPlain ? 'ADMIN_PASSWORD is one of those that everybody tries.' : null;
}

/** Well-known words or the username in any case, with nothing but digits and signs around them; or a row of digits. */
function isWellKnown(password: string, username: string): boolean {
  const letters = lettersOf(password);
  const known = [lettersOf(username), ...WELL_KNOWN];
  const rest = known.reduce((text, word) => text.replaceAll(word, ''), letters);
  const isRow = UPWARDS.includes(password) || DOWNWARDS.includes(password);
  return isRow || password === username || (letters !== '' && rest === '');
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '');
