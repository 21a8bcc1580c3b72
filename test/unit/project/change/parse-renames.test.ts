import { describe, expect, it } from 'vitest';
import type { OpenProject } from '../../../../src/project/open/open-project.js';
import { parseRenames } from '../../../../src/project/change/parse-renames.js';
import { schemaOf } from '../../../../src/schema/schema.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';

const specOf = (task: string, fields: string, tag = 'Tag') =>
  `models:
  Project: { fields: { name: string } }
  ${tag}: { fields: { name: string } }
  ${task}: { fields: { ${fields} } }
`;
const before = appOfSpec(
  'app',
  specOf('Task', 'title: string, code: string, project: ref=Project, tags: refs=Tag'),
);

/** The renames of some flags, for what the entities have become. */
function renames(spec: string, ...given: readonly string[]) {
  const project = { app: appOfSpec('app', spec) } as OpenProject;
  return parseRenames(given, project, { before, schema: schemaOf(before), problems: [] });
}

const renamed = specOf(
  'Task',
  'headline: string, code: string, client: ref=Project, labels: refs=Tag',
);
const both = specOf(
  'Errand',
  'headline: string, code: string, project: ref=Project, tags: refs=Tag',
);

describe('renames as they are typed', () => {
  it.each([
    ['Task.title:headline', { title: 'headline' }],
    ['task.title:headline', { title: 'headline' }],
    ['Task.project:client', { project_id: 'client_id' }],
    ['Task.project_id:client_id', { project_id: 'client_id' }],
    ['task.project_id:client_id', { project_id: 'client_id' }],
    ['Task.tags:labels', { tags: 'labels' }],
  ])('%s is of a column', (text, task) => {
    expect(renames(renamed, text)).toEqual({ tables: {}, columns: { task } });
  });

  it.each([
    [['Task:Errand']],
    [['task:errand']],
    [['Task:Errand', 'Errand.title:headline']],
    [['Errand.title:headline', 'Task:Errand']],
    [['Task.title:headline', 'Task:Errand']],
    [['task.title:headline', 'task:errand']],
  ])('%j is of a table, and of its column by either name', (given) => {
    const columns = given.length === 1 ? {} : { task: { title: 'headline' } };
    expect(renames(both, ...given)).toEqual({ tables: { task: 'errand' }, columns });
  });

  it.each([
    [['task:work.errand']],
    [['task:work.errand', 'work.errand.title:headline']],
    [['Errand.title:headline', 'task:work.errand']],
  ])('%j is of a table that gets a schema', (given) => {
    const spec = both.replace('Errand: {', 'Errand: { table: work.errand, prefix: /errand,');
    const columns = given.length === 1 ? {} : { task: { title: 'headline' } };
    expect(renames(spec, ...given)).toEqual({ tables: { task: 'work.errand' }, columns });
  });

  it('follow one another', () => {
    const spec = specOf(
      'Task',
      'headline: string, title: string, project: ref=Project, tags: refs=Tag',
    );
    expect(renames(spec, 'Task.code:title', 'Task.title:headline').columns).toEqual({
      task: { code: 'title', title: 'headline' },
    });
    expect(() => renames(spec, 'Task.code:title')).toThrow('`--rename Task.code:title`');
  });

  it('may be said twice', () => {
    expect(renames(renamed, 'Task.title:headline', 'task.title:headline').columns).toEqual({
      task: { title: 'headline' },
    });
  });
});

describe('renames that cannot be', () => {
  it.each([
    ['to what is not there', 'Task.title:caption'],
    ['of what never was', 'Task.nothing:headline'],
    ['of a model that never was', 'Nobody.title:headline'],
    ['of a model to one that never was', 'Task:Nobody'],
    ['of a model that stays', 'Project:Tag'],
    ['of a column to a many-to-many field', 'Task.title:labels'],
    ['of a many-to-many field to a column', 'Task.tags:headline'],
    ['without a new name', 'Task.title'],
    ['of nothing', ''],
  ])('are refused: %s', (_, text) => {
    expect(() => renames(renamed, text)).toThrow(
      `\`--rename ${text}\` does not match a rename in the entities`,
    );
  });

  it('are refused of two columns to one', () => {
    const spec = specOf('Task', 'headline: string, project: ref=Project, tags: refs=Tag');
    expect(() => renames(spec, 'Task.title:headline', 'Task.code:headline')).toThrow(
      '`--rename Task.code:headline`',
    );
  });

  it('are refused of one column to two', () => {
    const spec = specOf(
      'Task',
      'headline: string, caption: string, project: ref=Project, tags: refs=Tag',
    );
    expect(() => renames(spec, 'Task.title:headline', 'Task.title:caption')).toThrow(
      '`--rename Task.title:caption`',
    );
  });

  it('are refused of two models to one, and of one to two', () => {
    const one = `models:
  Project: { fields: { name: string } }
  Errand: { fields: { name: string } }
`;
    expect(() => renames(one, 'Task:Errand', 'Tag:Errand')).toThrow('`--rename Tag:Errand`');
    const two = specOf('Errand', 'title: string', 'Label');
    expect(() => renames(two, 'Task:Errand', 'Task:Label')).toThrow('`--rename Task:Label`');
  });

  it('are refused where fields swap their names, in a circle of any size', () => {
    const spec = specOf(
      'Task',
      'code: string, title: string, project: ref=Project, tags: refs=Tag',
    );
    expect(() => renames(spec, 'Task.title:code', 'Task.code:title')).toThrow(/--rename/);
  });
});
