import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { QuickReads } from '../../templates/service/engine/database/sqlite/readers/quick-reads.js';
import { Readers } from '../../templates/service/engine/database/sqlite/readers/readers.js';
import { casesOf } from '../rings.js';
import { proveDoors } from './prove-doors.js';

test('every door obeys the policy on SQLite', { timeout: 240_000 }, () =>
  proveDoors('SQLite', 'sqlite::memory:', casesOf(40, 80)),
);

test('no answer changes where readers read', { timeout: 240_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doors-'));
  const quick = vi.spyOn(QuickReads.prototype, 'isQuick').mockReturnValue(false);
  const asked = vi.spyOn(Readers.prototype, 'ask');
  try {
    await proveDoors('SQLite by readers', `sqlite:${join(folder, 'app.db')}`, casesOf(10, 20), {
      readers: 2,
    });
    expect(asked.mock.calls.length).toBeGreaterThan(100);
  } finally {
    quick.mockRestore();
    asked.mockRestore();
    rmSync(folder, { recursive: true });
  }
});
