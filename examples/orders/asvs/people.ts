import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import type { Answer, Service } from './service.js';
import { ADMIN } from './settings.js';

export interface User {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly email: string;
}

/** A user who is signed in. */
export interface Person extends User {
  readonly token: string;
}

/** Asserts a status; says what was answered where it is another one. */
export function expectStatus(answer: Answer, ...allowed: readonly number[]): Answer {
  const { request, status, text } = answer;
  const wanted = allowed.join(' or ');
  assert.ok(
    allowed.includes(status),
    `${request}: ${status} in place of ${wanted}: ${text.slice(0, 200)}`,
  );
  return answer;
}

/** An address of its own, so that failures of one check are not counted for another. */
export const freshAddress = (): string => `198.18.${randomInt(256)}.${randomInt(256)}`;

export const freshPassword = (): string => randomBytes(15).toString('base64url');

const freshName = (kind: string): string => `${kind}-${randomBytes(5).toString('hex')}`;

export const signIn = (
  service: Service,
  username: string,
  password: string,
  from = freshAddress(),
): Promise<Answer> => service.ask('POST', '/auth/login', { body: { username, password }, from });

export const tokenOf = (answer: Answer): string =>
  (expectStatus(answer, 200, 201).json as { access_token: string }).access_token;

const admins = new WeakMap<Service, { readonly at: number; readonly token: Promise<string> }>();

/** A token of the administrator, which stands at the time of the service's clock. */
export function adminToken(service: Service): Promise<string> {
  const known = admins.get(service);
  if (known?.at === service.ahead) return known.token;
  const token = signIn(service, ADMIN.username, ADMIN.password).then(tokenOf);
  admins.set(service, { at: service.ahead, token });
  return token;
}

/** Creates a record as the administrator; returns its id. */
export async function create(service: Service, path: string, body: object): Promise<number> {
  const token = await adminToken(service);
  const answer = await service.ask('POST', path, { token, body });
  return (expectStatus(answer, 201).json as { id: number }).id;
}

/** A role that may send these methods. */
export async function createRole(service: Service, methods: readonly string[]): Promise<string> {
  const name = freshName('role');
  await create(service, '/role', { name, allowed_methods: methods });
  return name;
}

export const createTenant = (service: Service): Promise<number> =>
  create(service, '/tenant', { name: freshName('tenant') });

/** What a new user has, and does without. */
interface Belonging {
  readonly roles?: readonly string[];
  readonly tenants?: readonly number[];
}

export async function createUser(
  service: Service,
  { roles = [], tenants = [] }: Belonging = {},
): Promise<User> {
  const [username, password] = [freshName('person'), freshPassword()];
  const email = `${username}@service.example`;
  const id = await create(service, '/user', { username, password, email, roles, tenants });
  return { id, username, password, email };
}

/** A new user, signed in. */
export async function createPerson(service: Service, belonging?: Belonging): Promise<Person> {
  const user = await createUser(service, belonging);
  return { ...user, token: tokenOf(await signIn(service, user.username, user.password)) };
}

/** Gives somebody another password, by the one that they have unless `change` says another one. */
export const changePassword = (
  service: Service,
  { token, password: current_password }: Person,
  change: Readonly<Record<string, string | undefined>>,
): Promise<Answer> =>
  service.ask('PUT', '/auth/change-password', { token, body: { current_password, ...change } });
