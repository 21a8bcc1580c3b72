import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  parsePosition,
  track,
} from '../../../../templates/features/replicas/engine/replicas/read-your-writes.js';
import { replicas } from '../../../../templates/features/replicas/engine/replicas/replicas-feature.js';
import type { Database } from '../../../../templates/service/engine/database/database.js';
import { statementOf } from '../../../../templates/service/engine/database/dialect.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import type { Project } from '../../../../templates/service/engine/service/project.js';
import { readAllSettings } from '../../../../templates/service/engine/service/start.js';
import { StartRefused } from '../../../../templates/service/engine/settings/settings.js';
import { project } from '../../../../templates/service/src/project.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';
import { startWatched, stopAll } from '../metrics/watched-service.js';

const whole: Project = { ...project, features: [replicas] } as unknown as Project;
const settings = readAllSettings(whole, {}).settings;
const logger = pino({ level: 'silent' });

/** Opens a database as a service with replicas does. */
const open = async (url: string, urls: readonly string[]): Promise<Database> =>
  replicas.database!(await openDatabase(url, [], []), { settings, logger }, { urls, maxLag: 5 });

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());

describe('settings', () => {
  const own = (env: Record<string, string>) =>
    readAllSettings(whole, env).own.get(replicas as never);

  test('are none by default, which costs nothing', async () => {
    expect(own({})).toEqual({ urls: [], maxLag: 5 });
    const opened = await openDatabase('sqlite::memory:', [], []);
    const parts = { settings, logger };
    expect(await replicas.database!(opened, parts, { urls: [], maxLag: 5 })).toBe(opened);
    expect(replicas.middleware!(null as never, { urls: [], maxLag: 5 })).toBeNull();
    await opened.close();
  });

  test('are several servers, with commas between', () => {
    const given = { DATABASE_REPLICA_URLS: 'postgres://b/app, postgresql://c:6432/app' };
    expect(own({ ...given, DATABASE_REPLICA_MAX_LAG: '2m' })).toEqual({
      urls: ['postgres://b/app', 'postgresql://c:6432/app'],
      maxLag: 120,
    });
  });

  test.each([
    ['DATABASE_REPLICA_URLS', 'sqlite:data/app.db'],
    ['DATABASE_REPLICA_URLS', 'postgres://u:hunter2@a/app, mysql://u:hunter2@b/app'],
    ['DATABASE_REPLICA_MAX_LAG', 'never'],
  ])('%s=%s is refused, without a word of passwords', (name, value) => {
    const read = () => own({ [name]: value });
    expect(read).toThrow(StartRefused);
    expect(read).toThrow(new RegExp(`^${name}: `));
    expect(read).toThrow(/^(?!.*hunter2)/);
  });

  test('are refused for an SQLite file', () => {
    const parts = { settings: { databaseUrl: 'sqlite:data/app.db' } };
    const own = { urls: ['postgres://b/app'], maxLag: 5 };
    expect(replicas.refusals!(parts as never, own)).toEqual([
      expect.stringContaining('an SQLite file has no replicas'),
    ]);
  });
});

describe('a database with servers that are no replicas of it', () => {
  let database: Database;
  /** The positions of the request's commits. */
  let wrote: unknown[];
  beforeEach(async () => {
    const url = await postgres.createDatabase();
    database = await open(url, [url, await postgres.createDatabase()]);
    wrote = [];
    await database.dataSource.query('CREATE TABLE note (id serial, text text)');
  });
  afterEach(() => database.close());

  const count = async (): Promise<unknown> => {
    const sql = statementOf('SELECT count(*)::int FROM note');
    const [row] = await database.read((session) => session.rows(sql, []), { replica: true });
    return row![0];
  };
  const insert = statementOf(`INSERT INTO note (text) VALUES ('x')`);
  const request = <T>(method: 'GET' | 'POST', work: () => Promise<T>): Promise<T> =>
    track(
      {
        readsOnly: method === 'GET',
        since: null,
        userId: () => 1,
        wrote: (position) => void wrote.push(position),
      },
      work,
    );

  test('is read from the primary, which counts the reads', async () => {
    expect(await request('GET', count)).toBe(0);
    const stats = database.stats();
    expect(stats).toMatchObject([
      { name: 'connections', reads: 1 },
      { name: expect.stringMatching(/^replica 127\.0\.0\.1:\d+$/), reads: 0, lag: Infinity },
      { reads: 0 },
    ]);
    await database.check();
  });

  test.each([
    ['a write', () => database.write((session) => session.run(insert, []))],
    [
      'a write of a single statement',
      () => database.write((session) => session.run(insert, []), { shared: false, single: true }),
    ],
    [
      'a transaction of TypeORM',
      () => database.dataSource.transaction((manager) => manager.query(insert.sql)),
    ],
    ['a statement without a transaction', () => database.dataSource.query(insert.sql)],
  ])('tells the request of %s where it lies', async (_what, write) => {
    const before = await position();
    await request('POST', write as () => Promise<unknown>);
    expect(wrote).toHaveLength(1);
    const [{ timeline, bytes }] = wrote as [{ timeline: number; bytes: number }];
    expect(timeline).toBe(before.timeline);
    expect(bytes).toBeGreaterThan(before.bytes);
    expect(bytes).toBeLessThanOrEqual((await position()).bytes);
    // Outside of requests nobody asks.
    await write();
    expect(wrote).toHaveLength(1);
    expect(await request('GET', count)).toBe(2);
  });

  const position = async () => {
    const sql = `SELECT '1-' || (pg_current_wal_insert_lsn() - '0/0'::pg_lsn) AS position`;
    const [row] = (await database.dataSource.query(sql)) as [{ position: string }];
    return parsePosition(row.position);
  };
});

describe('metrics', () => {
  stopAll();

  test('tell of replicas where there are any, and only there', async () => {
    const url = await postgres.createDatabase();
    const env = { DATABASE_URL: url, METRICS_PORT: '0' };
    const textOf = async (more: Record<string, string>) => {
      const { metrics } = await startWatched({ ...env, ...more }, [replicas as never]);
      return (await fetch(metrics)).text();
    };
    expect(await textOf({})).not.toMatch(/database_(reads|replica)/);
    const text = await textOf({ DATABASE_REPLICA_URLS: url });
    expect(text).toMatch(/^database_reads\{pool="connections"\} \d+$/m);
    expect(text).toMatch(
      /^database_replica_lag_seconds\{pool="replica 127\.0\.0\.1:\d+"\} \+Inf$/m,
    );
  });
});
