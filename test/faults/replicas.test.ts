import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../contract/eventually.js';
import {
  ADMIN,
  launchService,
  removeFolder,
  runFolder,
  type Service,
} from '../contract/harness.js';
import { demand, mark, send, type Answer, type Row } from '../contract/http.js';
import { clientFor, logIn } from '../contract/use-service.js';
import { FaultyPostgres } from './faulty-postgres.js';
import { observe, recovered, tell } from './observe.js';
import { SilentProxy } from './silent-proxy.js';

/** Seconds by which a replica may lag; one of the two applies each commit so many milliseconds late. */
const MAX_LAG = 4;
const DELAY = 700;
const SLACK = 6000;

let primary: FaultyPostgres;
let prompt: FaultyPostgres;
let late: FaultyPostgres;
let proxy: SilentProxy;
/** Two processes of one service. */
let services: readonly Service[];
let people: readonly Person[];

/** Somebody with a browser: it keeps the cookie that answers to writes bring. */
class Person {
  private cookie = '';

  private constructor(private readonly token: string) {}

  static async signIn(username: string): Promise<Person> {
    const { body } = await logIn(services[0]!.url, username, ADMIN.password);
    return new Person((body as { access_token: string }).access_token);
  }

  /** Through the service of that number, or any. */
  async ask(method: string, path: string, body?: object, at?: number): Promise<Answer> {
    const { url } = services[at ?? Math.floor(Math.random() * services.length)]!;
    const headers = { authorization: `Bearer ${this.token}`, cookie: this.cookie };
    const answer = await send(url, method, path, { body, headers });
    this.cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? this.cookie;
    return answer;
  }

  async titled(title: string, at?: number): Promise<readonly Row[]> {
    return demand(await this.ask('GET', `/task?title=${title}`, undefined, at), 200, 'GET').rows;
  }
}

beforeAll(async () => {
  primary = await FaultyPostgres.start('wal_keep_size=64MB');
  await primary.createDatabase('app');
  const made = await primary.replicas([], [`recovery_min_apply_delay=${DELAY}ms`]);
  [prompt, late] = made as [FaultyPostgres, FaultyPostgres];
  proxy = await SilentProxy.to(primary.port);
  const env = {
    DATABASE_REPLICA_URLS: made.map((replica) => replica.url('app')).join(','),
    DATABASE_REPLICA_MAX_LAG: `${MAX_LAG}s`,
    LOG_LEVEL: 'info',
  };
  const databaseUrl = primary.url('app', proxy.port);
  const launch = () =>
    launchService({ example: 'task-manager', features: ['replicas'], databaseUrl, env });
  services = await Promise.all([launch(), launch()]);
  for (const service of services) await service.ready();
  const admin = await clientFor(services[0]!.url, ADMIN.username, ADMIN.password);
  const names = ['anna', 'ben', 'cleo', 'dan', 'eva', 'finn'];
  for (const username of names)
    await admin.create('/auth/register', {
      username,
      password: ADMIN.password,
      email: `${username}@example.com`,
      role_names: ['Admin'],
    });
  people = await Promise.all(names.map((name) => Person.signIn(name)));
  expect(await said('is read from', prompt, late)).toBe(true);
}, 120_000);
afterAll(async () => {
  await Promise.all(services.map((service) => service.dispose()));
  await proxy.close();
  await Promise.all([prompt.down(), late.down()]);
  removeFolder(runFolder());
});

/** Whether all services say that, last of all that they say of these replicas. */
const said = (what: string, ...replicas: readonly FaultyPostgres[]): Promise<boolean> =>
  eventually(
    async () =>
      services.every(({ output }) =>
        replicas.every(({ port }) => {
          const lines = output.split(`the replica 127.0.0.1:${port} `);
          return lines.length > 1 && lines.at(-1)!.startsWith(what);
        }),
      ),
    15_000,
  );

/** What a client of the first service sees; a replica answers it. */
async function watcher() {
  const { body } = await logIn(services[0]!.url, ADMIN.username, ADMIN.password);
  const { access_token: token } = body as { access_token: string };
  return { url: services[0]!.url, token };
}

/** Each person writes and reads again and again, and finds what they wrote. */
async function findOwnWrites(ms: number): Promise<number> {
  const end = performance.now() + ms;
  let found = 0;
  const live = async (person: Person): Promise<void> => {
    while (performance.now() < end) {
      const [first, second] = [mark(), mark()];
      const made = await person.ask('POST', '/task', { title: first });
      const { id } = demand(made, 201, 'POST').record;
      expect(await person.titled(first)).toHaveLength(1);
      demand(await person.ask('PATCH', `/task/${id}`, { title: second }), 200, 'PATCH');
      const read = demand(await person.ask('GET', `/task/${id}`), 200, 'GET');
      expect(read.record.title).toBe(second);
      demand(await person.ask('DELETE', `/task/${id}`), 204, 'DELETE');
      expect(await person.titled(second)).toEqual([]);
      found += 3;
      await sleep(Math.random() * 300);
    }
  };
  await Promise.all(people.map(live));
  return found;
}

