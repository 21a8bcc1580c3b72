import { expect, test } from 'vitest';
import { signIn, type SignInParts } from '../../auth/authentication.js';

test('a token is of the password that was looked at, also when another one is set meanwhile', async () => {
  const issued: [id: number, version: string][] = [];
  const account = { profile: { id: 7 }, active: true, tokenVersion: 'new' };
  const parts = {
    directory: {
      credentials: () =>
        Promise.resolve({ userId: 7, passwordHash: 'the old one', tokenVersion: 'old' }),
      account: () => Promise.resolve(account),
    },
    passwords: {
      verify: (_: string, hash: string | null) => Promise.resolve(hash === 'the old one'),
    },
    throttle: {
      attempt: (_name: string, _address: string, work: () => Promise<boolean>) => work(),
    },
    tokens: { ttl: 60, issue: (id: number, version: string) => void issued.push([id, version]) },
  } as unknown as SignInParts;
  const { known } = await signIn(parts, { username: 'ann', password: 'x' }, '::1');
  expect([issued, known.tokenVersion]).toEqual([[[7, 'old']], 'old']);
});
