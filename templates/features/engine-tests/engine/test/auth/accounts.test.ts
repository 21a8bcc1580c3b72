import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder, startReplica, type Replica } from './auth-service.js';

const folder = makeFolder();
let replica: Replica;
beforeAll(async () => {
  replica = await startReplica(folder.file);
});
afterAll(async () => {
  await replica.close();
  folder.remove();
});

const wrong = { username: 'admin', password: 'wrong' };

describe('signing in by code of the project', () => {
  test('gives a session, and refuses what no name or password can be', async () => {
    const accounts = replica.parts.accounts({ address: '10.2.0.1', agent: '' });
    const { user } = await accounts.signIn({ username: 'admin', password: 'admin' });
    expect(user).toMatchObject({ username: 'admin' });
    const given = [{ username: 'a\0', password: 'x' }, { username: 'admin' }, { password: 7 }];
    for (const one of given)
      await expect(accounts.signIn(one as never)).rejects.toMatchObject({ status: 422 });
  });

  test('is refused inside a transaction, whose end could take the count of failures back', async () => {
    const accounts = replica.parts.accounts({ address: '10.2.0.2', agent: '' });
    const calls = [
      () => accounts.signIn(wrong),
      () => accounts.signUp({ username: 'eve', password: 'long enough 1' }),
      () => accounts.openSession(1),
    ];
    const { database } = replica.parts;
    for (const call of calls) {
      await expect(database.write(call)).rejects.toThrow('sign in before or after it');
      await expect(database.dataSource.transaction(call)).rejects.toThrow('before or after it');
    }
    await expect(accounts.signIn(wrong)).rejects.toMatchObject({ status: 401 });
  });
});
