import { describe, expect, it } from 'vitest';
import type { Account } from '../../auth/directory.js';
import { NO_PASSWORD } from '../../auth/passwords.js';
import { createProofs, type ProofParts } from '../../auth/proofs.js';
import type { SignInDoor } from '../../auth/sign-in-door.js';
import { HttpProblem } from '../../problem/problem.js';

const ADA = { profile: { id: 7, username: 'ada' } } as Account;
const CLIENT = { address: '::1', agent: '' };

/** Proofs of somebody with the password `right`, or without any. */
function proofsOf(doors: readonly SignInDoor[], passwordHash = 'right') {
  const parts = {
    doors,
    directory: { credentials: async () => ({ passwordHash }) },
    passwords: { verify: async (password: string, hash: string) => password === hash },
    throttle: { attempt: (_name: string, _address: string, work: () => unknown) => work() },
  };
  return createProofs(parts as unknown as ProofParts);
}

const doorOf = (member: 'factors' | 'instead', kind: string): SignInDoor => ({
  [member]: async () => [kind],
  proves: (_account, shown) => (shown.kind === kind ? verify(shown['code']) : null),
});

async function verify(code: unknown): Promise<void> {
  if (code !== 'right') throw new HttpProblem(400, 'wrong');
}

const provider = doorOf('instead', 'provider');
const factor = doorOf('factors', 'totp');

describe('what somebody shows', () => {
  const status = async (doors: readonly SignInDoor[], body: object, hash?: string) => {
    const checking = proofsOf(doors, hash).check(ADA, { ...body }, CLIENT);
    return checking.then(
      () => 204,
      (error: unknown) => (error instanceof HttpProblem ? error.status : error),
    );
  };
  const byProvider = { kind: 'provider', code: 'right' };
  const byFactor = { kind: 'totp', code: 'right' };

  it('is the password where there is nothing else', async () => {
    expect(await proofsOf([{}]).kinds(ADA)).toEqual([]);
    expect(await status([], { password: 'right' })).toBe(204);
    expect(await status([], { password: 'wrong' })).toBe(400);
    expect(await status([], byProvider)).toBe(422);
  });

  it('is what stands in for it, or the password where there is one', async () => {
    expect(await proofsOf([provider]).kinds(ADA)).toEqual(['password', 'provider']);
    expect(await status([provider], byProvider)).toBe(204);
    expect(await status([provider], { password: 'right' })).toBe(204);
    expect(await status([provider], { kind: 'password', password: 'right' })).toBe(204);
    expect(await status([provider], { kind: 'password', password: 'wrong' })).toBe(400);
    expect(await status([provider], { ...byProvider, code: 'wrong' })).toBe(400);
    // The kind says which of them counts.
    expect(await status([provider], { ...byProvider, code: 'wrong', password: 'right' })).toBe(400);
    expect(await status([provider], byFactor)).toBe(422);
  });

  it('is no password of whoever has none', async () => {
    expect(await proofsOf([provider], NO_PASSWORD).kinds(ADA)).toEqual(['provider']);
    expect(await status([provider], { password: NO_PASSWORD }, NO_PASSWORD)).toBe(422);
    expect(await status([provider], byProvider, NO_PASSWORD)).toBe(204);
  });

  it('is a factor and nothing else for whoever has one', async () => {
    const doors = [provider, factor];
    expect(await proofsOf(doors).kinds(ADA)).toEqual(['totp']);
    expect(await proofsOf(doors).factors(ADA)).toEqual(['totp']);
    expect(await status(doors, byFactor)).toBe(204);
    for (const body of [byProvider, { password: 'right' }, { kind: 'password', password: 'right' }])
      expect(await status(doors, body)).toBe(422);
  });
});
