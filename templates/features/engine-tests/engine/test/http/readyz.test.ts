import { expect, test } from 'vitest';
import { sqliteDialect } from '../../database/sqlite/sqlite-dialect.js';
import { readyz } from '../../http/health.js';
import { serve } from './serve.js';

test('all who ask while a database is silent share one look at it', async () => {
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const check = () =>
    new Promise<void>((resolve, reject) => void waiting.push({ resolve, reject }));
  const quiet = { info: () => undefined, warn: () => undefined };
  const { url } = await serve(
    (app) => void app.get('/readyz', readyz({ check, dialect: sqliteDialect }, quiet)),
  );
  const ask = async () => (await fetch(`${url}/readyz`)).status;
  const five = () => Promise.all(Array.from({ length: 5 }, ask));
  // Nobody waits for long, and what is late is not begun again.
  expect(await five()).toEqual([503, 503, 503, 503, 503]);
  expect(waiting).toHaveLength(1);
  waiting[0]!.reject(new Error('gone at last'));
  const again = ask();
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]!.resolve();
  expect(await again).toBe(200);
});
