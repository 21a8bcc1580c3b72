import { afterEach, expect, test } from 'vitest';
import type { Database } from '../../../templates/service/engine/database/database.js';
import { databaseOf } from '../../../templates/service/engine/database/scoped-data-source.js';
import type { Feature, Project } from '../../../templates/service/engine/service/project.js';
import {
  openService,
  readAllSettings,
  type OpenService,
} from '../../../templates/service/engine/service/start.js';
import { StartRefused } from '../../../templates/service/engine/settings/settings.js';
import { project } from '../../../templates/service/src/project.js';

const ENV = {
  DATABASE_URL: 'sqlite::memory:',
  AUTH_SECRET: 'a secret that is long enough for everybody',
  LOG_LEVEL: 'silent',
};

let open: OpenService[] = [];
afterEach(async () => {
  for (const one of open) await one.close();
  open = [];
});

/** What was closed, the last first. */
const closed: string[] = [];

/** A feature whose database tells that it is closed; it is made of another one. */
const wrapping = (name: string, made: Database[]): Feature<{ word: string }> => ({
  name,
  readSettings: (read) => ({ word: read('WORD', name, (text) => text) }),
  database: (opened, { settings }, { word }) => {
    expect([settings.databaseUrl, word]).toEqual(['sqlite::memory:', name]);
    made.push(opened);
    const close = async (): Promise<void> => {
      closed.push(name);
      await opened.close();
    };
    const database = new Proxy(opened, {
      get: (target, key) => {
        if (key === 'close') return close;
        const value = Reflect.get(target, key, target) as unknown;
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    made.push(database);
    return database;
  },
});

async function openWith(...features: readonly Feature[]): Promise<OpenService> {
  const whole = { ...project, features } as unknown as Project;
  const { settings, own } = readAllSettings(whole, ENV);
  const service = await openService(whole, settings, own);
  open.push(service);
  return service;
}

test('a feature makes the database that the service has, of what those before it have made', async () => {
  const made: Database[] = [];
  const service = await openWith(wrapping('one', made), wrapping('two', made));
  expect(made[2]).toBe(made[1]);
  expect(service.database).toBe(made[3]);
  expect(databaseOf(service.database.dataSource)).toBe(service.database);
  closed.splice(0);
  await open.pop()!.close();
  expect(closed).toEqual(['two', 'one']);
});

test('where a feature refuses the database, what is opened is closed, and the service does not start', async () => {
  closed.splice(0);
  const made: Database[] = [];
  const refusing: Feature = {
    name: 'refusing',
    database: () => Promise.reject(new StartRefused(['not this one'])),
  };
  await expect(openWith(wrapping('one', made), refusing)).rejects.toThrow('not this one');
  expect(closed).toEqual(['one']);
});
