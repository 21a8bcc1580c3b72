/** `npm run examples`: renders every example from its models.yaml again and leaves alone what its owner edited. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EDITED, EXAMPLES, type Example, folderOf, newExample } from './example.js';
import { readTree } from './read-tree.js';

for (const example of EXAMPLES) regenerate(example);

function regenerate(example: Example): void {
  const folder = folderOf(example);
  const rendered = newExample(example);
  const kept = new Set(['models.yaml', ...EDITED[example]]);
  for (const path of readTree(folder).keys()) {
    if (!rendered.has(path) && !kept.has(path)) rmSync(join(folder, path));
  }
  for (const [path, text] of rendered) if (!kept.has(path)) write(join(folder, path), text);
  process.stdout.write(`examples/${example}: ${rendered.size} files\n`);
}

function write(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
