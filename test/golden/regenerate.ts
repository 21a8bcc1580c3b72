/**
 * `npm run examples`: renders every example from its models.yaml again and leaves alone what its developer edited. Migrations
 * are history, which is never rendered again: where models.yaml has changed, one is added. With `--copies`, as for a release, the
 * task manager gets the kept copies of what was rendered; a change of a template does not touch them. The types of a typed client
 * are written of the code of its example.
 */
import { execFileSync } from 'node:child_process';
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
import { placedExample } from '../support/placed-example.js';
import { changeCopies } from '../support/store-of.js';
import { addHashes } from './migration-hashes.js';
import { readTree } from './read-tree.js';
import { writeChanged } from './write-changed.js';

const now = new Date();
/** What `npm run client` writes in a project whose developer commits it. */
const CLIENT_TYPES = 'client/schema.gen.ts';
for (const example of EXAMPLES) {
  regenerate(example);
  if (EDITED[example].includes(CLIENT_TYPES)) await writeClientTypes(example);
}
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

/** Of the code of an example as it is now, the engine included. */
async function writeClientTypes(example: Example): Promise<void> {
  const file = join(folderOf(example), CLIENT_TYPES);
  const command = ['--import', 'tsx', 'src/main.ts', 'client', file];
  const cwd = await placedExample(example);
  execFileSync(process.execPath, command, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
}

function keepCopies(example: Example): void {
  const rendered = exampleBeside(readTree(folderOf(example)), example, now);
  changeCopies(
    folderOf(example),
    Object.fromEntries([...rendered].filter(([path]) => keepsBase(path))),
  );
  process.stdout.write(`examples/${example}: its kept copies\n`);
}
