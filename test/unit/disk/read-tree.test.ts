import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readTree } from '../../../src/disk/read-tree.js';

const root = mkdtempSync(join(tmpdir(), 'tree-'));
afterAll(() => rmSync(root, { recursive: true }));

test('models may be called Data, Dist and Coverage; what is built and stored is left out', async () => {
  const kept = [
    'src/models/coverage/coverage.model.ts',
    'src/models/data/data.model.ts',
    'web/src/models/dist/dist.list.tsx',
  ];
  const left = ['coverage/a.json', 'data/b.csv', 'dist/c.js', 'web/dist/d.js'];
  for (const path of [...kept, ...left, 'web/node_modules/e/index.js', 'src/.git/f']) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), 'text\n');
  }
  expect([...(await readTree(root)).keys()]).toEqual(kept);
});
