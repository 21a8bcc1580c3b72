import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, register } from 'prom-client';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { defineJob } from '../../../../templates/features/jobs/engine/jobs/define-job.js';
import { enqueue } from '../../../../templates/features/jobs/engine/jobs/enqueue.js';
import { jobsFeature } from '../../../../templates/features/jobs/engine/jobs/jobs-feature.js';
import { SlowQueries } from '../../../../templates/features/metrics/engine/metrics/slow-queries.js';
import { defineRouter } from '../../../../templates/service/engine/model/define-routes.js';
import type { Feature } from '../../../../templates/service/engine/service/project.js';
import { project } from '../../../../templates/service/src/project.js';
import { CreateJobs20260101000000 } from '../../../support/open-jobs.js';
import { grownBy, samplesOf, startWatched, stopAll, type Watched } from './watched-service.js';

const TOKEN = 'the-token-of-the-metrics';
const METRICS = join(import.meta.dirname, '../../../../templates/features/metrics');
/** What a histogram has behind its name. */
const PARTS = /_(bucket|count|sum)$/;
const authorized = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const textOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();
const migrations = [...project.migrations, CreateJobs20260101000000];

/** Counts long enough on either database, and holds a value that nobody else is to read. */
const slowSql = (isPostgres: boolean): string =>
  'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 400000) ' +
  `SELECT count(*) FROM c WHERE CAST(n AS text) <> ${isPostgres ? '$1' : '?'}`;
const SECRET = 'something personal';

let arrived = (): void => undefined;
const own = defineRouter('/reports', { auth: 'public' }, (route) => {
  route.get('/:year/late', () => ({}));
  route.get('/endless', async () => {
    arrived();
    await sleep(60_000, null, { ref: false });
  });
  route.get('/slow', async ({ dataSource }) => {
    await dataSource.query(slowSql(dataSource.options.type === 'postgres'), [SECRET]);
    return {};
  });
});
const work = defineJob('work', z.object({}), () => undefined);
const measure = { help: 'Something.', labels: ['of'] };
const bringing: Feature = {
  name: 'bringing',
  measures: () => [
    { ...measure, name: 'good', read: async () => [{ labels: { of: 'a' }, value: 7 }] },
    { ...measure, name: 'bad', read: () => Promise.reject(new Error('no')) },
  ],
};

