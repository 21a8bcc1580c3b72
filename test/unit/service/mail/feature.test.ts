import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  noSuchPath,
  problemHandler,
} from '../../../../templates/service/engine/http/send-problem.js';
import { html, trustedHtml } from '../../../../templates/features/mail/engine/mail/html.js';
import {
  mailFeature,
  readSettings,
} from '../../../../templates/features/mail/engine/mail/mail-feature.js';
import { mailPages } from '../../../../templates/features/mail/engine/mail/mail-pages.js';
import { folderDelivery } from '../../../../templates/features/mail/engine/mail/outbox.js';
import { settingReader } from '../../../../templates/service/engine/settings/setting-values.js';

describe('HTML of a template', () => {
  it('has every value escaped but what it has made itself', () => {
    const bad = `<img src="x" onerror='alert(1)'> & co`;
    const escaped = '&#60;img src=&#34;x&#34; onerror=&#39;alert(1)&#39;&#62; &#38; co';
    expect(html`<p title="${bad}">${bad}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
    expect(html`${[html`<li>${1}</li>`, html`<li>${bad}</li>`]}`.text).toBe(
      `<li>1</li><li>${escaped}</li>`,
    );
    expect(html`<p>${null}${undefined}${trustedHtml('<hr>')}</p>`.text).toBe('<p><hr></p>');
  });
});

describe('the settings of mail', () => {
  const settingsOf = (env: Record<string, string>) => {
    const { read, wrong } = settingReader(env);
    return { settings: readSettings(read), wrong };
  };
  const feature = mailFeature();
  const jobsFor = (production: boolean, env: Record<string, string>) =>
    feature.jobsFor({ settings: { production } } as never, settingsOf(env).settings);
  const refusals = (production: boolean, env: Record<string, string>) =>
    feature.jobRefusals!({ settings: { production } } as never, settingsOf(env).settings).join(
      '\n',
    );

  it('name what is wrong, and no password', () => {
    const { wrong } = settingsOf({ MAIL_URL: 'https://me:s3cret@x', MAIL_FROM: 'somebody' });
    expect(wrong).toEqual([
      'MAIL_URL: expected `smtps://user:password@host` or `smtp://user:password@host:587`',
      'MAIL_FROM: expected `shop@example.com` or `My shop <shop@example.com>`, got `somebody`',
    ]);
    expect(settingsOf({ MAIL_URL: 'memory:' }).wrong).toHaveLength(1);
  });

  it.each([
    ['shop@example.com', '', 'shop@example.com'],
    ['My shop <shop@example.com>', 'My shop', 'shop@example.com'],
    ['"Shop, Ltd" <shop@example.com>', 'Shop, Ltd', 'shop@example.com'],
  ])('read %s as a sender', (text, name, address) => {
    expect(settingsOf({ MAIL_FROM: text }).settings.from).toEqual({ name, address });
  });

  it('refuse a start where nobody would get what is sent', () => {
    const MAIL_URL = 'smtps://mail.example.com';
    expect(refusals(true, {})).toMatch(/^MAIL_URL is missing.*\nMAIL_FROM is missing/);
    expect(refusals(true, { MAIL_URL })).toMatch(/^MAIL_FROM is missing/);
    expect(refusals(false, { MAIL_URL })).toMatch(/^MAIL_FROM is missing/);
    expect(refusals(false, {})).toBe('');
    expect(jobsFor(true, { MAIL_URL, MAIL_FROM: 'a@example.com' })).toHaveLength(1);
    expect(jobsFor(false, {})).toHaveLength(1);
  });

  it('have no pages in production', () => {
    const pages = (production: boolean) =>
      feature.middleware!({ settings: { production } } as never, settingsOf({}).settings);
    expect(pages(true)).toBeNull();
    expect(pages(false)).not.toBeNull();
  });
});

describe('the pages of mails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mails-'));
  const id = '0b9d6b5e-3c2e-4d07-9c1c-6a1f3f6f0a11';
  let server: Server;
  let port: number;

  beforeAll(async () => {
    const app = express();
    app.use(mailPages(join(folder, 'mail')));
    app.use(noSuchPath, problemHandler(pino({ level: 'silent' }), { outageOf: () => null }));
    server = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** Unlike `fetch`, with whatever host and path. */
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; text: string; policy: string }>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString()));
        answer.on('end', () => {
          const policy = String(answer.headers['content-security-policy']);
          resolve({ status: answer.statusCode!, text, policy });
        });
      });
      sent.on('error', reject).end();
    });

  it('say that there is none, and show the newest first', async () => {
    expect((await get('/dev/mail')).text).toContain('None yet');
    const deliver = folderDelivery(join(folder, 'mail'));
    const mail = { cc: [], bcc: [], replyTo: null, left: null, text: 'Hi' };
    const to = [{ name: '', address: 'ann@example.com' }];
    const { signal } = new AbortController();
    const other = id.replace('0', '1');
    await deliver({ ...mail, id: other, to, subject: 'First', html: null }, signal);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const body = '<p onclick="x()">Hi</p><script>alert(1)</script>';
    await deliver({ ...mail, id, to, subject: '<script>Second', html: body }, signal);
    const { text, policy } = await get('/dev/mail');
    expect(text).toMatch(/&#60;script&#62;Second[^]*First/);
    expect(text).not.toContain('<script>');
    expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:;/);
  });

  it('show one, its HTML in a frame that runs nothing', async () => {
    const { status, text } = await get(`/dev/mail/${id}`);
    expect(status).toBe(200);
    expect(text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(text).not.toContain('<script>');
    expect(text).toContain('ann@example.com');
  });

  it('show nothing else of the disk', async () => {
    writeFileSync(join(folder, 'secret.json'), '{}');
    for (const name of ['..%2Fsecret', '../secret', 'x', id.replace('0', '9'), `${id}.json`])
      expect((await get(`/dev/mail/${name}`)).status, name).toBe(404);
    expect((await get('/dev/mail', {}, 'POST')).status).toBe(405);
  });

  it('are for this machine alone', async () => {
    const paths = ['/dev/mail', `/dev/mail/${id}`];
    for (const path of paths) {
      expect((await get(path, { host: 'evil.example:3000' })).status).toBe(403);
      expect((await get(path, { origin: 'https://evil.example' })).status).toBe(403);
      expect((await get(path, { host: 'localhost:3000' })).status).toBe(200);
    }
  });
});
