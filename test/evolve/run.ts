/**
 * `npm run evolve`: edited projects through a year of commands and an upgrade in three ways: `git merge` of what a generator
 * writes before and after each step, a generator that overwrites, and crudgen.
 *
 *     npm run evolve -- [--only shop,clinic] [--json FILE] [--keep]
 *
 * Prints a table for each project and one of all together. What was counted of each step goes to FILE, the tables with `--keep`
 * to `test/evolve/results.md`, whose sum the README quotes. The projects stay in `.tmp/evolve`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../support/project-on-disk.js';
import { evolve, type YearCounts } from './evolve.js';
import { PROJECTS } from './projects.js';
import { report } from './table.js';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const names = PROJECTS.map(({ name }) => name);
const wanted = options.only?.split(',') ?? names;
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`${unknown} is none of ${names.join(', ')}`);
const projects = PROJECTS.filter(({ name }) => wanted.includes(name));

const years: YearCounts[] = [];
for (const project of projects) {
  const folder = join(ROOT, '.tmp/evolve', project.name);
  years.push(...evolve(project, { folder, tell: console.error }));
  // It takes long: what is counted stays if somebody ends it.
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(years, null, 2));
}
const tables = report(years);
console.log(tables);
if (options.keep) writeFileSync(join(ROOT, 'test/evolve/results.md'), tables);
