/**
 * `npm run examples`: renders every example from its models.yaml again and leaves alone what its developer edited. Migrations
 * are history, which is never rendered again: where models.yaml has changed, one is added. With `--whole`, as a release does, the
 * task manager also gets the files that are alike in all projects. The types of a typed client are written of the code of its
 * example.
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
  isMigration,
  isShared,
} from './example.js';
import { VERSION } from '../../src/version.js';
import { placedExample } from '../support/placed-example.js';
import { addHashes } from './migration-hashes.js';
import { readTree } from './read-tree.js';
import { filesOfRelease, forgetFiles, isWhole, recordWhole } from './whole.js';
import { writeChanged } from './write-changed.js';

const now = new Date();
const whole = process.argv.includes('--whole');
/** What `npm run client` writes in a project whose developer commits it. */
const CLIENT_TYPES = 'client/schema.gen.ts';
for (const example of EXAMPLES) {
  regenerate(example);
  if (EDITED[example].includes(CLIENT_TYPES)) await writeClientTypes(example);
}

function regenerate(example: Example): void {
  const folder = folderOf(example);
  const files = readTree(folder);
  const rendered = exampleBeside(files, example, now);
  const migrations = [...files.keys()].filter(isMigration);
  const kept = new Set(['models.yaml', ...EDITED[example], ...migrations]);
  const isWritten = (path: string) => rendered.has(path) && !isShared(example, path);
  const shared = [...rendered].filter(([path]) => isShared(example, path));
  if (isWhole(example)) {
    if (whole) recordWhole(VERSION, new Map(shared));
    else forgetFiles(isWritten);
  }
  const ofRelease = filesOfRelease(example);
  const written = [...rendered].filter(([path]) => isWritten(path) && !kept.has(path));
  if (whole && isWhole(example)) written.push(...shared);
  for (const path of files.keys()) {
    if (!isWritten(path) && !kept.has(path) && !ofRelease.has(path)) rmSync(join(folder, path));
  }
  for (const [path, text] of written) writeChanged(join(folder, path), text);
  addHashes(example, readTree(folder));
  process.stdout.write(`examples/${example}: ${written.length} files\n`);
}

/** Of the code of an example as it is now, the engine included. */
async function writeClientTypes(example: Example): Promise<void> {
  const file = join(folderOf(example), CLIENT_TYPES);
  const command = ['--import', 'tsx', 'src/main.ts', 'client', file];
  const cwd = await placedExample(example);
  execFileSync(process.execPath, command, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
}
