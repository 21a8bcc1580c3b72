import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TYPES } from '../../../../src/spec/words.js';
import { Refusal } from '../../../../src/problem.js';
import { addSearched } from '../../../../src/spec/search-config.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { generateService } from '../fixtures/generated-service.js';

const WORDS: Readonly<Record<string, string>> = {
  enum: 'enum=x,y',
  list: 'list=string',
  native: 'native=inet',
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

/** The fields that the service of that project searches when one name is listed. */
let searched: (name: string) => readonly string[];
const service = generateService(app);
beforeAll(async () => {
  const { accessEntities } = await service.load('engine/auth/access-control');
  const { describeModels } = await service.load('engine/model/describe-models');
  const { openDatabase } = await service.load('engine/database/open-database');
  const { models } = await service.load('src/models/models.gen');
  const { User } = await service.load('src/models/user/user.model');
  const { searchedFields } = await service.load('engine/search/search-config');
  const entities = [...models.map(({ entity }) => entity), ...accessEntities(User)];
  const database = await openDatabase('sqlite::memory:', entities, []);
  const things = models.filter(({ entity }) => entity !== User);
  const thing = describeModels(database.dataSource, things).find(({ name }) => name === 'Thing')!;
  await database.close();
  searched = (name) => searchedFields(thing, { models: ['Thing'], fields: [name] });
}, 60_000);
afterAll(() => service.remove());

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
    expect(isTaken(() => addSearched(NONE, 'Thing', [name], app.models))).toBe(found);
    expect(isTaken(() => addSearched(NONE, null, [name], app.models))).toBe(found);
  });

  it('are text of every kind', () => {
    const text = ['a_string', 'a_text', 'a_enum', 'documented', 'enforced', 'short_enforced'];
    const found = NAMES.filter((name) =>
      isTaken(() => addSearched(NONE, null, [name], app.models)),
    );
    expect(found).toEqual([...text, 'enforced_prose', 'mail', 'for_some']);
  });
});
