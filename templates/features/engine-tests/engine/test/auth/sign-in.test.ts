import { expect, test } from 'vitest';
import { verifyPassword, type SignInParts } from '../../auth/authentication.js';

test('a token is of the password that was looked at, also when another one is set meanwhile', async () => {
  const account = { profile: { id: 7 }, active: true, tokenVersion: 'new' };
  const parts = {
    directory: {
      signInCredentials: () =>
        Promise.resolve({ userId: 7, passwordHash: 'the old one', tokenVersion: 'old' }),
      account: () => Promise.resolve(account),
    },
    passwords: {
      verify: (_: string, hash: string | null) => Promise.resolve(hash === 'the old one'),
    },
    throttle: {
      attempt: (_name: string, _address: string, work: () => Promise<boolean>) => work(),
    },
  } as unknown as SignInParts;
  const client = { address: '::1', agent: '' };
  const verified = await verifyPassword(parts, { username: 'ann', password: 'x' }, client);
  expect(verified.tokenVersion).toBe('old');
});
