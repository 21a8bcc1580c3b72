import { expect, test } from 'vitest';
import { NO_PASSWORD } from '../../../../templates/service/engine/auth/passwords.js';
import {
  findAccount,
  type AccountParts,
  type Arrival,
} from '../../../../templates/features/oidc/engine/oidc/find-account.js';

test('a password is hashed before the transaction that makes the user, in which nobody else writes', async () => {
  const seen: string[] = [];
  let stored: object = {};
  let isLinked = false;
  const records = {
    create: async (values: { password: string }) => {
      seen.push('create', values.password);
      return { id: 7 };
    },
    update: async (_id: number, values: object) => void (stored = values),
  };
  const account = { profile: { id: 7 }, active: false };
  const parts = {
    database: {
      read: (work: (session: object) => unknown) => work({}),
      write: (work: (session: object) => unknown) => {
        seen.push('write');
        return work({});
      },
    },
    directory: { credentials: async () => null, account: async () => account },
    engine: { models: [{ table: 'auth_user', entity: class {} }], system: () => records },
    throttle: { hashing: (_name: string, _address: string, work: () => unknown) => work() },
    passwords: {
      beforehand: async (password: string, work: () => unknown) => {
        seen.push('hash', password);
        return work();
      },
    },
    identities: {
      find: async () => (isLinked ? { id: 1, userId: 7 } : null),
      add: async () => (isLinked = true),
      used: async () => undefined,
    },
  } as unknown as AccountParts;
  const arrival = {
    identity: { provider: 'acme', issuer: 'i', subject: 's', name: 'ada' },
    claims: { iss: 'i', sub: 's' },
    client: { address: '::1', agent: '' },
    invitation: null,
  } satisfies Arrival;
  expect(await findAccount(parts, { creates: () => true }, arrival)).toBe(account);
  const [, password] = seen;
  expect(seen).toEqual(['hash', password, 'write', 'create', password, 'write']);
  expect(stored).toMatchObject({ password_hash: NO_PASSWORD });
});
