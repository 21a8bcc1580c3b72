import { describe, expect, it } from 'vitest';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { projectOf } from '../../../src/cli/project.js';
import { mergeBranches } from '../../../src/merge/merge-branches.js';
import { unsearchedLabels } from '../../../src/project/tell/unsearched-labels.js';
import { planNewProject } from '../../../src/project/plan/plan-new-project.js';
import { printSearchConfig, type SearchConfig } from '../../../src/spec/search-config.js';
import { appOf } from '../../golden/example.js';
import { useProject } from './project.js';

const FILE = 'config/search.json';
const NOTHING = { models: [], fields: [] };

describe('search in a new project', () => {
  it('finds the models that it is made with; the kept copy says none, so that no upgrade takes them away', async () => {
    const given = { now: new Date('2026-11-21T12:00:00Z'), secret: 'x'.repeat(32) };
    const { changes, base } = planNewProject(appOf('orders'), given);
    const made = changes.find(({ path }) => path === FILE);
    const { models } = JSON.parse(made?.kind === 'create' ? made.next : '') as SearchConfig;
    expect(models).toEqual(['Order', 'OrderLine', 'Article']);
    expect(JSON.parse(base.get(FILE)!)).toEqual(NOTHING);
  });
});

describe('search of a model that is added', () => {
  const { read, write, context } = useProject('task-manager');
  const add = (fields: string[]) =>
    modelAdd(context({ args: ['model', 'add', 'Note', ...fields] }), 'Note', fields, {});

  it('looks through its label, beside what is searched already', async () => {
    expect(await add(['title:string', 'secret_code:string:unique:read=Admin'])).toBe(0);
    expect(JSON.parse(read(FILE))).toEqual({ models: ['Note'], fields: ['title'] });
  });

  it('looks through both names of a person', async () => {
    const fields = ['first_name:string', 'last_name:string', 'email:string:email'];
    expect(await add(fields)).toBe(0);
    expect(read('src/models/note/note.model.ts')).toContain("label: '{first_name} {last_name}'");
    expect(JSON.parse(read(FILE))).toEqual({
      models: ['Note'],
      fields: ['first_name', 'last_name'],
    });
  });

  it('leaves the file alone where the model has no text to look through', async () => {
    write(FILE, '{ "models": ["Task"], "fields": ["title"] }');
    expect(await add(['rank:integer'])).toBe(0);
    expect(read(FILE)).toBe('{ "models": ["Task"], "fields": ["title"] }');
  });
});

describe('search of a model that is changed', () => {
  const { read, write, edit, context } = useProject('task-manager');
  const list = (models: string[], fields: string[]) => {
    write(FILE, printSearchConfig({ models, fields }, ''));
  };
  const listed = () => (JSON.parse(read(FILE)) as SearchConfig).fields;
  const addField = (model: string, ...fields: string[]) =>
    addModelFields(context({ args: ['model', 'add-field', model, ...fields] }), model, fields, {});

  it('looks through a field that its label gets, and through a phone number', async () => {
    list(['TeamMember', 'Task'], ['name', 'title']);
    expect(await addField('TeamMember', 'phone:string', 'about:text')).toBe(0);
    expect(listed()).toEqual(['name', 'title', 'phone']);
    edit('src/models/team-member/team-member.model.ts', (text) =>
      text
        .replace("} from '#engine'", ", Model } from '#engine'")
        .replace('@Entity', "@Model({ label: '{name} ({about})' })\n@Entity"),
    );
    expect(await sync(context(), {})).toBe(0);
    expect(listed()).toEqual(['name', 'title', 'phone', 'about']);
  });

  it('begins where it has nothing to look for until then', async () => {
    list(['Task'], ['title']);
    await modelAdd(
      context({ args: ['model', 'add', 'Rank', 'level:integer'] }),
      'Rank',
      ['level:integer'],
      {},
    );
    expect(await addField('Rank', 'name:string')).toBe(0);
    expect(JSON.parse(read(FILE))).toEqual({ models: ['Task', 'Rank'], fields: ['title', 'name'] });
  });

  it('stays as its owner set it where nothing is gained', async () => {
    list(['Task'], ['description']);
    expect(await addField('Task', 'remark:text')).toBe(0);
    expect(await addField('Project', 'phone:string')).toBe(0);
    expect(listed()).toEqual(['description']);
  });

  it('is what doctor tells where a label shows more than is looked through', async () => {
    list(['Task', 'Project'], ['description']);
    const project = await projectOf(context());
    expect(unsearchedLabels(project)).toMatchObject([
      { code: 'unsearched-label', help: 'to add it: crudgen search add-model Project' },
      { code: 'unsearched-label', help: 'to add it: crudgen search add-model Task' },
    ]);
    list(['Task'], []);
    expect(unsearchedLabels(await projectOf(context()))).toEqual([]);
  });
});

it('two branches that each added a model merge', () => {
  const text = (models: string[], fields: string[]) => printSearchConfig({ models, fields }, '');
  const base = text(['Task'], ['title']);
  const mine = text(['Task', 'Order'], ['title', 'number', 'name']);
  const next = text(['Task', 'Product'], ['title', 'sku', 'name']);
  const both = mergeBranches(FILE, { base, mine, next });
  const { models, fields } = JSON.parse(both ?? '{}') as SearchConfig;
  expect([[...models].sort(), [...fields].sort()]).toEqual([
    ['Order', 'Product', 'Task'],
    ['name', 'number', 'sku', 'title'],
  ]);
});
