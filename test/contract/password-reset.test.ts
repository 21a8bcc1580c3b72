import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.js';
import { ADMIN } from './harness.js';
import { mailsOf } from './sent-mails.js';
import type { Client } from './http.js';
import { clientFor, clientOf, onEachDatabase, startRefused, startService } from './use-service.js';

const FEATURES = ['api-keys', 'jobs', 'mail', 'password-reset'];
const NEXT = 'a second long password';

/** A request that names another host, which `fetch` does not let one do. */
const askAs = (url: string, host: string, path: string, body: object): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...{ host, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' },
      'content-type': 'application/json',
    };
    const sent = request(`${url}${path}`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });

onEachDatabase((database) => {
  describe('a new password by mail', () => {
    test('through the whole service', { timeout: 120_000 }, async () => {
      const service = await startService({
        ...{ example: 'task-manager', features: FEATURES, database },
        env: { PUBLIC_URL: 'https://tasks.example.com/', LOG_LEVEL: 'info' },
      });
      const admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
      const ann = { username: 'ann', password: 'a first long password', email: 'ann@example.com' };
      expect((await admin.post('/user', { ...ann, roles: ['Viewer'] })).status).toBe(201);

      const first = await clientFor(service.url, ann.username, ann.password);
      const key = async (by: Client, password: string) => {
        const made = await by.post('/auth/api-keys', { name: 'nightly', proof: { password } });
        expect(made.status, made.text).toBe(201);
        return clientOf(service.url, (made.body as { key: string }).key);
      };
      const lasting = await key(first, ann.password);

      const evil = 'evil.example.net';
      const asked = { email: 'ANN@example.com' };
      expect(await askAs(service.url, evil, '/auth/forgot-password', asked)).toBe(202);
      await expect.poll(() => mailsOf(service), { timeout: 20_000 }).toHaveLength(1);
      const [mail] = mailsOf(service);
      const link = /https?:\S+/.exec(mail!.text)?.[0] ?? '';
      expect(link).toMatch(
        /^https:\/\/tasks\.example\.com\/admin\/reset-password#token=[\w-]{43}$/,
      );
      expect(JSON.stringify(mail)).not.toContain(evil);

      const token = link.slice(link.indexOf('=') + 1);
      const reset = (new_password: string, end_api_keys?: boolean) =>
        admin.post('/auth/reset-password', { token, new_password, end_api_keys });
      expectProblem(await reset('short'), 422);
      expect((await lasting.get('/auth/me')).status).toBe(200);
      expect((await reset(NEXT, true)).status).toBe(204);
      expectProblem(await reset(NEXT), 404);
      await expect.poll(async () => (await lasting.get('/auth/me')).status).toBe(401);
      await clientFor(service.url, 'ann', NEXT);
      await expect
        .poll(() => mailsOf(service).map(({ subject }) => subject), { timeout: 20_000 })
        .toContain('Your Task manager password was changed');
      expect(service.output).not.toContain(token);
      expect((await admin.get('/openapi.json')).text).toContain('/auth/forgot-password');
    });

    test('needs to know in production where people reach it', { timeout: 60_000 }, async () => {
      const { code, output } = await startRefused({
        ...{ example: 'task-manager', features: FEATURES, database },
        env: {
          NODE_ENV: 'production',
          MAIL_URL: 'smtps://mail.example.com',
          MAIL_FROM: 'tasks@example.com',
        },
      });
      expect(code).toBe(1);
      expect(output).toContain('PUBLIC_URL is missing');
    });
  });
});
