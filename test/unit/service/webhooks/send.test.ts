import { once } from 'node:events';
import { type AddressInfo, BlockList, createServer, type LookupFunction } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  guardedLookup,
  isOpen,
  networksOf,
} from '../../../../templates/features/webhooks/engine/webhooks/networks.js';
import { networkSend } from '../../../../templates/features/webhooks/engine/webhooks/send.js';
import { withCircuitBreaker } from '../../../../templates/features/webhooks/engine/webhooks/circuit-breaker.js';
import { NoResponse } from '../../../../templates/features/webhooks/engine/webhooks/message.js';
import {
  newSecret,
  signedHeaders,
} from '../../../../templates/features/webhooks/engine/webhooks/sign.js';
import { readSettings } from '../../../../templates/features/webhooks/engine/webhooks/webhooks-feature.js';
import { settingReader } from '../../../../templates/service/engine/settings/setting-values.js';
import { startReceiver } from '../../../support/open-webhooks.js';

const nothing = new BlockList();

describe('a signature', () => {
  it('is that of the specification', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    expect(signedHeaders(id, new Date(1614265330_000), '{"test": 2432232314}', [secret])).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('has a key of 32 random bytes', () => {
    const secret = newSecret();
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
    expect(newSecret()).not.toBe(secret);
    expect(secret.length).toBeLessThanOrEqual(64);
  });
});

describe('an address', () => {
  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.8.8.8', '169.254.169.254'],
    ...[
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1'],
    ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:7f00:1::', '2001:db8::1'],
    ...[
      'fc00::1',
      'fd12:3456::1',
      'fe80::1',
      'fe80::1%eth0',
      'fec0::1',
      'ff02::1',
      'localhost',
      '',
    ],
  ])('%s is closed', (address) => {
    expect(isOpen(address, nothing)).toBe(false);
  });

  it.each(['8.8.8.8', '100.63.0.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00::1'])(
    '%s is open',
    (address) => {
      expect(isOpen(address, nothing)).toBe(true);
    },
  );

  it('of networks of one own is open, and no other', () => {
    const own = networksOf(['10.1.0.0/16', 'fd00:1::/32', '127.0.0.1']);
    for (const open of ['10.1.2.3', 'fd00:1::5', '127.0.0.1']) expect(isOpen(open, own)).toBe(true);
    for (const shut of ['10.2.0.1', 'fd00:2::5', '127.0.0.2', '::1'])
      expect(isOpen(shut, own)).toBe(false);
  });
});

describe('the settings of webhooks', () => {
  it('name what is wrong', () => {
    const { read, wrong } = settingReader({
      WEBHOOKS_PRIVATE_NETWORKS: '10.0.0.0/8, intranet',
      WEBHOOKS_HTTP: 'yes',
      WEBHOOKS_KEEP: 'long',
    });
    readSettings(read);
    expect(wrong).toEqual([
      'WEBHOOKS_PRIVATE_NETWORKS: expected networks such as `10.1.0.0/16`, got `intranet`',
      'WEBHOOKS_HTTP: expected 1 or 0, got `yes`',
      expect.stringContaining('WEBHOOKS_KEEP: '),
    ]);
    for (const bad of ['10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0'])
      expect(() => networksOf([bad]), bad).toThrow('expected networks');
  });
});

