import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SCRATCH } from '../support/scratch.js';
import { EXAMPLES, readExample } from './example.js';
import { readTree } from './read-tree.js';

const ROOT = join(import.meta.dirname, '../..');
const MAKE = join(ROOT, 'examples/start/make-example.js');
/** What only a project on somebody's disk has, and the spec, which is not in it. */
const isElsewhere = (path: string) =>
  path.startsWith('.crudgen/') || path === '.env' || path === 'models.yaml';

// All other suites take an example as `readExample` gives it: this one holds what people get to that.
it.each(EXAMPLES)('`npm run example %s` serves the example that all suites test', (example) => {
  const folder = join(SCRATCH, 'examples-made', example);
  mkdirSync(join(folder, '..'), { recursive: true });
  const make = `import { makeExample } from ${JSON.stringify(MAKE)};
    process.exit((await makeExample(${JSON.stringify(example)}, ${JSON.stringify(folder)})) ? 0 : 1);`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', make],
    { encoding: 'utf8' },
  );
  expect(status, `${stdout}${stderr}`).toBe(0);

  const own = (tree: ReadonlyMap<string, string>) =>
    Object.fromEntries([...tree].filter(([path]) => !isElsewhere(path)));
  expect(own(readTree(folder))).toEqual(own(readExample(example)));

  const crudgen = join(ROOT, 'bin/crudgen.js');
  const told = execFileSync(process.execPath, [crudgen, 'status', '--json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { findings } = JSON.parse(told) as { findings: { kind: string; path: string }[] };
  expect(findings.filter(({ kind }) => ['behind', 'unread'].includes(kind))).toEqual([]);
});
