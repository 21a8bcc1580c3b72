import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { BackgroundJob } from '../../../../templates/features/jobs/engine/jobs/background-job.model.js';
import { User } from '../../../../templates/service/src/models/user/user.model.js';
import { Role } from '../../../../templates/service/engine/auth/entities.js';
import { cleanJob } from '../../../../templates/features/webhooks/engine/webhooks/clean.js';
import { signedHeaders } from '../../../../templates/features/webhooks/engine/webhooks/sign.js';
import { WebhookDelivery } from '../../../../templates/features/webhooks/engine/webhooks/webhook-delivery.model.js';
import { webhooksOn } from '../../../../templates/features/webhooks/engine/webhooks/webhooks.js';
import { WebhookEndpoint } from '../../../../templates/features/webhooks/engine/webhooks/webhook-endpoint.model.js';
import { statusOf } from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import {
  Letter,
  openWebhooks,
  type OpenWebhooks,
  Sheet,
  startReceiver,
} from '../../../support/open-webhooks.js';

type Receiver = Awaited<ReturnType<typeof startReceiver>>;
type Somebody = Awaited<ReturnType<OpenWebhooks['makeUser']>>;

/** A pool with room for one transaction. */
const ONE = { poolSize: 1 };
const LETTERS = ['created', 'updated', 'deleted'].map((action) => `letter.${action}`);

