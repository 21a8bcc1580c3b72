import { PROOF_FIELDS } from '../auth/proofs.js';
import { invalid, type FieldProblem } from '../problem/problem.js';
import { rolesFor } from './narrow-account.js';
import type { KeyLimits } from './stored-keys.js';

/** What somebody asks for who wants a key. */
export interface KeyRequest extends KeyLimits {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** What a key may be narrowed to, and how long it may last. */
export interface KeyBounds {
  readonly owned: readonly string[];
  readonly roles: readonly string[];
  readonly models: readonly string[];
  /** Milliseconds. */
  readonly maxAge: number;
  readonly now: number;
}

const MAX_NAME = 255;
const FIELDS = ['name', 'roles', 'models', 'read_only', 'expires_at', ...PROOF_FIELDS];

/** Reads the body of a request for a key. Throws 422 with the problems of all fields. */
export function readKeyRequest(
  body: Readonly<Record<string, unknown>>,
  bounds: KeyBounds,
): KeyRequest {
  const problems: FieldProblem[] = [];
  const wrong = (field: string, code: string, message: string): void =>
    void problems.push({ field, code, message: `${field} ${message}` });
  for (const field of Object.keys(body))
    if (!FIELDS.includes(field)) wrong(field, 'unknown', 'is not known here.');

  const name = typeof body['name'] === 'string' ? body['name'].trim() : '';
  if (name === '') wrong('name', 'required', 'is required.');
  if ([...name].length > MAX_NAME || name.includes('\0'))
    wrong('name', 'max', `must have at most ${MAX_NAME} characters, and no NUL.`);

  const roles = readNames('roles', body['roles'], bounds.roles, wrong);
  const refused = roles?.filter((role) => !rolesFor(bounds.owned, [role]).includes(role)) ?? [];
  if (refused.length > 0)
    wrong('roles', 'other-role', `must be roles that you have: ${refused[0]} is not.`);
  const models = readNames('models', body['models'], bounds.models, wrong);
  const readOnly = body['read_only'] ?? false;
  if (typeof readOnly !== 'boolean') wrong('read_only', 'type', 'must be true or false.');
  const expiresAt = readEnd(body['expires_at'], bounds, wrong);

  const [first, ...others] = problems;
  if (first) throw invalid([first, ...others]);
  return { name, roles, models, readOnly: readOnly === true, expiresAt };
}

type Wrong = (field: string, code: string, message: string) => void;

/** A list of names, of which there must be one; null where nothing narrows. */
function readNames(
  field: string,
  value: unknown,
  known: readonly string[],
  wrong: Wrong,
): readonly string[] | null {
  if (value === undefined || value === null) return null;
  if (
    !Array.isArray(value) ||
    value.length === 0 ||
    !value.every((one) => typeof one === 'string')
  ) {
    wrong(field, 'type', 'must be a list of names, or absent.');
    return null;
  }
  const names = [...new Set(value as string[])];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    wrong(field, 'not-found', `names ${JSON.stringify(unknown)}, which does not exist.`);
  return names;
}

function readEnd(value: unknown, { now, maxAge }: KeyBounds, wrong: Wrong): number {
  const latest = now + maxAge;
  if (value === undefined || value === null) return latest;
  const at =
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(at))
    wrong('expires_at', 'type', 'must be a date and time such as 2027-01-31T12:00:00Z.');
  else if (at <= now) wrong('expires_at', 'min', 'must be in the future.');
  else if (at > latest)
    wrong('expires_at', 'max', `must not be after ${new Date(latest).toISOString()}.`);
  return at;
}
