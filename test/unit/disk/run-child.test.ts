import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runChild } from '../../../src/disk/run-child.js';

it('says of a project without its packages what is missing', async () => {
  const root = mkdtempSync(join(tmpdir(), 'crudgen-child-'));
  const answer = await runChild(root, 'applied', null);
  rmSync(root, { recursive: true });
  expect(answer).toEqual({
    ok: false,
    why: "the project's packages are not installed; run: npm install",
  });
});
