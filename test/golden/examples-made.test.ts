import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { crudgen, tryCrudgen } from '../e2e/evolution/project.js';
import { SCRATCH } from '../support/scratch.js';
import { EXAMPLES, readExample } from './example.js';
import { readTree } from './read-tree.js';

/** Runs a command of crudgen in this process, which has loaded and parsed most of what it needs. */
const here = async (_what: string, [, ...args]: readonly string[], cwd: string) => {
  const { status, stdout, stderr } = await tryCrudgen(cwd, ...args);
  expect(status, `${stdout}${stderr}`).toBe(0);
  return status;
};

const MAKE = join(import.meta.dirname, '../../examples/start/make-example.js');
const { makeExample } = (await import(pathToFileURL(MAKE).href)) as {
  makeExample(name: string, folder: string, step: typeof here): Promise<boolean>;
};

/** What only a project on somebody's disk has, and the spec, which is not in it. */
const isElsewhere = (path: string) =>
  path.startsWith('.crudgen/') || path === '.env' || path === 'models.yaml';

// All other suites take an example as `readExample` gives it: this one holds what people get to that.
it.each(EXAMPLES)(
  '`npm run example %s` serves the example that all suites test',
  async (example) => {
    const folder = join(SCRATCH, 'examples-made', example);
    mkdirSync(join(folder, '..'), { recursive: true });
    expect(await makeExample(example, folder, here)).toBe(true);

    const own = (tree: ReadonlyMap<string, string>) =>
      Object.fromEntries([...tree].filter(([path]) => !isElsewhere(path)));
    expect(own(readTree(folder))).toEqual(own(readExample(example)));

    const told = await crudgen(folder, 'status', '--json');
    const { findings } = JSON.parse(told) as { findings: { kind: string; path: string }[] };
    expect(findings.filter(({ kind }) => ['behind', 'unread'].includes(kind))).toEqual([]);
  },
);
