import assert from 'node:assert/strict';
import { DAY, HOUR, type Target } from './check.js';
import { guard } from './factors.js';
import {
  adminToken,
  changePassword,
  createPerson,
  expectStatus,
  freshAddress,
  freshPassword,
  signIn,
  tokenOf,
  type Person,
  type User,
} from './people.js';
import type { Answer } from './service.js';
import { SETTINGS } from './settings.js';

/** What a request says of its host has no part in a link. */
const ELSEWHERE = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };

/** The secret of the next link to an address, which leads to our own pages. */
async function secretTo({ mails }: Target, address: string): Promise<string> {
  assert.ok(mails, 'the feature `mail` is off');
  const { origin, hash } = await mails.linkTo(address);
  assert.equal(origin, new URL(SETTINGS['PUBLIC_URL']!).origin, 'a link leads elsewhere');
  return hash.replace('#token=', '');
}

const confirmation = '/auth/email-confirmation';

/** Confirms the address of somebody where links are sent to confirmed ones alone. */
async function confirmIfAsked(on: Target, { token, email }: Person): Promise<void> {
  const { json } = await on.service.ask('GET', confirmation, { token });
  const { required, confirmed } = json as { required: boolean; confirmed: boolean };
  if (!required || confirmed) return;
  const body = { token: await secretTo(on, email) };
  expectStatus(await on.service.ask('PUT', confirmation, { token, body }), 204);
}

/** Asks for a link to a new password; returns its secret. */
async function forgotten(on: Target, { email }: User): Promise<string> {
  const asked = { body: { email }, headers: ELSEWHERE, from: freshAddress() };
  expectStatus(await on.service.ask('POST', '/auth/forgot-password', asked), 202);
  return secretTo(on, email);
}

const reset = (
  { service }: Target,
  secret: string,
  new_password = freshPassword(),
  token?: string,
): Promise<Answer> =>
  service.ask('POST', '/auth/reset-password', {
    ...{ body: { token: secret, new_password }, from: freshAddress() },
    token,
  });

/** Asserts that a link to a new password does what it is for once, for its user. */
export async function expectResetOnce(on: Target): Promise<void> {
  const { service } = on;
  const [person, other] = [await createPerson(service), await createPerson(service)];
  await confirmIfAsked(on, person);
  const [first, second] = [await forgotten(on, person), await forgotten(on, person)];
  const password = freshPassword();
  expectStatus(await reset(on, first, password, other.token), 204);
  for (const secret of [first, second]) expectStatus(await reset(on, secret), 404);
  expectStatus(await service.ask('GET', '/auth/me', { token: person.token }), 401);
  expectStatus(await signIn(service, person.username, password), 200);
  expectStatus(await service.ask('GET', '/auth/me', { token: other.token }), 200);

  await confirmIfAsked(on, other);
  const [late, outdated] = [await forgotten(on, other), await forgotten(on, other)];
  const changed = await changePassword(service, other, { new_password: freshPassword() });
  expectStatus(changed, 200);
  for (const secret of [late, outdated]) expectStatus(await reset(on, secret), 404);
}

/** Asserts that a link to a new password ends by itself. */
export async function expectResetEnds(on: Target): Promise<void> {
  const person = await createPerson(on.service);
  await confirmIfAsked(on, person);
  const secret = await forgotten(on, person);
  await on.later(HOUR);
  expectStatus(await reset(on, secret), 404);
}

/** Asserts that somebody with a second factor is asked for it after a new password. */
export async function expectFactorKept(on: Target): Promise<void> {
  const person = await createPerson(on.service);
  await confirmIfAsked(on, person);
  await guard(on.service, person);
  const password = freshPassword();
  expectStatus(await reset(on, await forgotten(on, person), password), 204);
  const { json } = expectStatus(await signIn(on.service, person.username, password), 200);
  assert.ok('factor' in (json as object), 'a new password opens a session without the factor');
}

