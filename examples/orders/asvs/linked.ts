import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Target } from './check.js';
import { createPerson, expectStatus, freshAddress, type Person } from './people.js';
import type { Lie } from './providers.js';
import type { Answer, Service } from './service.js';
import { PROVIDERS } from './settings.js';

export const [ONE = '', OTHER = ''] = PROVIDERS;

/** A browser on its way to a provider. */
export interface Way {
  readonly name: string;
  readonly cookie: string;
  /** Where it was sent. */
  readonly url: string;
  readonly token?: string | undefined;
}

/** Begins a sign-in in a new browser; for somebody who is signed in a link, or a proof. */
export async function begin(
  { service }: Target,
  name: string,
  person?: Person,
  purpose = person === undefined ? 'start' : 'link',
): Promise<Way> {
  const { token, password } = person ?? {};
  const path = `/auth/oidc/${name}/${purpose}`;
  const asked = { token, body: { password }, from: freshAddress() };
  const answer = expectStatus(await service.ask('POST', path, asked), 200);
  const [cookie = ''] = answer.headers.getSetCookie()[0]?.split(';') ?? [];
  return { name, cookie, url: (answer.json as { url: string }).url, token };
}

/** What the page finds when the browser comes back with a query. */
export async function comeBack(
  { service }: Target,
  { name, cookie }: Pick<Way, 'name' | 'cookie'>,
  query: string,
): Promise<Readonly<Record<string, string>>> {
  const path = `/auth/oidc/${name}/callback${query}`;
  const answer = await service.ask('GET', path, { headers: { cookie }, from: freshAddress() });
  const page = new URL(expectStatus(answer, 303).headers.get('location')!);
  assert.equal(page.origin, 'https://service.example');
  return Object.fromEntries(new URLSearchParams(page.hash.slice(1)));
}

/** The providers, which are there wherever the feature is on. */
export const providersOf = ({ providers }: Target) => {
  assert.ok(providers, 'there are no providers');
  return providers;
};

/** Begins, signs in at the provider, and comes back. */
export async function goThrough(target: Target, name: string, subject: string, lie?: Lie) {
  const way = await begin(target, name);
  const query = providersOf(target).signIn(way.url, subject, lie);
  return { way, found: await comeBack(target, way, query) };
}

/** What the service answers whoever has gone all the way. */
export const fetchSession = ({ service }: Target, { cookie }: Way, code = ''): Promise<Answer> =>
  service.ask('POST', '/auth/oidc/session', {
    ...{ body: { code }, headers: { cookie }, from: freshAddress() },
  });

/** Links a new account at a provider to somebody; returns whom the provider knows it by. */
export async function linkTo(target: Target, person: Person, name: string): Promise<string> {
  const subject = randomBytes(8).toString('hex');
  const way = await begin(target, name, person);
  const { code } = await comeBack(target, way, providersOf(target).signIn(way.url, subject));
  const asked = { token: person.token, body: { code }, headers: { cookie: way.cookie } };
  expectStatus(await target.service.ask('POST', '/auth/oidc/identities', asked), 204);
  return subject;
}

const subjects = new WeakMap<Service, Promise<string>>();

/** Whom the first provider knows somebody by, who is linked once for all checks that change nothing of it. */
export function linkedSubject(on: Target): Promise<string> {
  const { service } = on;
  const known = subjects.get(service) ?? createPerson(service).then((one) => linkTo(on, one, ONE));
  subjects.set(service, known);
  return known;
}

/** Asserts that a sign-in proves who somebody is where the provider says that it is new, and not otherwise. */
export async function expectOldRefused(target: Target, person: Person): Promise<void> {
  const subject = await linkTo(target, person, ONE);
  const now = Math.floor(Date.now() / 1000);
  for (const [auth_time, error] of [
    [now, undefined],
    [now - 3600, 'not-fresh'],
    [undefined, 'not-fresh'],
  ] as const) {
    const way = await begin(target, ONE, person, 'prove');
    const query = providersOf(target).signIn(way.url, subject, { claims: { auth_time } });
    const found = await comeBack(target, way, query);
    assert.equal(found['error'], error, `the time of the sign-in: ${auth_time ?? 'not said'}`);
  }
}

/** Asserts that somebody who is linked comes in, and not by answers with these lies. */
export async function expectLiesRefused(target: Target, lies: readonly Lie[]): Promise<void> {
  const subject = await linkedSubject(target);
  const { way, found } = await goThrough(target, ONE, subject);
  expectStatus(await fetchSession(target, way, found['code']), 200);
  for (const lie of lies) {
    const { found: refused } = await goThrough(target, ONE, subject, lie);
    assert.equal(refused['error'], 'refused', `accepted: ${JSON.stringify(lie)}`);
  }
}
