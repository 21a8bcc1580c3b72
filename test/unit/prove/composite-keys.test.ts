import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as tools from '../../../templates/service/engine/tools/index.js';
import { proveDoors } from '../../../templates/tools/prove/prove.js';
import { parcelProject } from '../../support/open-parcels.js';

test('every door of a service gives rows with keys of several columns as the rules say', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prove-'));
  const url = `sqlite:${join(folder, 'app.db')}`;
  const names = ['Item', 'Scan', 'Word', 'Slot', 'Reading', 'Customs'];
  const choose = (models: readonly { name: string }[]) =>
    models.filter(({ name }) => names.includes(name)) as never;
  try {
    const report = await proveDoors({ tools, project: parcelProject, url, seed: 1, choose });
    expect(report.faults).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
