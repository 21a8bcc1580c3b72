import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { BackgroundJob } from '../../../../templates/features/jobs/engine/jobs/background-job.model.js';
import { html } from '../../../../templates/features/mail/engine/mail/html.js';
import { isAddress } from '../../../../templates/features/mail/engine/mail/message.js';
import { mailJob, sendMail } from '../../../../templates/features/mail/engine/mail/send-mail.js';
import { smtpDelivery } from '../../../../templates/features/mail/engine/mail/smtp.js';
import { problemOf } from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import { type OpenJobs, openJobs } from '../../../support/open-jobs.js';
import { startSmtp } from '../../../support/smtp.js';

type Server = Awaited<ReturnType<typeof startSmtp>>;

const FROM = { name: 'Shop', address: 'shop@example.com' };
const HELLO = { to: 'ann@example.com', subject: 'Hello', text: 'Hello Ann' };

/** What mail does on one kind of database, with a server that listens. */
export function describeMail(createDatabase: () => Promise<string>): void {
  let open: OpenJobs;
  const servers: Server[] = [];
  beforeAll(async () => {
    open = await openJobs(await createDatabase());
  });
  beforeEach(() => open.dataSource.query('DELETE FROM background_job'));
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });
  afterAll(() => open.close());

  const serve = async (...args: Parameters<typeof startSmtp>): Promise<Server> => {
    const server = await startSmtp(...args);
    servers.push(server);
    return server;
  };
  const run = (url: string) => open.workerOf([mailJob(smtpDelivery(url, FROM))]).drain();
  const rows = () => open.dataSource.getRepository(BackgroundJob).find({ order: { id: 'ASC' } });
  const again = () => open.dataSource.query(`UPDATE background_job SET run_at = created_at`);

  it("refuses a subject without a word as its sender's mistake", async () => {
    const send = (subject: string) =>
      problemOf(Promise.resolve().then(() => sendMail(open, { ...HELLO, subject })));
    for (const subject of ['', ' \n ', '\u2028'])
      expect(await send(subject)).toMatchObject({
        status: 422,
        problems: [{ field: 'subject', code: 'required' }],
      });
    expect(await rows()).toEqual([]);
  });

  it('sends to everybody who is named, as text and as HTML', async () => {
    const { url, mails } = await serve();
    await sendMail(open, {
      to: [{ name: 'Ann, of Ghent', address: 'ann@example.com' }, 'ben@example.com'],
      cc: 'cleo@example.com',
      bcc: 'dora@example.com',
      replyTo: 'desk@example.com',
      subject: 'Your order\r\nBcc: eve@example.com',
      text: 'Thank you',
      html: html`<p>${'<b>'}</p>`,
    });
    await run(url);
    expect(await rows()).toMatchObject([{ status: 'done' }]);
    expect(mails).toHaveLength(1);
    const { to, text } = mails[0]!;
    expect(to).toEqual(['ann', 'ben', 'cleo', 'dora'].map((name) => `${name}@example.com`));
    expect(text).toContain('From: Shop <shop@example.com>');
    expect(text).toContain('To: "Ann, of Ghent" <ann@example.com>, ben@example.com');
    expect(text).toContain('Subject: Your order Bcc: eve@example.com');
    expect(text).toContain('Reply-To: desk@example.com');
    expect(text).toContain('<p>&#60;b&#62;</p>');
    expect(text).not.toContain('dora');
    expect(text).not.toMatch(/^Bcc:/m);
  });

  it('belongs to the transaction that asks for it', async () => {
    const { url, mails } = await serve();
    const write = (fails: boolean) =>
      open.dataSource.transaction(async () => {
        await sendMail(open, HELLO);
        await open.database.write(({ runner }) => sendMail({ manager: runner().manager }, HELLO));
        if (fails) throw new Error('no');
      });
    await expect(write(true)).rejects.toThrow('no');
    await run(url);
    expect(mails).toEqual([]);
    await write(false);
    await run(url);
    expect(mails).toHaveLength(2);
  });

  it.each([
    'ann@example.com, eve@example.com',
    'Ann <ann@example.com>',
    'ann',
    'a@b.c\r\nx: y',
    '',
  ])('refuses %j, which is not one address', async (to) => {
    expect(isAddress(to)).toBe(false);
    await expect(sendMail(open, { ...HELLO, to })).rejects.toThrow(/send-mail/);
    expect(await rows()).toEqual([]);
  });

  it('tries again, as the same mail, where the server does not answer or is busy', async () => {
    const { url, port, stop } = await startSmtp();
    await stop();
    await sendMail(open, HELLO);
    await run(url);
    expect(await rows()).toMatchObject([
      { status: 'waiting', attempts: 1, error: expect.stringContaining('ECONNREFUSED') },
    ]);
    const answers: (number | undefined)[] = [451, undefined];
    const { mails } = await serve({ taken: async () => answers.shift() }, {}, port);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await again();
      await run(url);
    }
    expect(await rows()).toMatchObject([{ status: 'done', attempts: 3, error: null }]);
    expect(mails).toHaveLength(2);
    expect(mails[0]!.messageId).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
    expect(mails[1]!.messageId).toBe(mails[0]!.messageId);
  });

  it('gives up where the reader or the mail is refused for good', async () => {
    const unknown = await serve({ reader: () => 550 });
    const spam = await serve({ taken: async () => 554 });
    for (const { url } of [unknown, spam]) {
      await open.dataSource.query('DELETE FROM background_job');
      await sendMail(open, HELLO);
      await run(url);
      expect(await rows()).toMatchObject([
        { status: 'failed', attempts: 1, error: expect.stringContaining('not here') },
      ]);
    }
  });

  it('does not write again to those who have it when others are to wait or are refused', async () => {
    let isBusy = true;
    const { url, mails } = await serve({
      reader: (address) =>
        address.startsWith('gone') ? 550 : address.startsWith('slow') && isBusy ? 450 : undefined,
    });
    const to = ['ann@example.com', 'gone@example.com', 'slow@example.com'];
    await sendMail(open, { ...HELLO, to });
    await run(url);
    expect(mails.map((mail) => mail.to)).toEqual([['ann@example.com']]);
    await again();
    await run(url);
    expect(await rows()).toMatchObject([{ status: 'done' }, { status: 'waiting', attempts: 1 }]);
    isBusy = false;
    await again();
    await run(url);
    await again();
    await run(url);
    expect(mails.map((mail) => mail.to)).toEqual([['ann@example.com'], ['slow@example.com']]);
    expect(mails[1]!.text).toContain('To: ann@example.com, gone@example.com, slow@example.com');
    expect(await rows()).toMatchObject([
      { status: 'done' },
      { status: 'done' },
      { status: 'failed', error: expect.stringContaining('rejected') },
    ]);
  });

  it('sends no password in the clear to another machine', async () => {
    const passwords: unknown[] = [];
    const { port, mails } = await serve(
      {},
      {
        allowInsecureAuth: true,
        onAuth({ password }, _session, done) {
          passwords.push(password);
          done(null, { user: 'shop' });
        },
      },
    );
    await sendMail(open, HELLO);
    // Another name of this machine, which is none of its loopback names.
    const url = `smtp://shop:secret@0.0.0.0:${port}`;
    await run(url);
    expect(passwords).toEqual([]);
    expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
    await again();
    await run(`${url}/?requireTLS=false`);
    expect(passwords).toEqual(['secret']);
    expect(mails).toHaveLength(1);
  });
}
