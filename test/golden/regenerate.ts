/**
 * `npm run examples`: renders every example from its models.yaml again and leaves alone what its developer edited. Migrations
 * are history, which is never rendered again: where models.yaml has changed, one is added. With `--copies`, as for a release, the
 * task manager gets the kept copies of what was rendered; a change of a template does not touch them.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  EDITED,
  EXAMPLES,
  type Example,
  exampleBeside,
  folderOf,
  isLeftOut,
  isMigration,
} from './example.js';
import { keepsBase } from '../../src/render/render-project.js';
import { changeCopies } from '../support/store-of.js';
import { addHashes } from './migration-hashes.js';
import { readTree } from './read-tree.js';
import { writeChanged } from './write-changed.js';

const now = new Date();
for (const example of EXAMPLES) regenerate(example);
if (process.argv.includes('--copies')) keepCopies('task-manager');

function regenerate(example: Example): void {
  const folder = folderOf(example);
  const files = readTree(folder);
  const rendered = exampleBeside(files, example, now);
  const migrations = [...files.keys()].filter(isMigration);
  const kept = new Set(['models.yaml', ...EDITED[example], ...migrations]);
  const written = new Map(
    [...rendered].filter(([path]) => !kept.has(path) && !isLeftOut(example, path)),
  );
  for (const path of files.keys()) {
    if (!written.has(path) && !kept.has(path)) rmSync(join(folder, path));
  }
  for (const [path, text] of written) writeChanged(join(folder, path), text);
  addHashes(example, readTree(folder));
  process.stdout.write(`examples/${example}: ${written.size} files\n`);
}

function keepCopies(example: Example): void {
  const rendered = exampleBeside(readTree(folderOf(example)), example, now);
  changeCopies(
    folderOf(example),
    Object.fromEntries([...rendered].filter(([path]) => keepsBase(path))),
  );
  process.stdout.write(`examples/${example}: its kept copies\n`);
}
