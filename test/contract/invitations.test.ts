import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.js';
import { ADMIN } from './harness.js';
import { mailsOf } from './sent-mails.js';
import { clientFor, onEachDatabase, startRefused, startService } from './use-service.js';

const FEATURES = ['api-keys', 'jobs', 'mail', 'invitations'];
const PASSWORD = 'a first long password';

/** A request that names another host, which `fetch` does not let one do. */
const askAs = (
  url: string,
  host: string,
  path: string,
  { token, body }: { readonly token: string; readonly body: object },
): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...{ host, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' },
      ...{ 'content-type': 'application/json', authorization: `Bearer ${token}` },
    };
    const sent = request(`${url}${path}`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });

onEachDatabase((database) => {
  describe('an invitation by mail', () => {
    test('through the whole service', { timeout: 120_000 }, async () => {
      const service = await startService({
        ...{ example: 'task-manager', features: FEATURES, database },
        env: { PUBLIC_URL: 'https://tasks.example.com/', LOG_LEVEL: 'info' },
      });
      const admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
      const { body: session } = await admin.post('/auth/login', ADMIN);
      const { access_token: token } = session as { access_token: string };

      const evil = 'evil.example.net';
      const body = { email: 'Ann@example.com', roles: ['Viewer'] };
      expect(await askAs(service.url, evil, '/auth/invitations', { token, body })).toBe(201);
      await expect.poll(() => mailsOf(service), { timeout: 20_000 }).toHaveLength(1);
      const [mail] = mailsOf(service);
      const link = /https?:\S+/.exec(mail!.text)?.[0] ?? '';
      expect(link).toMatch(
        /^https:\/\/tasks\.example\.com\/admin\/accept-invitation#token=[\w-]{43}$/,
      );
      expect(JSON.stringify(mail)).not.toContain(evil);

      const secret = link.slice(link.indexOf('=') + 1);
      const accept = (password: string) =>
        admin.post('/auth/invitations/accept', { token: secret, username: 'ann', password });
      expectProblem(await accept('short'), 422);
      expect((await accept(PASSWORD)).status).toBe(201);
      expectProblem(await accept(PASSWORD), 404);
      const ann = await clientFor(service.url, 'ann', PASSWORD);
      expect((await ann.get('/auth/me')).body).toMatchObject({
        email: 'Ann@example.com',
        roles: ['Viewer'],
      });
      expectProblem(await ann.post('/auth/invitations', { email: 'ben@example.com' }), 403);
      expectProblem(await ann.get('/auth/invitations'), 403);
      expectProblem(await admin.post('/auth/invitations', { email: 'ann@EXAMPLE.com' }), 409);
      for (const kind of ['invited', 'invitation-accepted'])
        await expect.poll(() => service.output).toContain(`"kind":"${kind}"`);
      expect(service.output).not.toContain(secret);
      expect((await admin.get('/openapi.json')).text).toContain('/auth/invitations/accept');
    });

    test('is nothing that a program sends', { timeout: 60_000 }, async () => {
      const service = await startService({
        ...{ example: 'task-manager', features: FEATURES, database },
        env: { PUBLIC_URL: 'https://tasks.example.com/' },
      });
      const admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
      const { password } = ADMIN;
      const made = await admin.post('/auth/api-keys', { name: 'nightly', password });
      expect(made.status).toBe(201);
      const { key } = made.body as { key: string };
      const answer = await fetch(`${service.url}/auth/invitations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ann@example.com' }),
      });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'in-person' });
    });

    test('tells at once what production lacks, also of mail, beside a wrong value', async () => {
      const { code, output } = await startRefused({
        ...{ example: 'task-manager', features: FEATURES, database },
        env: { NODE_ENV: 'production', AUTH_SECRET: null, INVITATION_TTL: '90d' },
      });
      expect(code).toBe(1);
      const reasons = [...output.matchAll(/^ {2}([A-Z_]+)/gm)].map(([, name]) => name);
      expect(reasons).toEqual([
        ...['INVITATION_TTL', 'AUTH_SECRET', 'PUBLIC_URL'],
        ...['MAIL_URL', 'MAIL_FROM'],
      ]);
    });
  });
});
