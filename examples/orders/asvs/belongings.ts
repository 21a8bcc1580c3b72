import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, waitsFor, type Target, type Waiting } from './check.js';
import { ONE, linkTo } from './linked.js';
import { invite, lookAt } from './mailed-links.js';
import { permissionsOf } from './models.js';
import { createPerson, createRole, createTenant, expectStatus, type Person } from './people.js';
import { withPasskey } from './passkeys.js';
import type { Answer, Service } from './service.js';

/** Somebody, and somebody else who has another role, and the tenant of the first or another one. */
interface Both {
  readonly owner: Person;
  readonly other: Person;
}

/** What somebody has in person: what of it is tried, and how. */
type Kind = readonly [tries: string, expectKept: (on: Target, both: Both) => Promise<void>];

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The checks of what people have in person: that it is out of reach for others of their tenant, or of another one. */
export function personal(isSameTenant: boolean): readonly Waiting[] {
  const known = new WeakMap<Service, Promise<Both>>();
  const both = ({ service }: Target): Promise<Both> => {
    const made = known.get(service) ?? makeBoth(service, isSameTenant);
    known.set(service, made);
    return made;
  };
  const whose = isSameTenant ? 'another user' : 'a user of another tenant';
  return Object.entries(KINDS).map(([feature, [tries, expectKept]]) =>
    waitsFor(
      feature,
      test(`${tries} for ${whose}`, async (on) => expectKept(on, await both(on))),
    ),
  );
}

async function makeBoth(service: Service, isSameTenant: boolean): Promise<Both> {
  const tenant = await createTenant(service);
  const tenants = [isSameTenant ? tenant : await createTenant(service)];
  const owner = await createPerson(service, { roles: ['Admin'], tenants: [tenant] });
  const role = await createRole(service, METHODS);
  return { owner, other: await createPerson(service, { roles: [role], tenants }) };
}

/** Asserts that somebody else finds nothing at some paths. */
async function expectGone(
  { service }: Target,
  { token }: Person,
  requests: readonly (readonly [method: string, path: string, body?: object])[],
): Promise<void> {
  for (const [method, path, body] of requests)
    expectStatus(await service.ask(method, path, { token, body }), 403, 404);
}

const idOf = (answer: Answer): number => (expectStatus(answer, 201).json as { id: number }).id;

