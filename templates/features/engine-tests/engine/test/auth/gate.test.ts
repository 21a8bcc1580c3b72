import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthentication } from '../../auth/authentication.js';
import { createGate, type Gate } from '../../auth/gate.js';
import type { SecurityEvent } from '../../auth/security-events.js';
import type { Entry, SignInDoor, Way } from '../../auth/sign-in-door.js';
import type { Account } from '../../auth/directory.js';
import type { RecordId } from '../../fields/record-id.js';
import { makeFolder, startReplica, type Replica } from './auth-service.js';

const folder = makeFolder();
let replica: Replica;
let admin: Account;
beforeAll(async () => {
  replica = await startReplica(folder.file);
  admin = (await replica.parts.directory.account(1))!;
});
afterAll(async () => {
  await replica.close();
  folder.remove();
});

const entry = (way: Way): Entry => ({ way, address: '10.3.0.1', agent: 'tests' });
const WAYS: readonly Way[] = [
  ...(['password', 'sign-up', 'new-password', 'code'] as const),
  ...(['invitation', 'provider', 'passkey', 'factor'] as const),
];
/** Ways by which the factor was shown before, or with it. */
const RENEWED: readonly Way[] = ['factor', 'new-password', 'passkey'];

function gateWith(...doors: SignInDoor[]): { gate: Gate; events: SecurityEvent[] } {
  const events: SecurityEvent[] = [];
  const { tokens, directory } = replica.parts;
  const told = { tell: (event: SecurityEvent) => void events.push(event) };
  return { gate: createGate({ tokens, directory, events: told, doors }), events };
}
const asking: SignInDoor = { asks: () => Promise.resolve(['totp']) };

describe.each(WAYS)('by %s', (way) => {
  test('a deactivated user does not come in, and nobody is told otherwise', async () => {
    const { gate, events } = gateWith();
    const inactive = { ...admin, active: false };
    for (const pass of [gate.admit, gate.open])
      await expect(pass(inactive, entry(way))).rejects.toMatchObject({
        status: 403,
        members: { code: 'inactive-user' },
      });
    expect(events.map(({ kind }) => kind)).toEqual(['sign-in-refused', 'sign-in-refused']);
  });

  test('a page of our own has the token kept for it, whoever opens the session', async () => {
    const { gate } = gateWith();
    for (const pass of [gate.admit, gate.open]) {
      const kept: [string, RecordId][] = [];
      const tokenKeeper = {
        keep: (token: string, userId: RecordId) => void kept.push([token, userId]),
        forget: () => undefined,
      };
      const answer = await pass(admin, { ...entry(way), tokenKeeper });
      expect(Object.keys(answer).sort()).toEqual(['expires_in', 'user']);
      const [[token, userId]] = kept as [[string, RecordId]];
      expect(kept).toHaveLength(1);
      expect(userId).toBe(1);
      expect(replica.parts.tokens.verify(token)).toMatchObject({ userId: 1 });
      expect(JSON.stringify(answer)).not.toContain(token);
    }
  });

  test('whoever has a second factor is asked for it, unless it was shown before', async () => {
    const opened: string[] = [];
    const { gate } = gateWith(
      { opened: (session) => Promise.resolve(void opened.push(session.session)) },
      asking,
    );
    const kept: string[] = [];
    const tokenKeeper = {
      keep: (token: string) => void kept.push(token),
      forget: () => undefined,
    };
    const admission = await gate.admit(admin, { ...entry(way), tokenKeeper });
    expect('factor' in admission).toBe(!RENEWED.includes(way));
    expect(opened).toHaveLength(RENEWED.includes(way) ? 1 : 0);
    expect(kept).toHaveLength(opened.length);
  });
});

