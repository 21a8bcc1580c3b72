import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneRepository, personsEnv } from '../support/clone.js';
import { freePort } from '../web/serve-example.js';

const MINUTES = 60_000;

let clone: string;
let port: number;
const running = new Set<Start>();

beforeAll(async () => {
  clone = cloneRepository({ dist: true });
  port = await freePort();
});
afterAll(async () => {
  for (const { npm, ended } of running) {
    process.kill(-npm.pid!, 'SIGKILL');
    await ended;
  }
  rmSync(clone, { recursive: true, force: true });
});

interface Start {
  readonly npm: ChildProcess;
  said(): string;
  /** Once nobody holds its output any more, neither npm nor what it has started. */
  readonly ended: Promise<number | null>;
}

/** `npm start`, or another script, in a terminal of its own. */
const start = (...script: readonly string[]): Start => startIn(clone, script);

function startIn(cwd: string, script: readonly string[] = []): Start {
  const env = personsEnv({ PORT: String(port) });
  const npm = spawn('npm', script.length > 0 ? ['run', ...script] : ['start'], {
    cwd,
    env,
    detached: true,
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const ended = once(npm, 'close').then(([code]) => {
    running.delete(one);
    return code as number | null;
  });
  const one: Start = { npm, ended, said: () => output };
  running.add(one);
  return one;
}

const url = (path: string) => `http://127.0.0.1:${port}${path}`;
const project = (...path: string[]) => join(clone, '.tmp/task-manager', ...path);
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));

/** A start that serves. */
async function started(): Promise<Start> {
  const one = start();
  await until(one, isServed);
  await until(one, () => one.said().includes(`The back-office: ${url('/admin/')}`));
  return one;
}

