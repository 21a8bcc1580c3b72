import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { JOURNAL, LAST, readJournal } from '../../../src/disk/journal.js';

const root = mkdtempSync(join(tmpdir(), 'crudgen-journal-'));
afterAll(() => rmSync(root, { recursive: true }));

test.each([JOURNAL, LAST] as const)('a damaged %s is refused, with what to do', async (which) => {
  expect(await readJournal(root, which)).toBeNull();
  mkdirSync(join(root, '.crudgen'), { recursive: true });
  writeFileSync(join(root, which), '{"steps": [');
  await expect(readJournal(root, which)).rejects.toMatchObject({
    problems: [{ code: 'journal', message: `${which} is damaged` }],
  });
});