test('everybody finds their own writes, through whichever process', async () => {
  expect(await findOwnWrites(2500)).toBeGreaterThan(people.length);
});

test('others see late, but no later than the limit; who has signed out is out at once', async () => {
  const [anna, ben, cleo] = people as [Person, Person, Person];
  for (const replica of [prompt, late]) await replica.run('app', 'SELECT pg_wal_replay_pause()');
  // Older than what the services have last heard of.
  await sleep(500);
  const title = mark();
  const made = await anna.ask('POST', '/task', { title }, 0);
  expect(made.header('x-write-position')).toMatch(/^\d+-\d+$/);
  const began = performance.now();
  expect(await anna.titled(title, 0)).toHaveLength(1);
  expect(await anna.titled(title, 1)).toHaveLength(1);
  const seen = await ben.titled(title, 1);
  if (performance.now() - began < MAX_LAG * 500) expect(seen).toEqual([]);
  // What a replica does not have, the primary is asked for.
  const found = await ben.ask('GET', `/task/${made.record.id}`, undefined, 1);
  expect(found.status).toBe(200);

  expect((await cleo.ask('POST', '/auth/logout', undefined, 0)).status).toBe(204);
  const isOut = async () => (await cleo.ask('GET', '/task', undefined, 1)).status === 401;
  expect(await eventually(isOut, 1500)).toBe(true);
  people = people.filter((person) => person !== cleo);

  const isThere = async () => (await ben.titled(title, 1)).length === 1;
  expect(await eventually(isThere, MAX_LAG * 1000 + SLACK)).toBe(true);
  expect(await said('is left out: it lags by more than', prompt, late)).toBe(true);
  for (const replica of [prompt, late]) await replica.run('app', 'SELECT pg_wal_replay_resume()');
  expect(await said('is read from', prompt, late)).toBe(true);
});

/** What people saw who only read, and so from replicas, and how long the slowest answer took. */
async function readDuring(work: () => Promise<void>) {
  const seen = new Set<number>();
  let [slowest, over] = [0, false];
  const read = async (person: Person): Promise<void> => {
    while (!over) {
      const began = performance.now();
      seen.add((await person.ask('GET', '/task?_end=5')).status);
      slowest = Math.max(slowest, performance.now() - began);
    }
  };
  const reading = people.map(read);
  await work();
  over = true;
  await Promise.all(reading);
  return { seen: [...seen], slowest };
}

test('replicas that freeze, die and come back: nobody is refused', async () => {
  const each = (does: (replica: FaultyPostgres) => unknown) =>
    Promise.all([prompt, late].map(does));
  const frozen = await readDuring(async () => {
    await each((replica) => replica.signal('SIGSTOP'));
    await sleep(4000);
    expect(await said('is left out', prompt, late)).toBe(true);
    await each((replica) => replica.signal('SIGCONT'));
    expect(await said('is read from', prompt, late)).toBe(true);
  });
  expect(frozen.seen).toEqual([200]);
  // A second of silence, a look at it, and the read of the primary.
  expect(frozen.slowest).toBeLessThan(2000 + SLACK);
  const dead = await readDuring(async () => {
    await each((replica) => replica.down());
    expect(await said('is left out', prompt, late)).toBe(true);
    await each((replica) => replica.follow());
    expect(await said('is read from', prompt, late)).toBe(true);
  });
  expect(dead.seen).toEqual([200]);
  console.info(`| replicas frozen | slowest ${Math.round(frozen.slowest)} ms |`);
  console.info(`| replicas stopped | slowest ${Math.round(dead.slowest)} ms |`);
});

test('a replica becomes the primary: the other one, of the dead primary, is left out', async () => {
  const client = await watcher();
  const seen = await observe(client, async () => {
    await sleep(300);
    primary.kill();
    await prompt.run('postgres', 'SELECT pg_promote()');
    proxy.target = prompt.port;
    proxy.cut();
  });
  tell('kill -9 of the primary, promotion', seen, await recovered(client, 20_000));
  expect(seen.bad).toEqual([]);
  expect(await said('is left out: it is not a streaming replica', prompt)).toBe(true);
  expect(await findOwnWrites(1500)).toBeGreaterThan(0);
  expect(await said('is left out', late)).toBe(true);
});

test('an address that leads to a standby is none of the primary', async () => {
  const client = await watcher();
  proxy.target = late.port;
  proxy.cut();
  const { status } = await people[0]!.ask('GET', '/task', undefined, 0);
  expect(status).toBe(503);
  proxy.target = prompt.port;
  await recovered(client, 20_000);
});
