import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TYPES } from '../../../../src/model/words.js';
import { Refusal } from '../../../../src/problem.js';
import { renderProject } from '../../../../src/render/render-project.js';
import { addSearchField, addSearchModel } from '../../../../src/spec/search-config.js';
import type { ModelInfo } from '../../../../templates/service/src/crud/model-info.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { templates } from '../../../golden/example.js';

const WORDS: Readonly<Record<string, string>> = {
  enum: 'enum=x,y',
  ref: 'ref=Other',
  refs: 'refs=Other:as=linked',
};
/** A field of each type, and text in all the ways that may change whether it is found. */
const FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(TYPES.map((type) => [`a_${type}`, WORDS[type] ?? type])),
  documented: 'string:values=x,y',
  enforced: 'string:values=x,y:enforce',
  short_enforced: 'string:max=9:values=x,y:enforce',
  enforced_prose: 'text:values=x,y:enforce',
  mail: 'string:email',
  for_some: 'string:read=Admin',
  for_nobody: 'string:read=',
};
const app = appOfSpec(
  'searched',
  `models:\n  Thing: { fields: ${JSON.stringify(FIELDS)} }\n  Other: { fields: { name: string } }\n`,
);
/** Their names in JSON. */
const NAMES = app.models.find(({ name }) => name === 'Thing')!.fields.map(({ name }) => name);

const SCRATCH = join(import.meta.dirname, '../../../../.tmp', `searched-${process.pid}`);
type Service = {
  readonly 'auth/access-control': typeof import('../../../../templates/service/src/auth/access-control.js');
  readonly 'crud/describe-models': typeof import('../../../../templates/service/src/crud/describe-models.js');
  readonly 'database/open-database': typeof import('../../../../templates/service/src/database/open-database.js');
  readonly 'models/models.gen': typeof import('../../../../templates/service/src/models/models.gen.js');
  readonly 'search/search-config': typeof import('../../../../templates/service/src/search/search-config.js');
};
const load = <Path extends keyof Service>(path: Path) =>
  import(join(SCRATCH, 'src', `${path}.ts`)) as Promise<Service[Path]>;

/** The fields that the service of that project searches when one name is listed. */
let searched: (name: string) => readonly string[];
beforeAll(async () => {
  const tree = renderProject(app, { templates: templates(), now: new Date(0), secret: '' });
  for (const [path, text] of tree) {
    if (!/^(src\/|tsconfig)/.test(path)) continue;
    mkdirSync(dirname(join(SCRATCH, path)), { recursive: true });
    writeFileSync(join(SCRATCH, path), text);
  }
  const { ACCESS_ENTITIES } = await load('auth/access-control');
  const { describeModels } = await load('crud/describe-models');
  const { openDatabase } = await load('database/open-database');
  const { models } = await load('models/models.gen');
  const { searchedFields } = await load('search/search-config');
  const entities = [...models.map(({ entity }) => entity), ...ACCESS_ENTITIES];
  const database = await openDatabase('sqlite::memory:', entities, []);
  const thing = describeModels(database.dataSource, models).find(({ name }) => name === 'Thing')!;
  await database.close();
  searched = (name) => searchedFields(thing, { models: ['Thing'], fields: [name] });
}, 60_000);
afterAll(() => rmSync(SCRATCH, { recursive: true, force: true }));

const NONE = { models: [], fields: [] };
const isTaken = (register: () => unknown): boolean => {
  try {
    register();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
};

describe('the fields that the command line registers', () => {
  it.each(NAMES)('are those that the service finds: %s', (name) => {
    const found = searched(name).includes(name) && name !== 'for_nobody';
    expect(isTaken(() => addSearchModel(NONE, 'Thing', [name], app.models))).toBe(found);
    expect(isTaken(() => addSearchField(NONE, name, app.models))).toBe(found);
  });

  it('are text of every kind', () => {
    const text = ['a_string', 'a_text', 'a_enum', 'documented', 'enforced', 'short_enforced'];
    const found = NAMES.filter((name) => isTaken(() => addSearchField(NONE, name, app.models)));
    expect(found).toEqual([...text, 'enforced_prose', 'mail', 'for_some']);
  });
});
