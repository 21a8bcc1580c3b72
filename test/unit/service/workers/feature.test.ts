import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { workers } from '../../../../templates/features/workers/engine/workers/workers-feature.js';
import { settingReader } from '../../../../templates/service/engine/settings/setting-values.js';
import { readSettings } from '../../../../templates/service/src/settings.js';

function countOf(WORKERS: string) {
  const { read, wrong } = settingReader({ WORKERS });
  return { count: workers.readSettings!(read).count, wrong };
}

it.each([
  ['', 1],
  ['3', 3],
  ['auto', availableParallelism()],
])('WORKERS=%s is %i processes', (text, count) => {
  expect(countOf(text)).toEqual({ count, wrong: [] });
});

it.each(['0', 'all', '1001', '-1', '1.5'])('WORKERS=%s is refused', (text) => {
  expect(countOf(text)).toEqual({
    count: 1,
    wrong: [`WORKERS: expected \`auto\` or a number of processes from 1 to 1000, got \`${text}\``],
  });
});

it('one process serves by itself, and alone has a database in memory', async () => {
  const settings = readSettings({ DATABASE_URL: 'sqlite::memory:' });
  expect(workers.serve!(settings, { count: 1 })).toBe(null);
  await expect(workers.serve!(settings, { count: 2 })).rejects.toThrow('WORKERS: an in-memory');
});