/** Asserts that a link confirms an address for its user alone, once, before its time is over. */
export async function expectConfirmedOnce(on: Target): Promise<void> {
  const { service } = on;
  const person = await createPerson(service);
  const other = await createPerson(service);
  const outdated = await createPerson(service);
  const ask = async ({ token, email }: Person): Promise<string> => {
    const { json } = await service.ask('GET', confirmation, { token });
    // Where it is required, a new user was sent a link already.
    if (!(json as { required: boolean }).required)
      expectStatus(await service.ask('POST', confirmation, { token, from: freshAddress() }), 202);
    return secretTo(on, email);
  };
  const confirm = ({ token }: Pick<Person, 'token'>, secret: string) =>
    service.ask('PUT', confirmation, { token, body: { token: secret }, from: freshAddress() });
  const [secret, late] = [await ask(person), await ask(other)];
  expectStatus(await confirm(other, secret), 404);
  for (const status of [204, 404]) expectStatus(await confirm(person, secret), status);
  const former = await ask(outdated);
  const changed = await changePassword(service, outdated, { new_password: freshPassword() });
  expectStatus(await confirm({ token: tokenOf(changed) }, former), 404);
  await on.later(25 * HOUR);
  const token = tokenOf(await signIn(service, other.username, other.password));
  expectStatus(await confirm({ token }, late), 404);
}

interface Invited {
  readonly id: number;
  readonly email: string;
  readonly secret: string;
}

/** Invites somebody by somebody else; what they find in their mail. */
export async function invite(on: Target, token: string): Promise<Invited> {
  const email = `${freshPassword()}@service.example`.toLowerCase();
  const asked = { token, body: { email }, headers: ELSEWHERE };
  const answer = expectStatus(await on.service.ask('POST', '/auth/invitations', asked), 201);
  assert.doesNotMatch(answer.text, /[\w-]{43}/, 'the answer holds the secret');
  return { id: (answer.json as { id: number }).id, email, secret: await secretTo(on, email) };
}

/** Shows what an invitation is for; it uses nothing up. */
export const lookAt = ({ service }: Target, { secret }: Pick<Invited, 'secret'>): Promise<Answer> =>
  service.ask('POST', '/auth/invitations/look', { body: { token: secret }, from: freshAddress() });

const accept = ({ service }: Target, { secret }: Pick<Invited, 'secret'>): Promise<Answer> => {
  const body = { token: secret, username: freshPassword(), password: freshPassword() };
  return service.ask('POST', '/auth/invitations/accept', { body, from: freshAddress() });
};

/** Asserts that an invitation makes a user once: of whoever got the last mail, while whoever sent it may. */
export async function expectInvitedOnce(on: Target): Promise<void> {
  const { service } = on;
  const token = await adminToken(service);
  const used = await invite(on, token);
  for (const status of [201, 404]) expectStatus(await accept(on, used), status);

  const [former, revoked] = [await invite(on, token), await invite(on, token)];
  const path = `/auth/invitations/${former.id}/resend`;
  expectStatus(await service.ask('POST', path, { token }), 200);
  const renewed = { secret: await secretTo(on, former.email) };
  expectStatus(await service.ask('DELETE', `/auth/invitations/${revoked.id}`, { token }), 204);
  for (const one of [former, revoked]) expectStatus(await accept(on, one), 404);
  expectStatus(await lookAt(on, renewed), 200);

  const inviter = await createPerson(service, { roles: ['Admin'] });
  const last = await invite(on, inviter.token);
  const body = { roles: [] };
  expectStatus(await service.ask('PATCH', `/user/${inviter.id}`, { token, body }), 200);
  expectStatus(await accept(on, last), 403);
}

/** Asserts that an invitation ends by itself. */
export async function expectInvitationEnds(on: Target): Promise<void> {
  const invited = await invite(on, await adminToken(on.service));
  await on.later(31 * DAY);
  expectStatus(await accept(on, invited), 404);
}

/** Asserts that nobody gets in by a secret that was sent to nobody. */
export async function expectGuessesRefused(on: Target, secret: string): Promise<void> {
  for (const answer of [await lookAt(on, { secret }), await accept(on, { secret })])
    expectStatus(answer, 404);
}
