import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { LAYOUTS, useLayouts } from '../../support/older-layout.js';
import { useProject } from './project.js';

// No file has moved since the oldest version that is understood.
useLayouts(LAYOUTS);

const project = useProject('orders');

it.each([
  ['sync', async () => sync(project.context(), {})],
  ['doctor', async () => doctor(project.context())],
])('%s tells of a file that a branch of before an upgrade has brought back', async (_, run) => {
  mkdirSync(join(project.root(), 'src/find'));
  project.write('src/find/search-config.ts', 'export const mine = 1;\n');
  expect(await run()).toBe(0);
  expect(project.said()).toContainEqual({
    code: 'old-place',
    message: 'src/find/search-config.ts is the old path of engine/search/search-config.ts',
    help: 'move your edits to engine/search/search-config.ts, then delete the old file',
    severity: 'warning',
  });
});
