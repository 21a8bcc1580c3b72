/**
 * `npm run follow <example>`: keeps `.tmp/follow/<example>` in step with `templates/` and `src/` while one edits them, so that
 * `npm run dev` there shows what becomes of a change. Started anew with each change, it writes the files that differ.
 */
import { existsSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { EDITED, EXAMPLES, type Example, exampleBeside, folderOf } from './example.js';
import { readTree } from './read-tree.js';
import { writeChanged } from './write-changed.js';

const ROOT = join(import.meta.dirname, '../..');
const [name = 'task-manager'] = process.argv.slice(2);
if (isExample(name)) follow(name);
else
  process.stderr.write(
    `error: there is no example '${name}'; the examples are ${EXAMPLES.join(', ')}\n`,
  );

function isExample(name: string): name is Example {
  return (EXAMPLES as readonly string[]).includes(name);
}

function follow(example: Example): void {
  const target = join(ROOT, '.tmp/follow', example);
  const own = readTree(folderOf(example));
  const tree = new Map(exampleBeside(own, example, new Date()));
  for (const path of EDITED[example]) tree.set(path, own.get(path)!);
  const isNew = !existsSync(target);
  const gone = isNew ? [] : [...readTree(target).keys()].filter((path) => !tree.has(path));
  for (const path of gone) rmSync(join(target, path));
  const written = [...tree].filter(([path, text]) => writeChanged(join(target, path), text));
  const folder = relative(process.cwd(), target);
  if (isNew) process.stdout.write(`made ${folder}; beside this: cd ${folder} && npm run dev\n`);
  else
    for (const path of [...gone, ...written.map(([path]) => path)])
      process.stdout.write(`  ${path}\n`);
}
