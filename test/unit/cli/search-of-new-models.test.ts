import { describe, expect, it } from 'vitest';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import { mergeBranches } from '../../../src/merge/merge-branches.js';
import { planNewProject } from '../../../src/project/plan-new-project.js';
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
    expect(models).toEqual(['Order', 'OrderLine']);
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

  it('leaves the file alone where the model has no text to look through', async () => {
    write(FILE, '{ "models": ["Task"], "fields": ["title"] }');
    expect(await add(['rank:integer'])).toBe(0);
    expect(read(FILE)).toBe('{ "models": ["Task"], "fields": ["title"] }');
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
