import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import type { Account, Directory } from '../auth/directory.js';
import { newTokenVersion } from '../auth/access-control.js';
import { userRecords } from '../auth/entities.js';
import type { Invitations } from '../auth/invitations.js';
import { newSecret } from '../auth/one-time-secret.js';
import { NO_PASSWORD, type Passwords } from '../auth/passwords.js';
import type { Throttle } from '../auth/throttle.js';
import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import { UNSEEN } from '../fields/formats.js';
import type { NumericId } from '../fields/record-id.js';
import type { EngineWithPolicy } from '../records/create-engine.js';
import type { Client } from '../http/client.js';
import { HttpProblem } from '../problem/problem.js';
import { NotSignedIn } from './oidc-parts.js';
import { textClaim, type Claims, type ProviderRules } from './provider-rules.js';
import type { NewIdentity, StoredIdentities } from './stored-identities.js';

/** What finding the account of an identity works with. */
export interface AccountParts {
  readonly database: Database;
  readonly directory: Directory;
  readonly engine: EngineWithPolicy;
  readonly throttle: Throttle;
  readonly passwords: Passwords;
  readonly logger: Logger;
  readonly identities: StoredIdentities;
  readonly invitations?: Invitations | undefined;
}

/** Somebody who comes back from a provider. */
export interface Arrival {
  readonly identity: NewIdentity;
  readonly claims: Claims;
  readonly client: Client;
  /** The secret of the invitation that they accept, if any. */
  readonly invitation: string | null;
}

const MAX_NAME = 255;

/** An identity by the claims of a provider. */
export const identityIn = (provider: string, claims: Claims): NewIdentity => ({
  ...{ provider, issuer: claims.iss, subject: claims.sub },
  name: nameIn(claims).slice(0, MAX_NAME),
});

const nameIn = (claims: Claims): string =>
  textClaim(claims, 'email') ?? textClaim(claims, 'preferred_username') ?? claims.sub;

/**
 * The account of somebody whom a provider has signed in: the one that the identity is linked to, or a new one by an invitation
 * or where the rules say so; null for strangers. Roles and tenants are as the claims say from now on.
 */
export async function findAccount(
  parts: AccountParts,
  rules: ProviderRules,
  arrival: Arrival,
): Promise<Account | null> {
  const { database, directory, identities } = parts;
  const { issuer, subject, name } = arrival.identity;
  const find = () => database.read((session) => identities.find(session, issuer, subject));
  /** Who comes several times at once wants one name each time: whoever lost finds the user of whoever won. */
  const unlessThere = async (error: unknown): Promise<boolean> => {
    if (!(error instanceof HttpProblem && error.status === 409)) throw error;
    if ((await find()) !== null) return true;
    // The provider has seen that they read the mail of this address; that no user was made would tell them as much.
    const isKnown = error.problems.some(({ field }) => field === 'email');
    throw isKnown ? new NotSignedIn('account-exists') : error;
  };
  const make = () => makeUser(parts, rules, arrival).catch(unlessThere);
  const known = (await find()) ?? ((await make()) ? await find() : null);
  if (known === null) return null;
  const { id, userId } = known;
  await database.write((session) => identities.used(session, id, name));
  const before = await directory.account(userId);
  // Somebody who may not come in is not changed either: the gate says so.
  if (before?.active) await applyClaims(parts, rules, userId, arrival.claims);
  return directory.account(userId);
}

/** Makes a user for an identity, linked in the same transaction; false where nothing allows it. */
async function makeUser(
  parts: AccountParts,
  rules: ProviderRules,
  arrival: Arrival,
): Promise<boolean> {
  const { invitations } = parts;
  const { claims, invitation } = arrival;
  if (invitation !== null && invitations) await accept(parts, invitations, arrival, invitation);
  else if (rules.creates?.(claims)) await createUser(parts, rules, arrival);
  else return false;
  return true;
}

async function accept(
  parts: AccountParts,
  invitations: Invitations,
  { identity, claims, client }: Arrival,
  invitation: string,
): Promise<void> {
  const { first_name, last_name } = profileIn(claims);
  const username = await freeUsername(claims, parts.directory);
  await invitations
    .accept(invitation, { username, first_name, last_name }, client, (session, id) =>
      link(parts, session, id, identity),
    )
    .catch(unlessTaken);
}

