import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CAST_PASSWORD } from './cast.js';
import { eventually } from './eventually.js';
import { ADMIN, launchService, type Service } from './harness.js';
import { Client, mark, send, type Answer, type Message } from './http.js';
import {
  freshDatabase,
  launch,
  logIn,
  onEachDatabase,
  startRefused,
  startService,
} from './use-service.js';

const project = { example: 'task-manager', features: ['workers'] } as const;
const env = { WORKERS: '2', LOG_LEVEL: 'info' };

/** A line of the service's log. */
interface Line {
  readonly worker?: number;
  readonly request_id?: string;
  readonly msg?: string;
}

/** The whole lines that were logged so far; what stands between them are warnings of the start. */
const linesOf = ({ output }: Service): Line[] =>
  output
    .slice(0, output.lastIndexOf('\n'))
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

/** Number -> process of the workers that run. */
function workersOf({ child }: Service): ReadonlyMap<string, number> {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  const numbered = children.split(' ').flatMap((pid): [string, number][] => {
    if (pid.trim() === '') return [];
    const [, number] = /\0SERVICE_WORKER=(\d+)/.exec(environmentOf(pid)) ?? [];
    return number === undefined ? [] : [[number, Number(pid)]];
  });
  return new Map(numbered);
}

function environmentOf(pid: string): string {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'utf8')}`;
  } catch {
    // It has just ended.
    return '';
  }
}

/** One connection, and so one worker. */
class Connection extends Client {
  readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly service: Service,
    readonly bearer?: string,
  ) {
    super(
      () => service.url,
      () => bearer,
    );
  }

  override send(method: string, path: string, message: Message = {}): Promise<Answer> {
    return super.send(method, path, { ...message, agent: this.agent });
  }

  /** The number of the worker that answers it, as the log has it. */
  async worker(): Promise<number> {
    const id = mark();
    await this.get('/healthz', { 'x-request-id': id });
    const line = () => linesOf(this.service).find(({ request_id }) => request_id === id);
    expect(await eventually(() => Promise.resolve(line() !== undefined))).toBe(true);
    return line()!.worker!;
  }
}

/** A connection of this user to each of two workers. */
async function connect(
  service: Service,
  username: string,
  password: string,
): Promise<readonly [Connection, Connection]> {
  const answer = await logIn(service.url, username, password);
  const token = (answer.body as { access_token: string }).access_token;
  const found = new Map<number, Connection>();
  // The second one may still be starting.
  const hasBoth = async () => {
    const connection = new Connection(service, token);
    found.set(await connection.worker(), connection);
    return found.size === 2;
  };
  expect(await eventually(hasBoth, 40_000)).toBe(true);
  return [found.get(1)!, found.get(2)!];
}

onEachDatabase((database) => {
  describe('two workers', () => {
    let service: Service;
    let one: Connection;
    let two: Connection;
    beforeAll(async () => {
      service = await launchService({
        ...project,
        databaseUrl: await freshDatabase(database),
        env: { ...env, SHUTDOWN_DELAY: '2s' },
      });
      await service.ready();
      [one, two] = await connect(service, ADMIN.username, ADMIN.password);
    });

    afterAll(() => service.dispose());

    test('answer under one port; the first start made tables and administrator once', async () => {
      expect([one, two].every((connection) => connection instanceof Connection)).toBe(true);
      expect(workersOf(service).size).toBe(2);
      expect((await one.list('/user')).map(({ username }) => username)).toEqual(['admin']);
      const roles = (await two.list('/role?_sort=name')).map(({ name }) => name);
      expect(roles).toEqual(['Admin', 'Manager', 'Viewer']);
      const listening = linesOf(service).filter(({ msg }) => msg === 'listening');
      expect(listening.map(({ worker }) => worker)).toEqual([1, 2]);
    });

    test('the total of a list holds what the other one has just written', async () => {
      const title = mark();
      for (let written = 1; written <= 10; written += 1) {
        const [writer, reader] = written % 2 ? [one, two] : [two, one];
        // Known to both before.
        await reader.get(`/task?title=${title}`);
        await writer.create('/task', { title });
        for (const connection of [reader, writer]) {
          const answer = await connection.get(`/task?title=${title}`);
          expect(answer.header('x-total-count')).toBe(String(written));
        }
      }
    });

    test('roles, passwords and sessions that change in one count in the other', async () => {
      const username = mark();
      const user = await one.create('/user', {
        username,
        email: `${username}@example.test`,
        password: CAST_PASSWORD,
        roles: ['Manager'],
      });
      const [, there] = await connect(service, username, CAST_PASSWORD);
      await there.create('/task', { title: mark() });
      await one.change(`/user/${user.id}`, { roles: ['Viewer'] });
      const refused = async () => (await there.post('/task', {})).status === 403;
      expect(await eventually(refused, 3000)).toBe(true);
      const [role] = await one.list('/role?name=Viewer');
      await one.change(`/role/${role!.id}`, { allowed_methods: ['GET', 'POST'] });
      const allowed = async () => (await there.post('/task', { title: mark() })).status === 201;
      expect(await eventually(allowed, 3000)).toBe(true);
      const change = { current_password: CAST_PASSWORD, new_password: `${CAST_PASSWORD} changed` };
      const [here, beside] = await connect(service, username, CAST_PASSWORD);
      expect((await here.put('/auth/change-password', change)).status).toBeLessThan(300);
      const isOut = async () => (await beside.get('/auth/me')).status === 401;
      expect(await eventually(isOut, 3000)).toBe(true);
    });

    test('failed sign-ins are counted for both together', async () => {
      const body = { username: mark(), password: 'wrong' };
      const statuses: number[] = [];
      for (let tries = 0; tries < 6; tries += 1) {
        const connection = tries % 2 ? one : two;
        statuses.push((await connection.post('/auth/login', body)).status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    });

    test('writes through both at once are all kept', async () => {
      const title = mark();
      const writers = Array.from({ length: 8 }, () => new Connection(service, one.bearer));
      const writes = writers.map(async (writer) => {
        for (let count = 0; count < 5; count += 1) await writer.create('/task', { title });
      });
      await Promise.all(writes);
      const answer = await two.get(`/task?title=${title}`);
      expect(answer.header('x-total-count')).toBe('40');
    });

    test('one that is killed is replaced, and nobody else notices', async () => {
      const before = workersOf(service);
      const [survivor] = await connect(service, ADMIN.username, ADMIN.password);
      let isOver = false;
      const asked = (async () => {
        const statuses: number[] = [];
        while (!isOver) statuses.push((await survivor.get('/task?_end=5')).status);
        return statuses;
      })();
      process.kill(before.get('2')!, 'SIGKILL');
      const isReplaced = async () => {
        const now = workersOf(service).get('2');
        return now !== undefined && now !== before.get('2');
      };
      expect(await eventually(isReplaced, 20_000)).toBe(true);
      // New connections go to whoever serves, also before the new one does.
      for (let tries = 0; tries < 10; tries += 1)
        expect((await new Connection(service).get('/healthz')).status).toBe(200);
      const [, again] = await connect(service, ADMIN.username, ADMIN.password);
      expect((await again.get('/task?_end=1')).status).toBe(200);
      isOver = true;
      const statuses = await asked;
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      expect(statuses.length).toBeGreaterThan(10);
      expect(workersOf(service).get('1')).toBe(before.get('1'));
      expect(linesOf(service)).toContainEqual(
        expect.objectContaining({ worker: 2, end: 'SIGKILL', msg: expect.any(String) as string }),
      );
    });

    test('one that dies before it takes a connection leaves nobody waiting for ever', async () => {
      await connect(service, ADMIN.username, ADMIN.password);
      const pid = workersOf(service).get('2')!;
      process.kill(pid, 'SIGSTOP');
      const asked = Array.from({ length: 4 }, () =>
        new Connection(service).get('/healthz').then(
          ({ status }) => status,
          (error: NodeJS.ErrnoException) => error.code,
        ),
      );
      await Promise.any(asked);
      await sleep(300);
      process.kill(pid, 'SIGKILL');
      expect((await Promise.all(asked)).sort()).toEqual([200, 200, 200, 'ECONNRESET']);
    });

    test('SIGTERM ends all of them, when what runs is finished', async () => {
      const pids = [...workersOf(service).values()];
      const running = [one, new Connection(service), new Connection(service)].map((connection) =>
        connection.post('/auth/login', { username: ADMIN.username, password: ADMIN.password }),
      );
      const code = service.stop();
      for (const answer of await Promise.all(running)) expect(answer.status).toBe(200);
      expect(await code).toBe(0);
      for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
      await expect(send(service.url, 'GET', '/healthz')).rejects.toThrow();
    });
  });
});

describe('a start of workers that is refused', () => {
  const once = (output: string, text: string): void =>
    expect(output.split(text).length - 1, output).toBe(1);
  const common = { ...project, database: 'sqlite' } as const;

  test('by a port that is taken is told once', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    const service = await launch({
      ...common,
      env: { ...env, WORKERS: '3', PORT: String(port) },
    });
    expect(await service.ended).toBe(1);
    once(service.output, `PORT: ${port} is in use`);
  });

  test.each([
    ['WORKERS', { WORKERS: 'many' }],
    ['WORKERS', { DATABASE_URL: 'sqlite::memory:' }],
    ['AUTH_SECRET', { NODE_ENV: 'production', AUTH_SECRET: null }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' }],
  ])('by %s is told once: %o', async (name, more) => {
    const { code, output } = await startRefused({ ...common, env: { ...env, ...more } });
    expect(code).toBe(1);
    once(output, `  ${name}`);
    once(output, 'The service does not start');
  });
});

describe('workers that do not stay alive', () => {
  /** A moment after it began to serve. */
  const ENDING = 'if (process.env.SERVICE_WORKER) setTimeout(() => process.exit(3), 300);';
  const pausesIn = (output: string): number[] =>
    [...output.matchAll(/"pause":(\d+)/g)].map(([, pause]) => Number(pause));
  /** Tries for some ten seconds, beside the others. */
  let ending: Service;
  beforeAll(async () => {
    const edits = {
      'src/app.ts': (text: string) => text.replace('const app = express();', `${ENDING}\n$&`),
    };
    const databaseUrl = await freshDatabase('sqlite');
    ending = await launchService({ ...project, databaseUrl, env, edits });
  });
  afterAll(() => ending.dispose());

  test('are tried again with pauses that grow, while another one serves', async () => {
    const edits = {
      'src/main.ts': (text: string) =>
        `if (process.env.SERVICE_WORKER === '2/2') process.exit(3);\n${text}`,
    };
    const service = await startService({ ...project, database: 'sqlite', env, edits });
    const isTried = () => Promise.resolve(pausesIn(service.output).length >= 3);
    expect(await eventually(isTried, 30_000)).toBe(true);
    expect(pausesIn(service.output).slice(0, 3)).toEqual([100, 200, 400]);
    expect((await send(service.url, 'GET', '/readyz')).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  test('end with the process that started them', async () => {
    const service = await startService({ ...project, database: 'sqlite', env });
    const pids = [...workersOf(service).values()];
    service.child.kill('SIGKILL');
    const isGone = (pid: number) => environmentOf(String(pid)) === '';
    expect(await eventually(() => Promise.resolve(pids.every(isGone)), 10_000)).toBe(true);
  });

  test('end the service where none does', async () => {
    expect(await ending.ended).toBe(1);
    expect(ending.output).toContain('no worker is running');
    expect(pausesIn(ending.output).length).toBeGreaterThanOrEqual(5);
  }, 180_000);
});

test('without AUTH_SECRET, outside of production, workers take one another’s tokens', async () => {
  const settings = { ...env, AUTH_SECRET: null };
  const service = await startService({ ...project, database: 'sqlite', env: settings });
  for (const connection of await connect(service, ADMIN.username, ADMIN.password))
    expect((await connection.get('/auth/me')).status).toBe(200);
  expect(service.output.split('AUTH_SECRET is missing').length - 1).toBe(1);
});
