import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RowRule } from '../../../templates/service/engine/model/access-rules.js';
import type { ModelInfo } from '../../../templates/service/engine/model/model-info.js';
import {
  changedModels,
  changesOfProject,
  namedModels,
  UnknownModel,
} from '../../../templates/tools/prove/choose-models.js';
import type { People } from '../../../templates/tools/prove/worlds/people.js';
import { git } from '../../support/project-on-disk.js';
import { SCRATCH } from '../../support/scratch.js';

/** A model whose rows are seen as the rows that its fields refer to. */
function model(name: string, parents: Readonly<Record<string, string>> = {}): ModelInfo {
  const columns = Object.entries(parents).map(([field, to]) => ({
    ...{ name: field, nullable: true, reference: { model: to } },
  }));
  const rows: readonly RowRule[] = Object.keys(parents).map((field) => ({ kind: 'parent', field }));
  return {
    ...{ name, columns, links: [], access: { roles: {}, fields: {}, rows } },
    column: new Map(columns.map((one) => [one.name, one])),
  } as unknown as ModelInfo;
}

const MODELS = [
  model('Bill', { customer_id: 'Customer' }),
  model('Line', { bill_id: 'Bill' }),
  ...[model('Customer'), model('Tag')],
];
const PEOPLE = { me: 1, other: 2, tenants: [1, 2], actors: [] } as unknown as People;
const chosen = (...files: readonly string[]) =>
  changedModels({ since: 'abc', files }, MODELS, PEOPLE).map(({ name }) => name);
const ALL = ['Bill', 'Line', 'Customer', 'Tag'];

let folder: string;
const cwd = process.cwd();
beforeAll(() => {
  folder = mkdtempSync(join(SCRATCH, 'changed-'));
  for (const { name } of MODELS) {
    mkdirSync(join(folder, 'src/models', name.toLowerCase()), { recursive: true });
    const file = join(folder, 'src/models', name.toLowerCase(), 'a.model.ts');
    writeFileSync(file, `@Entity()\nexport class ${name} {}\n`);
  }
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(cwd);
  rmSync(folder, { recursive: true, force: true });
});

it('takes changed models, and those whose rules look at them, however far away', () => {
  expect(chosen('src/models/tag/tag.hooks.ts')).toEqual(['Tag']);
  expect(chosen('src/models/bill/bill.access.ts')).toEqual(['Bill', 'Line']);
  expect(chosen('src/models/customer/customer.model.ts')).toEqual(['Bill', 'Line', 'Customer']);
});

it('takes all models for other code of the service, for a model that is gone, and for nothing', () => {
  expect(chosen('engine/access/policy.ts', 'src/models/tag/a.ts')).toEqual(ALL);
  expect(chosen('src/app.ts')).toEqual(ALL);
  expect(chosen('src/models/gone/gone.access.ts')).toEqual(ALL);
  expect(chosen('docs/README.md', 'web/src/App.tsx', 'src/models/tag/tag.test.ts')).toEqual(ALL);
  expect(chosen()).toEqual(ALL);
});

it('leaves files out that are not code of the service', () => {
  expect(
    chosen('README.md', 'src/database/migrations/1-a.ts', 'test/a.test.ts', 'src/models/tag/a.ts'),
  ).toEqual(['Tag']);
});

it('compares with the commit where a branch began, and without one with the last commit', async () => {
  git(folder, 'init', '--quiet', '-b', 'main');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '-m', 'first');
  const first = git(folder, 'rev-parse', 'HEAD').stdout.trim();
  expect(await changesOfProject()).toEqual({ since: first, files: [] });
  git(folder, 'checkout', '--quiet', '-b', 'work');
  writeFileSync(join(folder, 'one.ts'), '');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '-m', 'second');
  writeFileSync(join(folder, 'two.ts'), '');
  expect(await changesOfProject()).toEqual({ since: first, files: ['one.ts', 'two.ts'] });
});

it('refuses a name that no model has', () => {
  expect(namedModels(['Tag'], MODELS).map(({ name }) => name)).toEqual(['Tag']);
  expect(() => namedModels(['Tga'], MODELS)).toThrow(UnknownModel);
});