async function createUser(
  parts: AccountParts,
  rules: ProviderRules,
  { identity, claims, client }: Arrival,
): Promise<void> {
  const { database, engine, throttle, directory, passwords } = parts;
  const users = userRecords(engine, engine.system);
  const username = await freeUsername(claims, directory);
  const password = newSecret();
  const values = { ...profileIn(claims), ...rules.values?.(claims), username, password };
  const make = () =>
    database.write(async (session) => {
      const { id } = await users.create(values);
      await link(parts, session, id, identity);
    });
  await throttle
    // Hashing takes its time, and on SQLite nobody else writes meanwhile.
    .hashing(username, client.address, () => passwords.beforehand(password, make))
    .catch(unlessTaken);
}

/** In the transaction that makes the user, who has no password until an administrator, or a reset, sets one. */
async function link(
  { engine, identities }: AccountParts,
  session: Session,
  id: NumericId,
  identity: NewIdentity,
): Promise<void> {
  const values = { password_hash: NO_PASSWORD, token_version: newTokenVersion() };
  await userRecords(engine, engine.system).update(id, values);
  if (!(await identities.add(session, id, identity))) throw new Taken();
}

function unlessTaken(error: unknown): void {
  if (!(error instanceof Taken)) throw error;
}

/** The identity has become another request's user. */
class Taken extends Error {}

function profileIn(claims: Claims) {
  const short = (name: string) => textClaim(claims, name)?.slice(0, MAX_NAME) ?? null;
  return {
    first_name: short('given_name'),
    last_name: short('family_name'),
    // An address that nobody has confirmed could be anybody's.
    email: claims['email_verified'] === true ? short('email') : null,
  };
}

const MAX_USERNAME = 60;

/** A name after the claims that nobody has; never one with an `@`, which would pass for an address. */
async function freeUsername(claims: Claims, directory: Directory): Promise<string> {
  const wanted = textClaim(claims, 'preferred_username') ?? textClaim(claims, 'email') ?? '';
  const unseen = new RegExp(UNSEEN.source, 'gu');
  const plain = wanted.split('@')[0]!.replace(unseen, '').slice(0, MAX_USERNAME).trim() || 'user';
  for (let number = 1; number <= 20; number++) {
    const name = number === 1 ? plain : `${plain}${number}`;
    if ((await directory.credentials(name)) === null) return name;
  }
  return `${plain}-${randomInt(1e9, 1e10)}`;
}

/** Gives a user the roles and tenants of the claims, and takes all others away. */
async function applyClaims(
  { directory, engine, logger }: AccountParts,
  rules: ProviderRules,
  userId: NumericId,
  claims: Claims,
): Promise<void> {
  const before = await directory.account(userId);
  if (before === null) return;
  const named = rules.roles && (await known(rules.roles(claims), rolesOf(directory), logger));
  const tenants =
    rules.tenants && (await known(rules.tenants(claims), tenantsOf(directory), logger));
  const roles = named?.map(({ name }) => name);
  const tenantIds = tenants?.map(({ id }) => id);
  const values = {
    ...(roles && !isSame(roles, before.profile.roles) && { roles }),
    ...(tenantIds && !isSame(tenantIds, before.profile.tenants) && { tenants: tenantIds }),
  };
  if (Object.keys(values).length === 0) return;
  const users = userRecords(engine, engine.system);
  const change = (more: object) => users.update(userId, { ...values, ...more });
  await change({}).catch(async (error: unknown) => {
    if (!isLastAdmin(error)) throw error;
    logger.warn({ userId }, 'the last administrator keeps the role, whatever the provider says');
    await change({ roles: [...new Set([...(roles ?? []), 'Admin'])] });
  });
}

const isLastAdmin = (error: unknown): boolean =>
  error instanceof HttpProblem && error.members['code'] === 'last-admin';

type Named = { readonly id: NumericId; readonly name: string };

const rolesOf = (directory: Directory): Promise<readonly Named[]> => directory.listRoles();
const tenantsOf = (directory: Directory): Promise<readonly Named[]> =>
  directory.listTenants('active');

/** The names that exist; the log tells of the others, which may be misspelt. */
async function known(
  names: readonly string[],
  all: Promise<readonly Named[]>,
  logger: Logger,
): Promise<readonly Named[]> {
  const found = (await all).filter(({ name }) => names.includes(name));
  const missing = names.filter((name) => !found.some((one) => one.name === name));
  if (missing.length > 0)
    logger.warn({ missing }, 'src/sign-in/providers.ts names roles or tenants that do not exist');
  return found;
}

const isSame = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));
