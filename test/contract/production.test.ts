import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from './eventually.js';
import { expectProblem } from './expect-problem.js';
import { ADMIN } from './harness.js';
import { mark, send, type Client } from './http.js';
import { runSql } from './run-sql.js';
import { clientFor, logIn, onEachDatabase, usePrivate } from './use-service.js';

/** What no log may hold. */
const TYPED = 'typed-by-somebody';

/** An endpoint whose author forgot to wait for a query that fails. */
const FORGETFUL = `
import { QueryFailedError } from 'typeorm';
import { defineRoutes } from '#engine';
import { Task } from './task.model.js';

export const taskRoutes = defineRoutes(Task, (route) => {
  /** @openapi { /task/forget: { post: { summary: Forget } } } */
  route.post('/forget', 'edit', () => {
    const driver = Object.assign(new Error('invalid input syntax for type integer: "${TYPED}"'), {
      severity: 'ERROR',
      code: '22P02',
      detail: 'Failing row contains (${TYPED})',
    });
    void Promise.reject(new QueryFailedError('SELECT $1', ['${TYPED}'], driver));
  });
});
`;

onEachDatabase((database) => {
  describe('8 Environment: production, in whatever case it is written', () => {
    const own = usePrivate({
      example: 'task-manager',
      database,
      env: { NODE_ENV: ' Production ', LOG_LEVEL: 'info', DOCS: 'signed-in' },
      files: { 'src/models/task/task.routes.ts': FORGETFUL },
    });
    let admin: Client;
    beforeAll(async () => {
      admin = await clientFor(own.url, ADMIN.username, ADMIN.password);
    }, 60_000);

    const logged = (text: RegExp | string): number => own.service().output.split(text).length - 1;
    const isLogged = (text: RegExp | string): Promise<boolean> =>
      eventually(() => Promise.resolve(logged(text) > 0));

    test('pages of other sites read nothing, unless CORS_ORIGINS names them', async () => {
      const { headers } = await fetch(`${own.url}/healthz`, {
        headers: { origin: 'https://elsewhere.example' },
      });
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(logged('CORS_ORIGINS')).toBe(0);
    });

    test('a forwarded request without TRUST_PROXY is warned of, once', async () => {
      expect(logged('TRUST_PROXY')).toBe(0);
      for (const name of ['x-forwarded-for', 'forwarded', 'x-forwarded-for'])
        expect((await admin.get('/task?_end=1', { [name]: 'for=203.0.113.1' })).status).toBe(200);
      const id = mark();
      await admin.get('/task?_end=1', { 'x-request-id': id });
      expect(await isLogged(id)).toBe(true);
      expect(logged('TRUST_PROXY')).toBe(1);
    });

    test('DOCS=signed-in: the document needs a token, its page and the search do not', async () => {
      const anonymous = (path: string) => send(own.url, 'GET', path);
      expectProblem(await anonymous('/openapi.json'), 401);
      expect((await admin.get('/openapi.json')).status).toBe(200);
      for (const path of ['/docs', '/docs/docs.js', '/config/search'])
        expect((await anonymous(path)).status, path).toBe(200);
      expect((await anonymous('/docs')).text).toContain('Access token');
    });

    describe('5 Errors: no value of a row or a request comes to the log', () => {
      test('of a row that a CHECK refuses', async () => {
        const check = `ALTER TABLE auth_user ADD COLUMN guard integer CHECK (length(first_name) < 10)`;
        await runSql(own.service(), check);
        const { id } = (await admin.get('/auth/me')).record;
        const answer = await admin.patch(`/user/${id}`, { first_name: TYPED, last_name: 'Secret' });
        expectProblem(answer, answer.status);
        expect(answer.status).toBeGreaterThanOrEqual(400);
        if (answer.status === 500) expect(await isLogged(/check constraint/i)).toBe(true);
        expect(logged('Failing row')).toBe(0);
        expect(logged('Secret')).toBe(0);
      });

      test('of a sign-in that fails in the database', async () => {
        const rename = (from: string, to: string) =>
          runSql(own.service(), `ALTER TABLE auth_user RENAME COLUMN ${from} TO ${to}`);
        await rename('password_hash', 'elsewhere');
        const answer = await logIn(own.url, TYPED, TYPED);
        await rename('elsewhere', 'password_hash');
        expectProblem(answer, 500);
        expect(await isLogged(answer.header('x-request-id'))).toBe(true);
        expect(await isLogged(/(no such )?column[^"]*password_hash/)).toBe(true);
        expect((await logIn(own.url, ADMIN.username, ADMIN.password)).status).toBe(200);
      });

      test('of an error that nobody caught, which ends the process', async () => {
        await admin.post('/task/forget', {}).catch(() => undefined);
        expect(await own.service().ended).toBe(1);
        expect(logged('invalid input syntax for type integer')).toBe(1);
        expect(logged(/task\.routes\.ts:\d+/)).toBeGreaterThan(0);
      });

      test('of any of them', () => {
        const { output } = own.service();
        expect(output).not.toContain(TYPED);
        expect(output).not.toMatch(/\$2[aby]\$|token_version|parameters/);
      });
    });
  });
});
