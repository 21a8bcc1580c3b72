import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as tools from '../../../templates/service/engine/tools/index.js';
import { proveDoors } from '../../../templates/tools/prove/prove.js';
import { billProject } from '../../support/open-bills.js';
import { parcelProject, referenceProject } from '../../support/open-parcels.js';

test.each([
  ['keys', parcelProject, ['Item', 'Scan', 'Word', 'Slot', 'Reading', 'Customs']],
  ['references', referenceProject, ['Remark', 'Entry', 'Seal', 'Booking', 'Knot']],
  ['lines', billProject, ['Bill', 'Entry', 'Part', 'Scrap']],
])(
  'every door of a service gives rows with %s of several columns as the rules say',
  async (_, project, names) => {
    const folder = mkdtempSync(join(tmpdir(), 'prove-'));
    const url = `sqlite:${join(folder, 'app.db')}`;
    const choose = (models: readonly { name: string }[]) =>
      models.filter(({ name }) => names.includes(name)) as never;
    try {
      const report = await proveDoors({ tools, project, url, seed: 1, choose });
      expect(report.faults).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