async function until(one: Start, isSo: () => boolean | Promise<boolean>): Promise<void> {
  let isOver = false;
  void one.ended.then(() => (isOver = true));
  while (!(await isSo())) {
    if (isOver) throw new Error(`it ended\n${one.said().slice(-4000)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function isServed(): Promise<boolean> {
  return (await fetch(url('/healthz')).catch(() => null))?.ok ?? false;
}

const ADMIN = { username: 'admin', password: 'admin' };

/** The request of somebody, who signs in for it, as in the README. */
async function api<T>(
  method: string,
  path: string,
  body?: object,
  { username, password } = ADMIN,
): Promise<T> {
  const send = (path: string, method: string, body: object | undefined, token: string) =>
    fetch(url(path), {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
  const login = await send('/auth/login', 'POST', { username, password }, '');
  const { access_token } = (await login.json()) as { access_token: string };
  return (await send(path, method, body, access_token)).json() as Promise<T>;
}

const titles = async () =>
  (await api<{ title: string }[]>('GET', '/task?_end=1000')).map(({ title }) => title);

let rows: readonly string[];

it(
  'makes the project, with something to see in it, and Ctrl-C ends all of it',
  { timeout: 10 * MINUTES },
  async () => {
    const first = await started();
    expect(first.said()).toContain('crudgen init task-manager');
    expect(first.said()).toContain('src/models/task/task.routes.ts');
    expect(await isServed()).toBe(true);
    expect(await (await fetch(url('/admin/'))).text()).toContain('<div id="root">');
    expect((await fetch(url('/docs'))).status).toBe(200);
    rows = await titles();
    expect(rows.length).toBeGreaterThan(55);
    const made = await api<{ id: number }>('POST', '/task', { title: 'Made in between' });
    // An endpoint of its developer.
    expect(await api('POST', `/task/${made.id}/complete`)).toMatchObject({ status: 'done' });
    process.kill(-first.npm.pid!, 'SIGINT');
    await first.ended;
    expect(await isServed()).toBe(false);
  },
);

it(
  'starts again with its rows, without making or building anything, and ends with npm',
  { timeout: 5 * MINUTES },
  async () => {
    const again = await started();
    expect(again.said()).not.toMatch(/crudgen (init|upgrade)|npm run (build|seed)/);
    expect((await titles()).toSorted()).toEqual([...rows, 'Made in between'].toSorted());
    again.npm.kill('SIGTERM');
    await again.ended;
    expect(await isServed()).toBe(false);
  },
);

it(
  'makes a project whose service ends with npm, and npm not before it',
  { timeout: 2 * MINUTES },
  async () => {
    const own = startIn(project());
    await until(own, isServed);
    own.npm.kill('SIGTERM');
    await once(own.npm, 'exit');
    expect(await isServed()).toBe(false);
    await own.ended;
  },
);

it(
  'merges what a newer crudgen writes into what its developer wrote, and keeps the rows',
  { timeout: 10 * MINUTES },
  async () => {
    edit(project('README.md'), (text) => `${text}\nOur own words.\n`);
    edit(join(clone, 'templates/service/README.md.ejs'), (text) =>
      text.replace('All of the code', 'Every line of the code'),
    );
    edit(
      join(clone, 'templates/service/engine/problem/problem.ts'),
      (text) => `${text}\nexport const fromNewerTemplates = true;\n`,
    );
    const upgraded = await started();
    expect(upgraded.said()).toContain('crudgen upgrade');
    const readme = readFileSync(project('README.md'), 'utf8');
    expect(readme).toContain('Every line of the code');
    expect(readme).toContain('Our own words.');
    expect(readFileSync(project('dist/engine/problem/problem.js'), 'utf8')).toContain(
      'fromNewerTemplates',
    );
    expect((await titles()).toSorted()).toEqual([...rows, 'Made in between'].toSorted());
    upgraded.npm.kill('SIGTERM');
    await upgraded.ended;
  },
);

it(
  'serves nothing where both have changed the same place, and says how to decide',
  { timeout: 5 * MINUTES },
  async () => {
    edit(project('README.md'), (text) => text.replace('Every line of the code', 'Not a line'));
    edit(join(clone, 'templates/service/README.md.ejs'), (text) =>
      text.replace('Every line of the code', 'Each and every line'),
    );
    const refused = start();
    expect(await refused.ended).toBe(1);
    expect(refused.said()).toContain('Not a line');
    expect(refused.said()).toMatch(
      /nothing is served[^]*cd \.tmp\/task-manager\n[^]*crudgen\.js upgrade/,
    );
    expect(readFileSync(project('README.md'), 'utf8')).not.toContain('Each and every line');
  },
);

it(
  'says of a port that is taken how to take another, before anything else',
  { timeout: 5 * MINUTES },
  async () => {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    const refused = start();
    expect(await refused.ended).toBe(1);
    expect(refused.said()).toContain(`error: port ${port} is in use`);
    expect(refused.said()).toContain(`PORT=${port + 1} npm start`);
    server.close();
  },
);

it(
  'moves aside what an earlier version left, and is not held up by a start that was ended half-way',
  { timeout: 5 * MINUTES },
  async () => {
    writeFileSync(join(clone, '.tmp/task-manager.db'), 'rows of an earlier version');
    mkdirSync(join(clone, '.tmp/making/task-manager'), { recursive: true });
    const half = start();
    await until(half, () => half.said().includes('building the service'));
    half.npm.kill('SIGTERM');
    await half.ended;
    expect(half.said()).toContain('The old files are in .tmp/task-manager-before;');
    const aside = join(clone, '.tmp/task-manager-before');
    expect(readdirSync(aside)).toEqual(['task-manager', 'task-manager.db']);
    expect(readFileSync(join(aside, 'task-manager/README.md'), 'utf8')).toContain('Our own words.');

    const next = start();
    await until(next, () => next.said().includes('building the service'));
    expect(next.said()).not.toContain('crudgen init');
    process.kill(-next.npm.pid!, 'SIGINT');
    await next.ended;
    expect(existsSync(project('crudgen.json'))).toBe(true);
    expect(existsSync(project('data'))).toBe(false);
  },
);

/** What only code of an example's developer answers. */
const OWN_CODE: Readonly<Record<string, () => Promise<void>>> = {
  // An endpoint of their own.
  orders: async () => {
    const order = { number: 'O-1', customer: 'Ann' };
    const { id } = await api<{ id: number }>('POST', '/order', order);
    expect(await api('POST', `/order/${id}/confirm`)).toMatchObject({
      ...order,
      status: 'confirmed',
    });
  },
  // A row rule in code: a doctor sees appointments in whatever tenant.
  clinic: async () => {
    const tenant = await made('/tenant', { name: 'North', domain: 'north' });
    const account = {
      username: 'dora',
      email: 'dora@example.com',
      password: 'dora has a password',
    };
    const user = await made('/user', { ...account, roles: ['Viewer'] });
    const doctor = await made('/doctor', {
      name: 'Dora',
      email: 'dora@example.com',
      user_id: user,
    });
    const names = { number: 'P-1', first_name: 'Pat', last_name: 'Ient' };
    const [admin] = await api<{ id: number }[]>('GET', '/user?username=admin');
    await api('PATCH', `/user/${admin!.id}`, { tenants: [tenant] });
    const patient = await made('/patient', { ...names, tenant_id: tenant });
    const when = { starts_at: '2030-01-01T10:00:00Z', patient_id: patient, tenant_id: tenant };
    const id = await made('/appointment', { ...when, doctor_id: doctor });
    expect(await api('GET', '/appointment', undefined, account)).toMatchObject([{ id }]);
  },
  // An API of another shape, and a hook.
  conduit: async () => {
    const send = async <T>(path: string, body: object, token = ''): Promise<T> => {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: token }),
      };
      const answer = await fetch(url(path), {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return answer.json() as Promise<T>;
    };
    const account = { username: 'ann', email: 'ann@example.com', password: 'ann has a password' };
    const { user } = await send<{ user: { token: string } }>('/api/users', { user: account });
    const article = { title: 'How to tame', description: 'A beginning', body: 'With patience.' };
    expect(await send('/api/articles', { article }, `Token ${user.token}`)).toMatchObject({
      article: { ...article, slug: 'how-to-tame' },
    });
  },
};

/** The id of a record that an administrator makes. */
async function made(path: string, values: object): Promise<number> {
  const record = await api<{ id: number }>('POST', path, values);
  expect(record, path).toMatchObject({ id: expect.any(Number) });
  return record.id;
}

it('names the examples that there are', { timeout: MINUTES }, async () => {
  const wrong = start('example', 'shop');
  expect(await wrong.ended).toBe(1);
  expect(wrong.said()).toContain("error: there is no example 'shop'; the examples are clinic, ");
});

it.each(Object.keys(OWN_CODE))(
  'serves the example %s with what its developer wrote',
  { timeout: 10 * MINUTES },
  async (name) => {
    const example = start('example', name);
    try {
      await until(example, isServed);
      await OWN_CODE[name]!();
    } finally {
      process.kill(-example.npm.pid!, 'SIGINT');
      await example.ended;
    }
  },
);
