import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { appCode } from '../support/app-code.js';
import { expectProblem } from './expect-problem.js';
import { ADMIN, SECRET } from './harness.js';
import { send, type Answer } from './http.js';
import { clientOf, freshDatabase, logIn, onEachDatabase, startService } from './use-service.js';

const FEATURES = ['two-factor'];
const NEW_SECRET = 'another secret of the contract suite, long enough';
const run = promisify(execFile);

const questionOf = async (url: string) => {
  const answer = await logIn(url, ADMIN.username, ADMIN.password);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { factor: { kinds: string[]; token: string } }).factor;
};
const factor = (url: string, body: object, address = '198.51.100.1'): Promise<Answer> =>
  send(url, 'POST', '/auth/factor', { body, headers: { 'x-forwarded-for': address } });

/** Sets up the administrator's factor by the code of the step before, so that two more are left at once. */
async function enrol(url: string) {
  const answer = await logIn(url, ADMIN.username, ADMIN.password);
  const admin = clientOf(url, (answer.body as { access_token: string }).access_token);
  const begun = await admin.post('/auth/two-factor/enrol', { password: ADMIN.password });
  const { secret } = begun.body as { secret: string };
  const confirmed = await admin.post('/auth/two-factor/confirm', { code: appCode(secret, -1) });
  expect(confirmed.status, confirmed.text).toBe(200);
  const { recovery_codes: codes } = confirmed.body as { recovery_codes: string[] };
  return { secret, codes };
}

onEachDatabase((database) => {
  describe('6 Access: a second factor', () => {
    const project = { example: 'task-manager', features: FEATURES, database } as const;
    const env = { TRUST_PROXY: 'loopback' };

    test('of 20 uses at once in two processes one wins, of an app as of a recovery code', async () => {
      const databaseUrl = await freshDatabase(database);
      const one = await startService({ ...project, databaseUrl, env });
      const two = await startService({ ...project, databaseUrl, env, folder: one.folder });
      const { secret, codes } = await enrol(one.url);
      const { token } = await questionOf(one.url);
      for (const answered of [
        { kind: 'totp', code: appCode(secret) },
        { kind: 'recovery-code', code: codes[0] },
      ]) {
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, at) =>
            factor((at % 2 ? one : two).url, { token, ...answered }, `203.0.113.${at}`),
          ),
        );
        const statuses = answers.map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(1);
        expect(statuses.filter((status) => ![200, 401, 429].includes(status))).toEqual([]);
      }
    });

    test('is asked for, told of in the document, and taken along to a new secret', async () => {
      const databaseUrl = await freshDatabase(database);
      const first = await startService({ ...project, databaseUrl, env });
      const { secret } = await enrol(first.url);
      const { kinds, token } = await questionOf(first.url);
      expect(kinds).toEqual(['totp', 'recovery-code']);
      expectProblem(await clientOf(first.url, token).get('/auth/me'), 401);
      expectProblem(await factor(first.url, { token, kind: 'totp', code: '000000' }), 401);
      const given = await factor(first.url, { token, kind: 'totp', code: appCode(secret) });
      expect(given.status, given.text).toBe(200);
      const document = (await send(first.url, 'GET', '/openapi.json')).body as Document;
      const { responses } = document.paths['/auth/login']!.post!;
      const schema = responses['200'].content['application/json'].schema;
      expect(schema.oneOf).toHaveLength(2);

      const rotated = { ...env, AUTH_SECRET: NEW_SECRET, AUTH_SECRET_FORMER: SECRET };
      const { stdout } = await run(process.execPath, ['dist/src/main.js', 'two-factor', 'rotate'], {
        cwd: first.folder,
        env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, ...rotated },
      });
      expect(stdout).toContain('sealed under the present secret: 1');
      const own = { ...env, AUTH_SECRET: NEW_SECRET };
      const second = await startService({
        ...project,
        ...{ databaseUrl, env: own, folder: first.folder },
      });
      const question = await questionOf(second.url);
      const code = appCode(secret, 1);
      const again = await factor(second.url, { token: question.token, kind: 'totp', code });
      expect(again.status, again.text).toBe(200);
    });
  });
});

interface Document {
  readonly paths: Record<
    string,
    {
      post?: {
        responses: Record<
          '200',
          { content: Record<'application/json', { schema: { oneOf: unknown[] } }> }
        >;
      };
    }
  >;
}