test('several doors ask one question, and nobody sets up a factor who has one', async () => {
  const door = (...kinds: [string, ...string[]]): SignInDoor => ({
    asks: () => Promise.resolve(kinds),
  });
  const kindsOf = async (...doors: SignInDoor[]) => {
    const admission = await gateWith(...doors).gate.admit(admin, entry('password'));
    return 'factor' in admission ? admission.factor.kinds : null;
  };
  expect(await kindsOf(door('passkey'), {}, door('totp', 'recovery-code'))).toEqual([
    ...['passkey', 'totp', 'recovery-code'],
  ]);
  expect(await kindsOf(door('enrol'), door('passkey'))).toEqual(['passkey']);
  expect(await kindsOf(door('enrol'))).toEqual(['enrol']);
});

test('code that knows of no factors gets a refusal with the question', async () => {
  const { gate } = gateWith(asking);
  await expect(gate.open(admin, entry('code'))).rejects.toMatchObject({
    status: 401,
    members: { code: 'factor-required', factor: { kinds: ['totp'] } },
  });
});

describe('the token of a question', () => {
  const question = async (gate: Gate): Promise<string> => {
    const admission = await gate.admit(admin, entry('password'));
    if (!('factor' in admission)) throw new Error('no factor was asked for');
    return admission.factor.token;
  };

  test('stands for the user, and opens nothing', async () => {
    const { gate } = gateWith(asking);
    const token = await question(gate);
    expect((await gate.pending(token, 'totp')).profile.id).toBe(1);
    for (const [method, path] of [
      ['GET', '/auth/me'],
      ['POST', '/auth/logout'],
      ['GET', '/user'],
    ] as const)
      expect((await replica.ask(method, path, { token })).status).toBe(401);
  });

  test('stands for no kind of factor that it does not ask for', async () => {
    const { gate } = gateWith(asking);
    const token = await question(gate);
    for (const kind of ['recovery-code', 'enrol', ''])
      await expect(gate.pending(token, kind)).rejects.toMatchObject({
        members: { code: 'question-expired' },
      });
  });

  test('is none of a session, and is void once the password has changed', async () => {
    const { gate } = gateWith(asking);
    const session = replica.parts.tokens.issue(1, admin.tokenVersion);
    const former = replica.parts.tokens.issueQuestion(1, 'of a former password', ['totp']);
    for (const token of [session, former, 'a.b.c', ''])
      await expect(gate.pending(token, 'totp')).rejects.toMatchObject({
        status: 401,
        members: { code: 'question-expired' },
      });
  });
});

describe('a request', () => {
  /** What a guard makes of a request with this token. */
  const pass = async (doors: readonly SignInDoor[], headers: Record<string, string>) => {
    const { tokens, directory } = replica.parts;
    const { signedIn, inPerson } = createAuthentication(tokens, directory, doors);
    const request = { headers } as never as Parameters<typeof signedIn>[0];
    await (signedIn(request, {} as never, () => undefined) as unknown as Promise<void>);
    return { request, inPerson: () => inPerson(request, {} as never, () => undefined) };
  };
  const bearer = () => ({
    authorization: `Bearer ${replica.parts.tokens.issue(1, admin.tokenVersion)}`,
  });

  test('is refused where a door says that its session stands no longer', async () => {
    await expect(pass([{ stands: () => true }], bearer())).resolves.toBeDefined();
    await expect(pass([{ stands: () => false }], bearer())).rejects.toMatchObject({ status: 401 });
  });

  test('with other credentials is their owner, narrowed, and never in person', async () => {
    const narrow = (account: Account) => ({ ...account, user: { ...account.user, roles: [] } });
    const door = { identify: () => Promise.resolve({ userId: 1, narrow }) };
    const { request, inPerson } = await pass([door], {});
    expect(request.currentUser).toMatchObject({ id: 1, roles: [] });
    expect(inPerson).toThrow(expect.objectContaining({ members: { code: 'in-person' } }));
    const own = await pass([{ identify: () => Promise.resolve(null) }], bearer());
    expect(own.inPerson).not.toThrow();
  });

  test('with credentials of nobody is refused', async () => {
    const door = { identify: () => Promise.resolve({ userId: 999 }) };
    await expect(pass([door], {})).rejects.toMatchObject({ status: 401 });
  });
});