/** What webhooks do on one kind of database. */
export function describeWebhooks(createDatabase: () => Promise<string>): void {
  let open: OpenWebhooks;
  let ann: Somebody;
  let ben: Somebody;
  let boss: Somebody;
  let server: Server;
  let base: string;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    open = await openWebhooks(await createDatabase());
    ann = await open.makeUser('ann', 'Manager');
    ben = await open.makeUser('ben', 'Manager');
    boss = await open.makeUser('boss', 'Admin');
    server = createServer(open.app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    for (const table of ['background_job', 'webhook_delivery', 'sheet', 'letter'])
      await open.dataSource.query(`DELETE FROM ${table}`);
    for (const { id } of await endpoints().find()) await admin(WebhookEndpoint).remove(id);
  });
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.stop();
  });
  afterAll(async () => {
    server.close();
    await open.close();
  });

  const admin = <T extends object>(entity: new () => T) => boss.crud()(entity);
  const system = <T extends object>(entity: new () => T) => open.engine.system(entity);
  const endpoints = () => open.dataSource.getRepository(WebhookEndpoint);
  const log = () => open.dataSource.getRepository(WebhookDelivery).find({ order: { id: 'ASC' } });
  const jobs = () => open.dataSource.getRepository(BackgroundJob).find({ order: { id: 'ASC' } });
  const run = () => open.worker().drain();
  const again = () => open.dataSource.query(`UPDATE background_job SET run_at = created_at`);
  const serve = async (...args: Parameters<typeof startReceiver>): Promise<Receiver> => {
    const receiver = await startReceiver(...args);
    receivers.push(receiver);
    return receiver;
  };
  const listen = (user_id: number, events = LETTERS, url = 'https://example.com/') =>
    admin(WebhookEndpoint).create({ url, events, user_id });
  /** What was recorded: types and data. */
  const told = async () =>
    (await log()).map(({ type, payload }) => {
      const { data } = JSON.parse(payload ?? '{}') as { data?: Record<string, unknown> };
      return [type, data] as const;
    });
  const ask = async (method: string, path: string, token: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(base + path, sent);
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as never };
  };

  it('tells of what is made, changed and deleted, as the user sees it', async () => {
    await listen(ann.id);
    const letter = { title: 'Hello', secret: 'x', owner_id: ann.id };
    const { id } = await system(Letter).create(letter);
    await system(Letter).update(id, { title: 'Bye' });
    await system(Letter).remove(id);
    const seen = (title: string) => ({ id, _label: title, title, owner_id: ann.id });
    expect(await told()).toEqual([
      ['letter.created', seen('Hello')],
      ['letter.updated', seen('Bye')],
      ['letter.deleted', seen('Bye')],
    ]);
    expect((await jobs()).map(({ name }) => name)).toEqual(Array(3).fill('deliver-webhook'));
  });

  it('sends of a row what each user may read of it, and nothing to whom it does not exist', async () => {
    await listen(ann.id);
    await listen(ben.id);
    const other = await listen(boss.id);
    await system(Letter).create({ title: 'Hello', secret: 'x', owner_id: ann.id });
    expect(await told()).toHaveLength(1);
    await system(Letter).create({ title: 'Mine', secret: 'y', owner_id: boss.id });
    const last = (await log()).at(-1)!;
    expect(last).toMatchObject({ endpoint_id: other.id, type: 'letter.created' });
    expect(last.payload).toContain('"secret":"y"');
  });

  it('tells a role that sees every row of those of others, as long as it has that name', async () => {
    const roles = open.dataSource.getRepository(Role);
    const role = await roles.save({ name: 'Postmaster', allowed_methods: ['GET'] });
    await listen((await open.makeUser('pat', 'Postmaster')).id);
    await system(Letter).create({ title: 'Hello', secret: 'x', owner_id: ann.id });
    const { id } = (await system(Letter).find())[0]!;
    expect(await told()).toEqual([
      ['letter.created', { id, _label: 'Hello', title: 'Hello', owner_id: ann.id }],
    ]);
    await roles.update(role.id, { name: 'Mailman' });
    open.directory.changed();
    await system(Letter).create({ title: 'Again', owner_id: ann.id });
    expect(await told()).toHaveLength(1);
  });

  it('tells nothing by a role that may not read, from the moment at which it may not', async () => {
    await listen(ann.id);
    const roles = open.dataSource.getRepository(Role);
    const role = await roles.findOneByOrFail({ name: 'Manager' });
    await roles.update(role.id, { allowed_methods: ['POST'] });
    await system(Letter).create({ title: 'Hello', owner_id: ann.id });
    await roles.update(role.id, { allowed_methods: role.allowed_methods });
    expect(await told()).toEqual([]);
    await system(Letter).create({ title: 'Hello', owner_id: ann.id });
    expect(await told()).toHaveLength(1);
  });

  it('tells of a row that leaves the sight of a user that it is deleted, and no more', async () => {
    await listen(ann.id);
    const { id } = await system(Letter).create({ title: 'Hello', owner_id: ann.id });
    await system(Letter).update(id, { title: 'For Ben', owner_id: ben.id });
    await system(Letter).update(id, { title: 'Later' });
    await system(Letter).remove(id);
    const seen = { id, _label: 'Hello', title: 'Hello', owner_id: ann.id };
    expect(await told()).toEqual([
      ['letter.created', seen],
      ['letter.deleted', seen],
    ]);
    const back = await system(Letter).create({ title: 'Other', owner_id: ben.id });
    await system(Letter).update(back.id, { owner_id: ann.id });
    expect((await told()).at(-1)).toMatchObject(['letter.updated', { id: back.id }]);
  });

  it('tells of what goes with another row, before it', async () => {
    await listen(ann.id, ['sheet.deleted', 'letter.deleted']);
    const { id } = await system(Letter).create({ title: 'Hello', owner_id: ann.id });
    const sheet = await system(Sheet).create({ letter_id: id });
    await ann.crud()(Letter).update(id, { title: 'x' });
    await system(Letter).remove(id);
    expect(await told()).toMatchObject([
      ['sheet.deleted', { id: sheet.id }],
      ['letter.deleted', { id }],
    ]);
  });

  it('belongs to the transaction that writes', async () => {
    await listen(ann.id);
    const write = (fails: boolean) =>
      open.dataSource.transaction(async () => {
        await system(Letter).create({ title: 'Hello', owner_id: ann.id });
        if (fails) throw new Error('no');
      });
    await expect(write(true)).rejects.toThrow('no');
    expect([await log(), await jobs()]).toEqual([[], []]);
    await write(false);
    expect([await log(), await jobs()]).toMatchObject([[{}], [{}]]);
  });

  it('costs a model that nobody listens to nothing but a look every half second', async () => {
    await listen(ann.id, ['sheet.created']);
    const model = open.engine.model('Letter');
    await system(Letter).create({ title: 'Hello', owner_id: ann.id });
    expect(model.hooks.afterSave).toBeUndefined();
    expect(open.engine.model('Sheet').hooks.afterSave).toBeDefined();
    expect(await log()).toEqual([]);
  });

  it('learns what another process has changed', async () => {
    const { id } = await listen(ann.id);
    await system(Letter).create({ title: 'One', owner_id: ann.id });
    await endpoints().update(id, { active: false });
    await system(Letter).create({ title: 'Two', owner_id: ann.id });
    await new Promise((resolve) => setTimeout(resolve, 600));
    await system(Letter).create({ title: 'Three', owner_id: ann.id });
    await endpoints().update(id, { active: true });
    await new Promise((resolve) => setTimeout(resolve, 600));
    await system(Letter).create({ title: 'Four', owner_id: ann.id });
    expect((await told()).map(([, data]) => data!['title'])).toEqual(['One', 'Four']);
  });

  it('keeps nothing in mind that a transaction saw and took back', async () => {
    const { id } = await listen(ann.id);
    const taken = open.dataSource.transaction(async (manager) => {
      await manager.update(WebhookEndpoint, id, { active: false });
      webhooksOn(open.database).forget();
      await system(Letter).create({ title: 'Taken back', owner_id: ann.id });
      throw new Error('no');
    });
    await expect(taken).rejects.toThrow('no');
    await system(Letter).create({ title: 'Hello', owner_id: ann.id });
    expect((await told()).map(([, data]) => data!['title'])).toEqual(['Hello']);
  });

  it('asks inside of a transaction by its connection, also for the first time, and waits for nobody', async () => {
    const url = await createDatabase();
    const [first, fresh] = [await openWebhooks(url), await openWebhooks(url, undefined, ONE)];
    try {
      const { id: user_id } = await first.makeUser('somebody', 'Admin');
      const endpoint = { url: 'https://example.com/', events: LETTERS, user_id };
      await first.engine.system(WebhookEndpoint).create(endpoint);
      const write = (title: string) =>
        fresh.engine.system(Letter).create({ title, owner_id: user_id });
      const events = new EventEmitter();
      const outside = once(events, 'begun').then(() => write('Outside'));
      await fresh.dataSource.transaction(async () => {
        events.emit('begun');
        // It asks, too, and has no connection.
        await sleep(50);
        await write('Inside');
      });
      await outside;
      expect(await fresh.dataSource.getRepository(WebhookDelivery).find()).toHaveLength(2);
    } finally {
      await first.close();
      await fresh.close();
    }
  });

  it('notes that there is nobody to send as, when it is written and when it is sent', async () => {
    const { url, got } = await serve();
    await listen(ben.id, LETTERS, url);
    const users = open.dataSource.getRepository(User);
    await system(Letter).create({ title: 'One', owner_id: ben.id });
    await users.update(ben.id, { status: 'Inactive' });
    await system(Letter).create({ title: 'Two', owner_id: ben.id });
    await run();
    await users.update(ben.id, { status: 'Active' });
    expect(got).toEqual([]);
    const nobody = { status: 'failed', error: expect.stringContaining('inactive') };
    expect(await log()).toMatchObject([
      { ...nobody, payload: expect.stringContaining('One') },
      { ...nobody, payload: null },
    ]);
    const path = `/webhook_delivery/${(await log())[1]!.id}/resend`;
    expect((await ask('POST', path, boss.token)).status).toBe(409);
  });

  it('sends signed messages, with both secrets for a day after a new one', async () => {
    const { url, got } = await serve();
    const { id } = await listen(ann.id, LETTERS, url);
    const rotate = async () => {
      const { body } = await ask('POST', `/webhook_endpoint/${id}/rotate`, boss.token);
      return (body as { secret: string }).secret;
    };
    const [former, secret] = [await rotate(), await rotate()];
    await system(Letter).create({ title: 'Hello', owner_id: ann.id });
    await run();
    const { headers, text } = got[0]!;
    const [delivery] = await log();
    expect(text).toBe(delivery!.payload);
    expect(headers['content-type']).toBe('application/json');
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(60_000);
    const expected = signedHeaders(delivery!.event_id, at, text, [secret, former]);
    expect(headers).toMatchObject(expected);
    expect(JSON.parse(text)).toMatchObject({ type: 'letter.created', data: { title: 'Hello' } });
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, response_status: 204 });
    await endpoints().update(id, { former_until: new Date(Date.now() - 1) });
    await system(Letter).create({ title: 'Later', owner_id: ann.id });
    await run();
    expect(String(got[1]!.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  it('tries again with the same id, and is sent again by hand', async () => {
    const answers = [500, 302, 204, 200];
    const { url, got } = await serve(() => ({
      status: answers.shift()!,
      headers: { location: '/elsewhere' },
      body: `\0${'x'.repeat(5000)}`,
    }));
    await listen(ann.id, LETTERS, url);
    await system(Letter).create({ title: 'Hello', owner_id: ann.id });
    await run();
    const body = `\uFFFD${'x'.repeat(999)}`;
    const failing = { status: 'pending', attempts: 1, response_status: 500, response_body: body };
    expect(await log()).toMatchObject([{ ...failing, error: 'The endpoint answered 500.' }]);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await again();
      await run();
    }
    const done = { status: 'delivered', attempts: 3, error: null, response_status: 204 };
    expect(await log()).toMatchObject([done]);
    const { id } = (await log())[0]!;
    const { status, body: row } = await ask('POST', `/webhook_delivery/${id}/resend`, boss.token);
    expect([status, row]).toMatchObject([200, { status: 'pending', attempts: 3 }]);
    await run();
    expect(await log()).toMatchObject([{ status: 'delivered', attempts: 4 }]);
    expect(got.map(({ path }) => path)).toEqual(Array(4).fill('/hook'));
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('has failed when the last attempt has', async () => {
    const { url } = await serve(() => ({ status: 500 }));
    await listen(ann.id, LETTERS, url);
    await system(Letter).create({ title: 'Hello', owner_id: ann.id });
    await open.dataSource.query('UPDATE background_job SET attempts = 12');
    await run();
    expect(await log()).toMatchObject([{ status: 'failed', error: 'The endpoint answered 500.' }]);
    expect(await jobs()).toMatchObject([{ status: 'failed' }]);
  });

  it('switches off an endpoint that is gone, until it is switched on', async () => {
    const { url } = await serve(() => ({ status: 410 }));
    const { id } = await listen(ann.id, LETTERS, url);
    await system(Letter).create({ title: 'One', owner_id: ann.id });
    await system(Letter).create({ title: 'Two', owner_id: ann.id });
    await open.worker().drain();
    expect(await admin(WebhookEndpoint).get(id)).toMatchObject({
      active: false,
      switched_off: 'The endpoint answered 410 Gone.',
    });
    expect((await log()).map(({ status }) => status)).toEqual(['failed', 'failed']);
    await system(Letter).create({ title: 'Three', owner_id: ann.id });
    expect(await log()).toHaveLength(2);
    const on = await admin(WebhookEndpoint).update(id, { active: true });
    expect(on).toMatchObject({ active: true, switched_off: null });
  });

  it('is not sent to addresses that are not public', async () => {
    const { url, port, got } = await serve();
    const closed = await openWebhooks(await createDatabase(), '10.0.0.0/8');
    try {
      const somebody = await closed.makeUser('somebody', 'Admin');
      for (const to of [url, `http://localhost:${port}/`, `http://[::ffff:127.0.0.1]:${port}/`])
        await closed.engine.system(WebhookEndpoint).create({
          ...{ url: to, events: ['letter.created'], user_id: somebody.id },
        });
      await closed.engine.system(Letter).create({ title: 'x', owner_id: somebody.id });
      await closed.worker().drain();
      const rows = await closed.dataSource.getRepository(WebhookDelivery).find();
      expect(rows).toHaveLength(3);
      for (const { error } of rows) expect(error).toContain('neither a public address');
      expect(got).toEqual([]);
    } finally {
      await closed.close();
    }
  });

  it('is the affair of administrators, who never see a secret again', async () => {
    const { id } = await listen(ann.id);
    const { body } = await ask('POST', `/webhook_endpoint/${id}/test`, boss.token);
    const delivery = body as { id: number };
    expect(delivery).toMatchObject({ type: 'webhook.test', endpoint_id: id, status: 'pending' });
    for (const [method, path] of [
      ['GET', '/webhook_endpoint'],
      ['GET', `/webhook_endpoint/${id}`],
      ['DELETE', `/webhook_endpoint/${id}`],
      ['POST', `/webhook_endpoint/${id}/rotate`],
      ['POST', `/webhook_endpoint/${id}/test`],
      ['GET', '/webhook_delivery'],
      ['POST', `/webhook_delivery/${delivery.id}/resend`],
    ] as const)
      expect((await ask(method, path, ann.token)).status, path).toBe(403);
    expect((await ask('POST', '/webhook_endpoint', ann.token, {})).status).toBe(403);
    const shown = await ask('GET', `/webhook_endpoint/${id}`, boss.token);
    expect(JSON.stringify(shown.body)).not.toMatch(/secret|whsec_/);
    expect((await ask('GET', '/webhook_endpoint?secret=x', boss.token)).status).toBe(400);
    const secret = 'whsec_AAAA';
    await ask('PATCH', `/webhook_endpoint/${id}`, boss.token, { secret });
    const stored = endpoints().createQueryBuilder('one').addSelect('one.secret').getOneOrFail();
    expect((await stored).secret).not.toBe(secret);
    const patch = { status: 'delivered', payload: '{}' };
    await ask('PATCH', `/webhook_delivery/${delivery.id}`, boss.token, patch);
    expect(await log()).toMatchObject([{ status: 'pending' }]);
    expect((await ask('POST', '/webhook_delivery', boss.token, {})).status).toBe(403);
    await admin(WebhookEndpoint).remove(id);
    expect(await log()).toEqual([]);
  });

  it.each([
    ['url', 'ftp://example.com'],
    ['url', 'https://me:word@example.com'],
    ['events', []],
    ['events', 'letter.created'],
    ['events', ['letters.created']],
    ['events', ['webhook_delivery.created']],
    ['user_id', 12_345],
  ])('refuses %s %j', async (field, value) => {
    const values = { url: 'https://example.com', events: LETTERS, user_id: ann.id };
    const wrong = { ...values, [field]: value };
    const { status, body } = await ask('POST', '/webhook_endpoint', boss.token, wrong);
    expect([status, body]).toMatchObject([422, { errors: { [field]: expect.any(String) } }]);
    expect(await statusOf(admin(WebhookEndpoint).create(values))).toBe(0);
  });

  it('forgets deliveries after a time', async () => {
    await listen(ann.id);
    for (const title of ['One', 'Two', 'Three'])
      await system(Letter).create({ title, owner_id: ann.id });
    const rows = await log();
    const deliveries = open.dataSource.getRepository(WebhookDelivery);
    const created_at = new Date(Date.now() - 7_200_000);
    await deliveries.update(rows[0]!.id, { status: 'failed', created_at });
    await deliveries.update(rows[1]!.id, { created_at });
    await deliveries.update(rows[2]!.id, { status: 'delivered' });
    await cleanJob(3600).handler({ dataSource: open.dataSource } as never);
    expect((await log()).map(({ id }) => id)).toEqual([rows[1]!.id, rows[2]!.id]);
  });

  it('has failed when its job ended without it, and can be sent again', async () => {
    await listen(ann.id);
    const states = ['failed', 'cancelled', 'gone', 'waiting', 'running', 'failed'];
    for (const title of states) await system(Letter).create({ title, owner_id: ann.id });
    const [rows, queued] = [await log(), await jobs()];
    const repository = open.dataSource.getRepository(BackgroundJob);
    for (const [at, { id }] of queued.entries()) {
      if (states[at] === 'gone') await repository.delete(id);
      else await repository.update(id, { status: states[at] as never });
    }
    const other = { name: 'other', payload: { delivery: 'none' }, max_attempts: 1 };
    await repository.insert([other, { ...other, name: 'deliver-webhook', payload: {} }]);
    const created_at = new Date(Date.now() - 7_200_000);
    const old = rows.slice(0, 5).map(({ id }) => id);
    await open.dataSource.getRepository(WebhookDelivery).update(old, { created_at });
    const clean = () => cleanJob(86_400).handler({ dataSource: open.dataSource } as never);
    await clean();
    const statuses = async () => (await log()).map(({ status }) => status);
    const [failed, pending] = [Array(3).fill('failed'), Array(3).fill('pending')];
    expect(await statuses()).toEqual([...failed, ...pending]);
    expect((await log())[0]!.error).toContain('ended');
    await ask('POST', `/webhook_delivery/${old[0]}/resend`, boss.token);
    await clean();
    expect(await statuses()).toEqual(['pending', ...failed.slice(1), ...pending]);
  });
}
