import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import {
  onStatement,
  traceStatement,
} from '../../../../templates/service/engine/database/trace-statement.js';
import { metricsFeature } from '../../../../templates/features/metrics/engine/metrics/metrics-feature.js';
import { readSettings } from '../../../../templates/features/metrics/engine/metrics/metrics-settings.js';
import { operationOf } from '../../../../templates/features/metrics/engine/metrics/operation.js';
import { serveMetrics } from '../../../../templates/features/metrics/engine/metrics/metrics-router.js';
import { SlowQueries } from '../../../../templates/features/metrics/engine/metrics/slow-queries.js';
import { settingReader } from '../../../../templates/service/engine/settings/setting-values.js';
import { buildScript } from '../../../support/build-script.js';

describe('a statement', () => {
  it('tells of its end, however it ends, as long as somebody listens', async () => {
    const told: unknown[] = [];
    const stop = onStatement(({ sql, failed }) => told.push([sql, failed]));
    expect(traceStatement('one', () => 1)).toBe(1);
    const failing = () => {
      throw new Error('no');
    };
    expect(() => traceStatement('two', failing)).toThrow('no');
    expect(await traceStatement('three', () => Promise.resolve(3))).toBe(3);
    await expect(traceStatement('four', () => Promise.reject(new Error('no')))).rejects.toThrow();
    stop();
    traceStatement('five', () => 5);
    expect(told).toEqual([
      ['one', false],
      ['two', true],
      ['three', false],
      ['four', true],
    ]);
  });

  it.each([
    ['SELECT 1', 'select'],
    ['\n  (select 1) union all (select 2)', 'select'],
    ['WITH RECURSIVE c AS (SELECT 1) SELECT * FROM c', 'select'],
    ['INSERT INTO a VALUES (1)', 'insert'],
    ['COMMIT', 'commit'],
    ['PRAGMA user_version', 'other'],
    ['', 'other'],
  ])('%j is one of a few kinds: %s', (sql, operation) => {
    expect(operationOf(sql)).toBe(operation);
  });
});

describe('the settings of metrics', () => {
  const settingsOf = (env: Record<string, string>) => {
    const { read, wrong } = settingReader(env);
    return { settings: readSettings(read), wrong };
  };

  it('let nobody read and nothing be traced unless they say so', () => {
    const { settings } = settingsOf({});
    expect(settings).toEqual({
      port: null,
      host: '127.0.0.1',
      token: null,
      slow: 500,
      collector: null,
    });
  });

  it('name what is wrong, and nothing that may be secret', () => {
    const { wrong } = settingsOf({
      METRICS_PORT: '70000',
      METRICS_HOST: 'no host',
      METRICS_TOKEN: 'too-short',
      SLOW_QUERY_MS: 'soon',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://me:s3cret@x',
    });
    expect(wrong).toEqual([
      'METRICS_PORT: expected an integer from 0 to 65535, got `70000`',
      'METRICS_HOST: expected a host name or an IP address, got `no host`',
      'METRICS_TOKEN: expected at least 16 characters, without spaces',
      'SLOW_QUERY_MS: expected an integer from 0 to 3600000, got `soon`',
      'OTEL_EXPORTER_OTLP_ENDPOINT: expected a URL such as `http://localhost:4318`',
    ]);
    expect(settingsOf({ METRICS_TOKEN: 'a token with many spaces' }).wrong).toHaveLength(1);
  });

  it('put nothing into the way of requests where all is off', () => {
    const { settings } = settingsOf({ SLOW_QUERY_MS: '0' });
    const parts = { database: {}, features: new Map() } as never;
    expect(metricsFeature().middleware!(parts, settings)).toBeNull();
  });

  it('are warned of where other machines reach the port, and need no token', async () => {
    const logger = { warn: vi.fn(), info: vi.fn() };
    const parts = { settings: { requestTimeout: 0, sendTimeout: 0 }, logger };
    for (const [token, warnings] of [
      ['x'.repeat(16), 0],
      [null, 1],
    ] as const) {
      const place = { port: 0, host: '0.0.0.0', token };
      await (
        await serveMetrics({} as never, place, parts as never)
      )();
      expect(logger.warn).toHaveBeenCalledTimes(warnings);
    }
  });
});

describe('the plans of slow queries', () => {
  it('are taken once an hour for a text, and of no more texts than somebody would read', async () => {
    const explain = vi.fn((sql: string) => Promise.resolve([`the plan of ${sql}`]));
    const log = { warn: vi.fn() };
    const slow = new SlowQueries(10, { database: { explain }, logger: log } as never);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1);
    const look = (sql: string) => slow.record({ sql, ms: 11, failed: false }, undefined);
    look('SELECT 1');
    look('SELECT 1');
    expect(explain).toHaveBeenCalledTimes(1);
    for (let at = 2; at < 1000; at += 1) look(`SELECT ${at}`);
    expect(explain).toHaveBeenCalledTimes(500);
    clock.mockReturnValue(3_600_002);
    // The cache looks at its clock once a millisecond.
    await sleep(5);
    look('SELECT 1');
    expect(explain).toHaveBeenCalledTimes(501);
    await expect.poll(() => log.warn.mock.calls).toHaveLength(1001);
    clock.mockRestore();
  });
});

describe('OpenTelemetry', () => {
  it('is not loaded where nobody collects its spans', async () => {
    const script = await buildScript('loaded-tracing');
    const loads = async (...collector: string[]) =>
      (await promisify(execFile)(process.execPath, [script, ...collector])).stdout;
    expect(await loads()).toBe('false');
    expect(await loads('http://127.0.0.1:9')).toBe('true');
  });
});