/** What the feature tells of a service on one kind of database. */
export function describeMetrics(
  name: 'sqlite' | 'postgres',
  createDatabase: () => Promise<string>,
): void {
  const serve = async (
    env: Readonly<Record<string, string>>,
    ...rest: [(readonly Feature[])?, object?]
  ) => startWatched({ DATABASE_URL: await createDatabase(), ...env }, ...rest);
  stopAll();

  /** One that has all of it, but for traces. */
  let whole: Watched;
  beforeAll(async () => {
    const env = { METRICS_PORT: '0', SLOW_QUERY_MS: '5', JOBS: 'worker' };
    whole = await serve(env, [jobsFeature([work]), bringing], { migrations, routers: [own] });
  });

  describe('metrics', () => {
    it('are nobody’s business until somebody says whose, and the start says how', async () => {
      const { url, log } = await serve({});
      expect((await fetch(`${url}/metrics`)).status).toBe(404);
      const warned = log.warn.mock.calls.flat();
      expect(warned).toContainEqual(expect.stringMatching(/METRICS_PORT.*METRICS_TOKEN/));
    });

    it('are for those with the token, and the answer to all others tells nothing', async () => {
      const { url } = await serve({ METRICS_TOKEN: TOKEN });
      for (const headers of [
        undefined,
        { authorization: '' },
        { authorization: TOKEN },
        { authorization: `Bearer ${TOKEN}x` },
        { authorization: `Basic ${TOKEN}` },
      ]) {
        const answer = await fetch(`${url}/metrics`, headers && { headers });
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expect(await answer.text()).not.toContain('http_requests');
      }
      const answer = await fetch(`${url}/metrics`, authorized(TOKEN));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
      const text = await answer.text();
      const samples = samplesOf(text, 'http_requests_total');
      expect(samples['method="GET",route="/metrics",status="401"']).toBe(5);
      expect(text).not.toMatch(/^(# \w+ )?jobs/m);
      expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
    });

    it('have a port of their own, which may ask for the token, too', async () => {
      expect((await fetch(whole.metrics)).status).toBe(200);
      expect((await fetch(`${whole.url}/metrics`)).status).toBe(404);
      expect((await fetch(whole.metrics.replace('/metrics', '/user'))).status).toBe(404);
      const closed = await serve({ METRICS_PORT: '0', METRICS_TOKEN: TOKEN });
      expect((await fetch(closed.metrics)).status).toBe(401);
      expect((await fetch(closed.metrics, authorized(TOKEN))).status).toBe(200);
      expect((await fetch(`${closed.url}/metrics`, authorized(TOKEN))).status).toBe(404);
      await closed.stop();
      await expect(fetch(closed.metrics)).rejects.toThrow();
    });

    it('refuse a port that is taken, by the name of its setting', async () => {
      const { port } = new URL(whole.metrics);
      await expect(serve({ METRICS_PORT: port })).rejects.toThrow(/^METRICS_PORT: \d+ is in use/);
    });

    it('count requests by pattern, and never by what was asked for', async () => {
      const { url, metrics, signIn } = whole;
      const before = samplesOf(await textOf(metrics), 'http_requests_total');
      const init = authorized(await signIn());
      for (const path of ['/user/1', '/user/987654', '/user', '/api/user/1', '/auth/me'])
        await fetch(url + path, init);
      for (const path of ['/nothing/987654', '/user/987654/x', '/admin/some/987654', '/'])
        await fetch(url + path, { ...init, redirect: 'manual' });
      await fetch(`${url}/reports/2026/late`);
      await fetch(`${url}/user/987654`, { ...init, method: 'POST' });
      const text = await textOf(metrics);
      expect(grownBy(before, samplesOf(text, 'http_requests_total'))).toEqual({
        'method="POST",route="/auth/login",status="200"': 1,
        'method="GET",route="/user/:id",status="200"': 2,
        'method="GET",route="/user/:id",status="404"': 1,
        'method="POST",route="/user/:id",status="405"': 1,
        'method="GET",route="/user",status="200"': 1,
        'method="GET",route="/auth/me",status="200"': 1,
        'method="GET",route="unknown",status="404"': 2,
        'method="GET",route="/admin/{*path}",status="503"': 1,
        'method="GET",route="/",status="302"': 1,
        'method="GET",route="/reports/:year/late",status="200"': 1,
      });
      expect(text).not.toContain('987654');
      const durations = samplesOf(text, 'http_request_duration_seconds_count');
      expect(durations['method="GET",route="/user/:id"']).toBeGreaterThanOrEqual(3);
    });

    it('count what is under way, and what was cut off as such', async () => {
      const waiting = new Promise<void>((resolve) => (arrived = resolve));
      const cut = new AbortController();
      const asked = fetch(`${whole.url}/reports/endless`, { signal: cut.signal });
      await waiting;
      const inFlight = async () =>
        samplesOf(await textOf(whole.metrics), 'http_requests_in_flight');
      expect(await inFlight()).toEqual({ '': 1 });
      cut.abort();
      await expect(asked).rejects.toThrow();
      await expect.poll(inFlight).toEqual({ '': 0 });
      expect(samplesOf(await textOf(whole.metrics), 'http_requests_total')).toMatchObject({
        'method="GET",route="/reports/endless",status="aborted"': 1,
      });
    });

    it('tell of statements, connections and the process', async () => {
      const before = await textOf(whole.metrics);
      const grown = (text: string, metric: string) =>
        grownBy(samplesOf(before, metric), samplesOf(text, metric));
      await fetch(`${whole.url}/user`, authorized(await whole.signIn()));
      const { database } = whole.parts;
      await database.dataSource.query('SELECT * FROM nothing').catch(() => undefined);
      const text = await textOf(whole.metrics);
      const done = grown(text, 'database_statement_duration_seconds_count');
      expect(done['operation="select"']).toBeGreaterThan(2);
      const failed = grown(text, 'database_statement_errors_total');
      expect(failed).toEqual({ 'operation="select"': 1 });
      const pool = name === 'sqlite' ? 'pool="writer"' : 'pool="connections"';
      for (const word of ['size', 'idle', 'waiting'])
        expect(Object.keys(samplesOf(text, `database_pool_${word}`))).toContain(pool);
      expect(samplesOf(text, 'database_pool_size')[pool]).toBeGreaterThan(0);
      for (const process of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
        expect(samplesOf(text, process)['']).toBeGreaterThan(0);
    });

    it('tell who waits for the database', async () => {
      const { dataSource } = whole.parts.database;
      const isPostgres = name === 'postgres';
      const pool = isPostgres ? 'pool="connections"' : 'pool="writer"';
      // The one writer of SQLite; all that PostgreSQL has.
      const runners = Array.from({ length: isPostgres ? 10 : 1 }, () =>
        dataSource.createQueryRunner(),
      );
      for (const runner of runners) await runner.startTransaction();
      const late = dataSource.transaction(() => Promise.resolve());
      const text = await textOf(whole.metrics);
      expect(samplesOf(text, 'database_pool_waiting')[pool]).toBe(1);
      expect(samplesOf(text, 'database_pool_idle')[pool]).toBe(0);
      // What cannot be read meanwhile is left out, and not waited for.
      const queue = samplesOf(text, 'jobs_oldest_due_seconds');
      expect(queue).toEqual(isPostgres ? {} : { '': 0 });
      for (const runner of runners) {
        await runner.rollbackTransaction();
        await runner.release();
      }
      await late;
    });

    it('have those of the project’s own code beside them', async () => {
      const counter = new Counter({ name: 'orders_paid_total', help: 'Orders that were paid.' });
      onTestFinished(() => register.clear());
      counter.inc(3);
      expect(samplesOf(await textOf(whole.metrics), 'orders_paid_total')).toEqual({ '': 3 });
    });

    it('have those that a feature brings, and go without one that cannot be read', async () => {
      const text = [await textOf(whole.metrics), await textOf(whole.metrics)].at(-1)!;
      expect(samplesOf(text, 'good')).toEqual({ 'of="a"': 7 });
      expect(samplesOf(text, 'bad')).toEqual({});
      const told = whole.log.warn.mock.calls.filter(([, words]) => String(words).includes('bad'));
      expect(told).toHaveLength(1);
    });

    it('tell of the queue where there are jobs', async () => {
      const { metrics, parts } = whole;
      const none = await textOf(metrics);
      expect(samplesOf(none, 'jobs')).toEqual({});
      expect(samplesOf(none, 'jobs_oldest_due_seconds')).toEqual({ '': 0 });
      await enqueue(parts.database, work, {});
      await enqueue(parts.database, work, {}, { delay: '1h' });
      const set = (id: number, sql: string) =>
        parts.database.dataSource.query(`UPDATE background_job SET ${sql} WHERE id = ${id}`);
      await set(1, `run_at = '2020-01-01 00:00:00.000'`);
      const text = await textOf(metrics);
      expect(samplesOf(text, 'jobs')).toEqual({ 'name="work",status="waiting"': 2 });
      const age = (Date.now() - Date.UTC(2020, 0, 1)) / 1000;
      expect(samplesOf(text, 'jobs_oldest_due_seconds')['']! / age).toBeCloseTo(1, 3);
      await set(1, `status = 'failed'`);
      await set(2, `status = 'done'`);
      const later = await textOf(metrics);
      expect(samplesOf(later, 'jobs')).toEqual({ 'name="work",status="failed"': 1 });
      expect(samplesOf(later, 'jobs_oldest_due_seconds')).toEqual({ '': 0 });
    });

    it('are the ones that the board and the documentation speak of', async () => {
      const namesIn = (text: string) =>
        [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, metric]) => metric);
      const there = new Set(namesIn(await textOf(whole.metrics)));
      const board = JSON.parse(readFileSync(join(METRICS, 'deploy/grafana/board.json'), 'utf8'));
      const asked = (board.panels as { targets: { expr: string }[] }[]).flatMap(({ targets }) =>
        targets.flatMap(({ expr }) =>
          [...expr.matchAll(/(\w+)\{/g)].map(([, metric = '']) => metric.replace(PARTS, '')),
        ),
      );
      expect(asked.length).toBeGreaterThan(15);
      expect(asked.filter((metric) => !there.has(metric))).toEqual([]);
      const page = readFileSync(join(METRICS, 'docs/metrics.md'), 'utf8');
      const listed = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
        [...cell.matchAll(/`(\w+)`/g)].map(([, metric]) => metric),
      );
      expect(listed.length).toBeGreaterThan(8);
      expect(listed.filter((metric) => !there.has(metric))).toEqual([]);
    });
  });

  describe('a slow query', () => {
    const told = (warn: { mock: { calls: unknown[][] } }) =>
      warn.mock.calls.filter(([, text]) => text === 'slow query').map(([facts]) => facts);

    it('is logged with its request, its time and its plan, and without its values', async () => {
      const { url, log } = whole;
      const headers = { 'x-request-id': 'the-slow-one' };
      for (const _time of [1, 2])
        expect((await fetch(`${url}/reports/slow`, { headers })).status).toBe(200);
      const slow = () => told(log.warn).filter((facts) => JSON.stringify(facts).includes('400000'));
      await expect.poll(slow).toHaveLength(2);
      const [first, second] = slow();
      const facts = { sql: slowSql(name === 'postgres'), request_id: 'the-slow-one' };
      expect(first).toMatchObject({ ...facts, plan: expect.any(Array), ms: expect.any(Number) });
      expect((first as { plan: string[] }).plan.join('\n')).toMatch(/\bc\b/);
      expect((first as { ms: number }).ms).toBeGreaterThanOrEqual(5);
      expect(second).toMatchObject(facts);
      expect(second).not.toHaveProperty('plan');
      expect(JSON.stringify(log.warn.mock.calls)).not.toContain(SECRET);
    });

    it('is one of the engine’s own statements, too, and no quick one', async () => {
      const { database } = whole.parts;
      const log = { warn: vi.fn() };
      const slow = new SlowQueries(100, { database, logger: log as never });
      const text = `SELECT name FROM auth_role WHERE id = ${database.dialect.placeholder(1)}`;
      slow.record({ sql: text, ms: 99, failed: false }, undefined);
      slow.record({ sql: text, ms: 100, failed: false }, undefined);
      slow.record({ sql: 'COMMIT', ms: 200, failed: false }, undefined);
      await expect.poll(() => told(log.warn)).toHaveLength(2);
      expect(told(log.warn)).toContainEqual({
        sql: text,
        ms: 100,
        request_id: undefined,
        plan: expect.arrayContaining([expect.stringMatching(/auth_role/)]),
      });
      expect(told(log.warn)).toContainEqual({ sql: 'COMMIT', ms: 200, request_id: undefined });
    });

    it('is not run again for its plan, whatever its text', async () => {
      const { database } = whole.parts;
      const count = async () =>
        Number((await database.dataSource.query('SELECT count(*) AS n FROM auth_role'))[0].n);
      const before = await count();
      expect(before).toBeGreaterThan(0);
      expect((await database.explain('DELETE FROM auth_role')).length).toBeGreaterThan(0);
      const both = 'SELECT 1; DELETE FROM auth_role';
      await expect(database.explain(both)).rejects.toThrow();
      expect(await count()).toBe(before);
    });
  });

  describe('a trace', () => {
    it('goes from the caller through the request to its statements and what it asks of others', async () => {
      const sink = await startSink();
      const asking = defineRouter('/asking', { auth: 'public' }, (route) => {
        route.get('/:id', async ({ dataSource }) => {
          await dataSource.query('SELECT 7');
          await fetch(`${sink.url}/elsewhere`);
          return {};
        });
      });
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, SLOW_QUERY_MS: '0' };
      const { url, signIn, stop } = await serve(env, [], { routers: [asking] });
      const init = authorized(await signIn());
      const trace = '0af7651916cd43dd8448eb211c80319c';
      const caller = 'b7ad6b7169203331';
      const traceparent = `00-${trace}-${caller}-01`;
      await fetch(`${url}/user/1`, { headers: { ...init.headers, traceparent } });
      await fetch(`${url}/asking/5`, { headers: { traceparent, baggage: 'who=me' } });
      await fetch(`${url}/user/1`, init);
      await stop();

      const spans = sink.spans();
      const mine = spans.filter((span) => span.traceId === trace);
      const asked = mine.find((span) => span.name === 'GET /user/:id')!;
      expect(asked.parentSpanId).toBe(caller);
      const below = mine.filter((span) => span.parentSpanId === asked.spanId);
      expect(below.map((span) => span.name)).toContain('SELECT');
      expect(below.map((span) => textOfSpan(span, 'db.query.text')).join()).toMatch(/auth_user/);
      expect(textOfSpan(below[0]!, 'db.system.name')).toMatch(/^(sqlite|postgresql)$/);
      const own = mine.find((span) => span.name === 'GET /asking/:id')!;
      expect(mine.filter((span) => span.parentSpanId === own.spanId)).toHaveLength(1);
      expect(sink.elsewhere).toEqual([
        expect.objectContaining({ traceparent: `00-${trace}-${own.spanId}-01` }),
      ]);
      expect(sink.elsewhere[0]).not.toHaveProperty('baggage');
      const others = spans.filter((span) => span.traceId !== trace);
      const root = others.find((span) => span.name === 'GET /user/:id')!;
      expect(root.parentSpanId || '').toBe('');
      const requests = new Set(spans.map(({ spanId }) => spanId)).add(caller);
      expect(spans.filter((span) => span.parentSpanId && !requests.has(span.parentSpanId))).toEqual(
        [],
      );
    });
  });
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { key: string; value: { stringValue?: string } }[];
}

const textOfSpan = ({ attributes }: Span, name: string): string =>
  attributes.find(({ key }) => key === name)?.value.stringValue ?? '';

/** A collector, and somebody who is asked for something else. */
async function startSink() {
  const bodies: string[] = [];
  const elsewhere: object[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(text);
      else elsewhere.push(request.headers);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const spans = (): Span[] =>
    bodies.flatMap((text) => {
      const { resourceSpans } = JSON.parse(text) as {
        resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
      };
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, elsewhere, spans };
}