/** By feature. */
const KINDS: Readonly<Record<string, Kind>> = {
  import: [
    'an import is out of reach',
    async (on, { owner, other }) => {
      const id = await importedBy(on, owner);
      const path = `/_imports/${id}`;
      await expectGone(on, other, [
        ...([
          ['GET', path],
          ['GET', `${path}/problems`],
        ] as const),
        ...([
          ['PATCH', path, {}],
          ['POST', `${path}/check`],
          ['POST', `${path}/run`],
        ] as const),
        ...([
          ['POST', `${path}/stop`],
          ['GET', `${path}/failed`],
          ['DELETE', path],
        ] as const),
      ]);
      expectStatus(await on.service.ask('GET', path, { token: owner.token }), 200);
    },
  ],

  idempotency: [
    'an Idempotency-Key is a new one',
    async ({ service }, { owner }) => {
      // Somebody who could have sent it, too.
      const other = await createPerson(service, { roles: ['Admin'] });
      const headers = { 'idempotency-key': randomUUID() };
      const body = { name: `tenant ${randomUUID()}` };
      const write = ({ token }: Person) => service.ask('POST', '/tenant', { token, body, headers });
      const id = idOf(await write(owner));
      const ofOther = await write(other);
      const told = (ofOther.json as { id?: number } | null)?.id;
      const isReplayed = ofOther.headers.has('idempotency-replayed') || told === id;
      assert.ok(
        !isReplayed,
        'the Idempotency-Key of somebody else is answered with what they wrote',
      );
      expectStatus(ofOther, 201, 409);
      assert.equal(idOf(await write(owner)), id, 'the key is not known to its own user');
    },
  ],

  'api-keys': [
    'an API key is out of reach',
    async (on, { owner, other }) => {
      const { token, password } = owner;
      const path = '/auth/api-keys';
      const body = { name: 'mine', password };
      const made = await on.service.ask('POST', path, { token, body });
      const { key } = expectStatus(made, 201).json as { key: string };
      await expectGone(on, other, [
        ['DELETE', `${path}/${idOf(made)}`],
        ['GET', `/auth/users/${owner.id}/api-keys`],
        ['DELETE', `/auth/users/${owner.id}/api-keys/${idOf(made)}`],
      ]);
      const listed = await on.service.ask('GET', path, { token: other.token });
      assert.deepEqual(expectStatus(listed, 200).json, []);
      expectStatus(await on.service.ask('GET', '/auth/me', { token: key }), 200);
    },
  ],

  sessions: [
    'a session is out of reach',
    async (on, { owner, other }) => {
      const path = '/auth/sessions';
      const { json } = await on.service.ask('GET', path, { token: owner.token });
      const [session] = json as readonly [{ id: number }];
      await expectGone(on, other, [
        ['DELETE', `${path}/${session.id}`],
        ['GET', `/auth/users/${owner.id}/sessions`],
        ['DELETE', `/auth/users/${owner.id}/sessions`],
      ]);
      const listed = await on.service.ask('GET', path, { token: other.token });
      const own = expectStatus(listed, 200).json as readonly { id: number }[];
      assert.ok(!own.some(({ id }) => id === session.id), 'a session of somebody else is listed');
      expectStatus(await on.service.ask('GET', '/auth/me', { token: owner.token }), 200);
    },
  ],

  invitations: [
    'an invitation is out of reach',
    async (on, { owner, other }) => {
      const invited = await invite(on, owner.token);
      const path = `/auth/invitations/${invited.id}`;
      await expectGone(on, other, [
        ['POST', `${path}/resend`],
        ['DELETE', path],
      ]);
      const listed = await on.service.ask('GET', '/auth/invitations', { token: other.token });
      assert.ok(!listed.text.includes(invited.email), 'an invitation of somebody else is listed');
      expectStatus(await lookAt(on, invited), 200);
    },
  ],

  oidc: [
    'an account at a provider is out of reach',
    async (on, { owner, other }) => {
      await linkTo(on, owner, ONE);
      const path = '/auth/oidc/identities';
      const { json } = await on.service.ask('GET', path, { token: owner.token });
      const [identity] = json as readonly [{ id: number }];
      const { password } = other;
      await expectGone(on, other, [
        ['POST', `${path}/${identity.id}/remove`, { password }],
        ['GET', `/auth/users/${owner.id}/identities`],
        ['DELETE', `/auth/users/${owner.id}/identities/${identity.id}`],
      ]);
      const listed = await on.service.ask('GET', path, { token: other.token });
      assert.deepEqual(expectStatus(listed, 200).json, []);
    },
  ],

  passkeys: [
    'a passkey is out of reach',
    async (on, { other }) => {
      // Whoever has a passkey shows it where others show the password.
      const owner = await withPasskey(on.service, await createPerson(on.service));
      const path = `/auth/passkeys/${owner.key}`;
      const { password } = other;
      await expectGone(on, other, [
        ['PATCH', path, { name: 'mine' }],
        ['POST', `${path}/remove`, { password }],
        ['GET', `/auth/passkeys/users/${owner.id}`],
        ['DELETE', `/auth/passkeys/users/${owner.id}`],
      ]);
    },
  ],
};

/** A file that somebody has brought, for the first model that can be imported. */
async function importedBy({ service }: Target, { token }: Person): Promise<number> {
  const headers = { 'content-type': 'application/octet-stream' };
  for (const prefix of Object.keys(await permissionsOf(service, 'Admin'))) {
    const path = `/_imports?model=${prefix}&name=names.csv`;
    const answer = await service.ask('POST', path, { token, body: 'name\nsomebody\n', headers });
    if (answer.status === 201) return idOf(answer);
  }
  return assert.fail('no model can be imported');
}
