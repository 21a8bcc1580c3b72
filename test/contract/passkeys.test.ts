import { describe, expect, test } from 'vitest';
import { Authenticator } from '../../templates/features/asvs/asvs/authenticator.js';
import { expectProblem } from './expect-problem.js';
import { ADMIN } from './harness.js';
import { send, type Answer } from './http.js';
import {
  clientFor,
  clientOf,
  freshDatabase,
  logIn,
  onEachDatabase,
  startService,
} from './use-service.js';

const PATH = '/auth/passkeys';
const ORIGIN = 'https://shop.example.com';

type Asked = Parameters<Authenticator['get']>[0];

/** Makes the administrator's passkey. */
async function add(url: string): Promise<Authenticator> {
  const admin = await clientFor(url, ADMIN.username, ADMIN.password);
  const begun = await admin.post(`${PATH}/options`, { password: ADMIN.password });
  expect(begun.status, begun.text).toBe(200);
  const authenticator = new Authenticator(ORIGIN);
  const credential = authenticator.create(begun.body as Asked);
  const made = await admin.post(PATH, { name: 'Laptop', credential });
  expect(made.status, made.text).toBe(201);
  return authenticator;
}

/** Begins to sign in, at whatever a caller calls the service. */
const begin = async (url: string, headers = {}): Promise<Asked> =>
  (await send(url, 'POST', `${PATH}/sign-in/options`, { headers })).body as Asked;
const signIn = (url: string, credential: object, address = '198.51.100.1'): Promise<Answer> => {
  const headers = { 'x-forwarded-for': address };
  return send(url, 'POST', `${PATH}/sign-in`, { body: { credential }, headers });
};

onEachDatabase((database) => {
  describe('6 Access: passkeys', () => {
    const project = { example: 'task-manager', features: ['passkeys'], database } as const;
    const env = { TRUST_PROXY: 'loopback', PUBLIC_URL: ORIGIN };

    test('of 20 uses at once in two processes one wins', async () => {
      const databaseUrl = await freshDatabase(database);
      const one = await startService({ ...project, databaseUrl, env });
      const two = await startService({ ...project, databaseUrl, env, folder: one.folder });
      const authenticator = await add(one.url);
      const credential = authenticator.get(await begin(one.url));
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          signIn((at % 2 ? one : two).url, credential, `203.0.113.${at}`),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => ![200, 401, 429].includes(status))).toEqual([]);
    });

    test('belong to PUBLIC_URL, whatever a request calls the service, and come after the password', async () => {
      const databaseUrl = await freshDatabase(database);
      const { url } = await startService({ ...project, databaseUrl, env });
      const authenticator = await add(url);
      const asked = await begin(url, { 'x-forwarded-host': 'evil.example', origin: ORIGIN });
      expect(asked).toMatchObject({ rpId: 'shop.example.com' });
      const elsewhere = authenticator.get(asked, { origin: 'https://evil.example' });
      expectProblem(await signIn(url, elsewhere), 401);
      const given = await signIn(url, authenticator.get(asked));
      expect(given.status, given.text).toBe(200);
      const { access_token: token } = given.body as { access_token: string };
      expect((await clientOf(url, token).get('/auth/me')).status).toBe(200);

      const login = await logIn(url, ADMIN.username, ADMIN.password);
      expect(login.body).toMatchObject({ factor: { kinds: ['passkey'] } });
      const document = (await send(url, 'GET', '/openapi.json')).body as { paths: object };
      expect(JSON.stringify(document.paths)).toContain('A token, or a question.');
      const paths = Object.keys(document.paths).filter((path) => path.startsWith(PATH));
      expect(paths).toHaveLength(10);
    });
  });
});
