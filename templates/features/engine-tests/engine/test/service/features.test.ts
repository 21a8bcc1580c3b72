import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defineRouter } from '../../model/define-routes.js';
import { main } from '../../service/main.js';
import type { Feature, Project } from '../../service/project.js';
import { readAllSettings, startFeatures, start } from '../../service/start.js';
import { integer } from '../../settings/setting-values.js';
import { project as service } from '../fixtures/project.js';

const ENV = {
  DATABASE_URL: 'sqlite::memory:',
  AUTH_SECRET: 'a secret that is long enough for everybody',
  PORT: '0',
  LOG_LEVEL: 'silent',
};
const having = (...features: Feature[]): Project => ({ ...service, features }) as Project;

/** A feature that has something in each slot, and notes what becomes of it. */
function greeter(notes: string[]): Feature {
  const feature: Feature<{ readonly times: number }> = {
    name: 'greeter',
    middleware:
      ({ settings }, { times }) =>
      (_request, response, next) => {
        const greeting = settings.production ? 'good day' : 'hello';
        response.setHeader('x-greeting', `${greeting}, ${times}`);
        next();
      },
    routers: [
      defineRouter('/greeting', { auth: 'public' }, (route) => {
        route.get('/', () => ({ hello: 'world' }));
      }),
    ],
    readSettings: (read) => ({ times: read('GREETINGS', '3', integer(1, 9)) }),
    start: ({ database }, { times }) => {
      notes.push(`started with ${times} on ${database.dialect.name}`);
      return async () => void notes.push('stopped');
    },
  };
  return feature;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a feature of a service', () => {
  const stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  it('brings middleware, endpoints, settings and work, which ends with the service', async () => {
    const notes: string[] = [];
    const project = having(greeter(notes));
    const { settings, own } = readAllSettings(project, { ...ENV, GREETINGS: '7' });
    const running = await start(project, settings, own);
    const answer = await fetch(`${running.url}/greeting`);
    expect(await answer.json()).toEqual({ hello: 'world' });
    expect(answer.headers.get('x-greeting')).toBe('hello, 7');
    const health = await fetch(`${running.url}/healthz`);
    expect(health.headers.get('x-greeting')).toBe('hello, 7');
    expect(notes).toEqual(['started with 7 on sqlite']);
    await running.stop();
    expect(notes).toEqual(['started with 7 on sqlite', 'stopped']);
  });

  it('works before the service is there for others, and ends when that cannot be', async () => {
    const notes: string[] = [];
    const taken = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    stops.push(async () => void taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const early: Feature = {
      name: 'early',
      start: async ({ settings }) => {
        const answer = await fetch(`http://127.0.0.1:${settings.port}/healthz`).catch(() => null);
        notes.push(answer ? 'others are answered' : 'nobody is answered');
        return () => Promise.resolve();
      },
    };
    const project = having(greeter(notes), early);
    const free = readAllSettings(project, { ...ENV, PORT: String(await freePort()) });
    await (await start(project, free.settings, free.own)).stop();
    const both = ['started with 3 on sqlite', 'nobody is answered', 'stopped'];
    expect(notes.splice(0)).toEqual(both);

    const { settings, own } = readAllSettings(project, { ...ENV, PORT: String(port) });
    const refused = start(project, settings, own);
    await expect(refused).rejects.toThrow(`PORT: ${port} is in use`);
    expect(notes).toContain('stopped');
  });

  it('names what is wrong with its settings together with all the others', () => {
    const read = () => readAllSettings(having(greeter([])), { ...ENV, PORT: 'x', GREETINGS: '10' });
    expect(read).toThrow(/PORT: .*\nGREETINGS: /);
  });

  it('is asked before the database is touched, and its reasons are told with all others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'refused-'));
    stops.push(async () => rmSync(folder, { recursive: true }));
    const file = join(folder, 'app.db');
    const picky: Feature = {
      name: 'picky',
      refusals: ({ settings }) => (settings.production ? ['GREETINGS are for fun'] : []),
    };
    const project = having(greeter([]), picky);
    const env = { ...ENV, NODE_ENV: 'production', DATABASE_URL: `sqlite:${file}` };
    const { settings, own } = readAllSettings(project, env);
    await expect(start(project, settings, own)).rejects.toThrow(
      /^GREETINGS are for fun\nADMIN_PASSWORD/,
    );
    expect(new Sqlite(file).prepare('SELECT name FROM sqlite_schema').all()).toEqual([]);
    const nowhere = { ...settings, databaseUrl: `sqlite:${folder}` };
    await expect(start(project, nowhere, own)).rejects.toThrow(/^GREETINGS .*\nDATABASE_URL: /);
    const wrong = { ...env, PORT: 'x', AUTH_SECRET: 'short', GREETINGS: '10' };
    expect(() => readAllSettings(project, wrong)).toThrow(
      /^PORT: .*\nGREETINGS: .*\nAUTH_SECRET .*\nGREETINGS are for fun$/,
    );
  });

  it('stops the start where it is not there and somebody sets it up, with what to type', () => {
    const absentFeatures = {
      mail: { settings: ['MAIL_URL', 'MAIL_FROM'] },
      jobs: { settings: ['JOBS'], commands: ['worker'] },
      backup: { commands: ['backup', 'restore'] },
    };
    const read = (env: object) => () =>
      readAllSettings({ ...having(greeter([])), absentFeatures }, { ...ENV, ...env });
    expect(read({ MAIL_URL: 'smtp://localhost', PORT: 'x', GREETINGS: '10' })).toThrow(
      /^PORT: .*\nGREETINGS: .*\nMAIL_URL: needs the feature `mail`: type `crudgen add mail`, or remove the setting$/,
    );
    expect(read({ JOBS: 'worker' })).toThrow('JOBS: needs the feature `jobs`');
    expect(read({ JOBS: 'worker', NODE_ENV: 'production', AUTH_SECRET: 'short' })).toThrow(
      /^JOBS: .*\nAUTH_SECRET is shorter/,
    );
    expect(read({ MAIL_URL: '', MAIL_FROM: undefined })).not.toThrow();
  });

  it('may have settings by names that the project has given to others of its own', () => {
    const absentFeatures = { mail: { settings: ['MAIL_URL'] }, other: { settings: ['GREETINGS'] } };
    const own = having(greeter([]));
    const project: Project = {
      ...own,
      absentFeatures,
      readSettings: (env) => ({ ...own.readSettings(env), mail: env.MAIL_URL }),
    };
    const { settings } = readAllSettings(project, { ...ENV, MAIL_URL: 'here', GREETINGS: '2' });
    expect(settings).toMatchObject({ mail: 'here' });
  });

  describe('with commands of the process', () => {
    const given = process.argv;
    afterEach(() => {
      process.argv = given;
      process.exitCode = undefined;
      vi.restoreAllMocks();
    });

    /** What the process says to a command. */
    async function said(command: string, commands: Feature['commands'] = {}) {
      const lines: string[] = [];
      vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
      process.argv = ['node', 'main.js', command, '--now'];
      const absentFeatures = { backup: { commands: ['backup', 'restore'] } };
      await main({ ...having({ name: 'greeter', commands }), absentFeatures });
      return { text: lines.join(''), exitCode: process.exitCode };
    }

    it('runs them, also by a name that a feature has which is not there', async () => {
      const greet = vi.fn(() => Promise.resolve());
      expect(await said('backup', { backup: greet })).toEqual({ text: '', exitCode: undefined });
      expect(greet).toHaveBeenCalledWith(expect.anything(), ['--now']);
    });

    it('names the feature that would bring one, and else all that there are', async () => {
      const text = 'error: `restore` needs the feature `backup`: type `crudgen add backup`\n';
      expect(await said('restore')).toEqual({ text, exitCode: 2 });
      const other = await said('dance', { greet: () => Promise.resolve() });
      expect(other.text).toMatch(/there is no command `dance`: .* migrate, .* or greet$/m);
      expect(other.exitCode).toBe(2);
    });

    it('says which option a command does not take, without a stack', async () => {
      expect(await said('seed')).toEqual({
        text: "error: `seed`: Unknown option '--now'\n",
        exitCode: 2,
      });
    });
  });

  it('ends what has started already when another one fails to', async () => {
    const notes: string[] = [];
    const failing: Feature = { name: 'failing', start: () => Promise.reject(new Error('no')) };
    const project = having(greeter(notes), failing);
    const { settings, own } = readAllSettings(project, ENV);
    const parts = { settings, database: { dialect: { name: 'sqlite' } }, features: own };
    await expect(startFeatures(parts as never)).rejects.toThrow('no');
    expect(notes).toEqual(['started with 3 on sqlite', 'stopped']);
  });
});