describe('sending', () => {
  const receivers: Awaited<ReturnType<typeof startReceiver>>[] = [];
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.stop();
  });
  const serve = async (...args: Parameters<typeof startReceiver>) => {
    const receiver = await startReceiver(...args);
    receivers.push(receiver);
    return receiver;
  };
  const { signal } = new AbortController();
  const own = networksOf(['127.0.0.0/8']);
  const message = (url: string) => ({ url, headers: { 'x-one': '1' }, body: '{"ä":1}' });

  it('brings the message to the byte, and gives the status and the beginning of the answer', async () => {
    const { url, got } = await serve(() => ({ status: 201, body: 'y'.repeat(100_000) }));
    const answer = await networkSend({ httpsOnly: false, own })(message(url), signal);
    expect(answer).toEqual({ status: 201, body: 'y'.repeat(1000) });
    expect(got).toMatchObject([{ text: '{"ä":1}', headers: { 'x-one': '1' } }]);
  });

  it('follows no redirect', async () => {
    const other = await serve();
    const { url } = await serve(() => ({ status: 307, headers: { location: other.url } }));
    const answer = await networkSend({ httpsOnly: false, own })(message(url), signal);
    expect(answer.status).toBe(307);
    expect(other.got).toEqual([]);
  });

  it('looks at the address of the connection, whatever a name was before', async () => {
    const { port, got } = await serve();
    const addresses = ['8.8.8.8', '127.0.0.1'];
    const lookup = guardedLookup(nothing, (_host, _options, done) =>
      done(null, [{ address: addresses.shift()!, family: 4 }]),
    );
    const looked = () =>
      new Promise((resolve) => lookup('a.example', {}, (...found) => resolve(found)));
    expect(await looked()).toEqual([null, '8.8.8.8', 4]);
    const send = networkSend({ httpsOnly: false, own: nothing, lookup });
    await expect(send(message(`http://a.example:${port}/`), signal)).rejects.toThrow(
      'a.example is 127.0.0.1, which is neither a public address',
    );
    expect(got).toEqual([]);
  });

  it('refuses a name with one address that is closed among others', async () => {
    const lookup: LookupFunction = guardedLookup(nothing, (_host, _options, done) =>
      done(null, [
        { address: '8.8.8.8', family: 4 },
        { address: '::1', family: 6 },
      ]),
    );
    const send = networkSend({ httpsOnly: false, own: nothing, lookup });
    await expect(send(message('http://a.example/'), signal)).rejects.toThrow('is ::1, which');
  });

  it.each([
    ...[
      'http://127.0.0.1',
      'http://2130706433',
      'http://0x7f.1',
      'http://[::1]',
      'http://localhost',
    ],
    ...['http://[::ffff:127.0.0.1]', 'http://169.254.169.254', 'http://0', 'http://017700000001'],
  ])('refuses %s', async (host) => {
    const { port, got } = await serve();
    const send = networkSend({ httpsOnly: false, own: nothing });
    await expect(send(message(`${host}:${port}/`), signal)).rejects.toThrow(
      'neither a public address',
    );
    expect(got).toEqual([]);
  });

  it('refuses http:// where it is to be https:// alone', async () => {
    const { url, got } = await serve();
    const send = networkSend({ httpsOnly: true, own });
    await expect(send(message(url), signal)).rejects.toThrow('only sent to https://');
    expect(got).toEqual([]);
  });

  it('waits no longer than its time, and ends when it is told to', async () => {
    const { url } = await serve(() => 'never');
    const send = networkSend({ httpsOnly: false, own, timeout: 100 });
    await expect(send(message(url), signal)).rejects.toThrow(
      'The endpoint did not respond within 0.1 seconds.',
    );
    const controller = new AbortController();
    const sent = networkSend({ httpsOnly: false, own })(message(url), controller.signal);
    controller.abort(new Error('the worker stops'));
    await expect(sent).rejects.toThrow();
  });

  const UPGRADE = 'Connection: Upgrade\r\nUpgrade: h2,h2c\r\n';
  it.each([
    ['turns to another protocol', `101 Other\r\n${UPGRADE}\r\n`, { status: 101, body: '' }],
    ['turns, and does not say to which', '101 Other\r\n\r\n', { status: 101, body: '' }],
    [
      'offers another protocol beside its answer',
      `200 OK\r\n${UPGRADE}Content-Length: 2\r\n\r\nok`,
      { status: 200, body: 'ok' },
    ],
  ])('takes the status of a receiver that %s', async (_, reply, expected) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(`HTTP/1.1 ${reply}`));
    });
    try {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const send = networkSend({ httpsOnly: false, own });
      expect(await send(message(`http://127.0.0.1:${port}/`), signal)).toEqual(expected);
    } finally {
      server.close();
    }
  });

  it('leaves a receiver alone that does not answer', async () => {
    const { url } = await serve(() => 'never');
    const send = networkSend({ httpsOnly: false, own, timeout: 50 });
    for (let time = 0; time < 3; time += 1)
      await expect(send(message(url), signal)).rejects.toThrow('within 0.05 seconds');
    await expect(send(message(url), signal)).rejects.toThrow('3 times in a row');
  });
});

describe('withCircuitBreaker a receiver', () => {
  const { signal } = new AbortController();
  const open = () => {
    const state = { now: 0, sent: 0, answer: 'none' as 'none' | 'some' | 'refused' };
    const send = withCircuitBreaker(
      async () => {
        state.sent += 1;
        if (state.answer === 'none') throw new NoResponse('no answer');
        if (state.answer === 'refused') throw new Error('refused');
        return { status: 500, body: '' };
      },
      () => state.now,
    );
    const tries = async (times: number, url = 'https://example.com/') => {
      const before = state.sent;
      const all = Array.from({ length: times }, () => send({ url, headers: {}, body: '' }, signal));
      await Promise.allSettled(all);
      return state.sent - before;
    };
    return { state, tries };
  };

  it('has one message try for all, after pauses that grow', async () => {
    const { state, tries } = open();
    expect(await tries(3)).toBe(3);
    expect(await tries(1)).toBe(0);
    expect(await tries(1, 'https://example.org/')).toBe(1);
    for (const pause of [30, 60, 120, 240, 300, 300]) {
      state.now += pause * 1000 - 1;
      expect(await tries(5)).toBe(0);
      state.now += 1;
      expect(await tries(5)).toBe(1);
    }
  });

  it.each(['some', 'refused'] as const)('ends when there is an answer: %s', async (answer) => {
    const { state, tries } = open();
    await tries(3);
    state.now += 30_000;
    state.answer = answer;
    expect(await tries(1)).toBe(1);
    expect(await tries(5)).toBe(5);
  });

  it('begins with silences in a row alone', async () => {
    const { state, tries } = open();
    await tries(2);
    state.answer = 'some';
    await tries(1);
    state.answer = 'none';
    await tries(2);
    expect(await tries(1)).toBe(1);
    expect(await tries(1)).toBe(0);
  });
});
