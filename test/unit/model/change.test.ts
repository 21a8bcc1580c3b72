import { describe, expect, it } from 'vitest';
import {
  addFields,
  addModels,
  changeSentences,
  findField,
  findModel,
  removeField,
  removeModel,
  renameField,
  renameModel,
} from '../../../src/model/change.js';
import { checkSpec } from '../../../src/spec/check.js';
import type { App } from '../../../src/model/model.js';
import { parseSpec } from '../../support/parse-spec.js';

const { models } = checkSpec(
  parseSpec(
    'm.yaml',
    `models:
  Project: { fields: { name: string } }
  Task:
    label: "{title}"
    unique: [[title, project]]
    rows: { owner: by }
    fields: { title: string, project: ref=Project, by: ref=User, parent: ref=Task:as=subtasks }`,
  ).spec,
);
const app: App = { name: 'x', database: 'sqlite', models };
const task = (changed: App, name = 'Task') => findModel(changed, name);

describe('changes of an app', () => {
  it('rename a field wherever the model speaks of it', () => {
    const model = task(renameField(app, 'Task', 'project', 'area'));
    expect(model.unique).toEqual([['title', 'area_id']]);
    expect(findField(model, 'area')).toMatchObject({
      name: 'area_id',
      column: 'area_id',
      reference: { relation: 'area', inverse: 'tasks' },
    });
    expect(task(renameField(app, 'Task', 'title', 'name')).label).toBe('{name}');
    expect(task(renameField(app, 'Task', 'by_id', 'author')).rows.owner).toBe('author_id');
  });

  it('keep a column that has a name of its own', () => {
    const named = parseSpec(
      'm.yaml',
      `models:
  Task: { fields: { title: string:column=Title, boss_id: ref=User:column=Boss } }`,
    );
    const own: App = { ...app, models: checkSpec(named.spec).models };
    const renamed = [['title', 'name'] as const, ['boss', 'chief'] as const].reduce(
      (rest, [from, to]) => renameField(rest, 'Task', from, to),
      own,
    );
    expect(task(renamed).fields).toMatchObject([
      { name: 'name', column: 'Title' },
      { name: 'chief_id', column: 'Boss', reference: { relation: 'chief' } },
    ]);
  });

  it('remove a field with what spoke of it', () => {
    expect(task(removeField(app, 'Task', 'title'))).toMatchObject({ label: null, unique: [] });
    expect(task(removeField(app, 'Task', 'by')).rows.owner).toBeNull();
  });

  it('rename what sentences name, and remove sentences about a removed field', () => {
    const sentences = [
      'never: a Viewer reads Task.project',
      'only: its by or a by edits Task.by_id',
      'never: somebody of its by reads Task',
    ];
    const said = changeSentences(app, 'Task', sentences);
    const renamed = renameField(
      renameField(said, 'Task', 'project', 'area'),
      'Task',
      'by',
      'author',
    );
    expect(task(renamed).sentences).toEqual([
      'never: a Viewer reads Task.area',
      'only: its author or a by edits Task.author_id',
      'never: somebody of its by reads Task',
    ]);
    expect(task(renameModel(said, 'Task', 'Job'), 'Job').sentences).toEqual(
      sentences.map((text) => text.replace(/Task/, 'Job')),
    );
    expect(task(removeField(said, 'Task', 'by')).sentences).toEqual([sentences[0], sentences[2]]);
    expect(
      task(removeField(changeSentences(app, 'Task', [sentences[0]!]), 'Task', 'project')),
    ).not.toHaveProperty('sentences');
  });

  it('leaves models that have nothing to do with a renamed one the same objects', () => {
    const changed = renameModel(app, 'Task', 'Job');
    expect(task(changed, 'Project')).toBe(task(app, 'Project'));
  });

  it('rename a model with its defaults and every reference', () => {
    const changed = renameModel(app, 'Task', 'Job');
    const job = task(changed, 'Job');
    expect(job).toMatchObject({ table: 'job', prefix: '/job' });
    expect(job.fields.map(({ reference }) => reference?.inverse)).toEqual([
      undefined,
      'jobs',
      null,
      'subtasks',
    ]);
    expect(findField(job, 'parent').reference!.model).toBe('Job');
    expect(findField(task(renameModel(app, 'Project', 'Area')), 'project').reference!.model).toBe(
      'Area',
    );
  });

  it('remove a model with the references to it', () => {
    const changed = removeModel(app, 'Project');
    expect(changed.models.map(({ name }) => name)).toEqual(['Task']);
    expect(task(changed).fields.map(({ name }) => name)).toEqual(['title', 'by_id', 'parent_id']);
    expect(task(changed).unique).toEqual([]);
  });

  it('add at the end, and leave what they were given as it was', () => {
    const before = JSON.stringify(app);
    const area = { ...models[0]!, name: 'Area', table: 'area' };
    expect(addModels(app, [area]).models.map(({ name }) => name)).toEqual([
      ...models.map(({ name }) => name),
      'Area',
    ]);
    expect(task(addFields(app, 'Task', [findField(models[0]!, 'name')])).fields.at(-1)!.name).toBe(
      'name',
    );
    expect(JSON.stringify(app)).toBe(before);
  });

  it('refuse names that do not exist with the nearest', () => {
    expect(() => findModel(app, 'Tsak')).toThrow('no model `Tsak`');
    expect(() => renameField(app, 'Task', 'tilte', 'x')).toThrow('no field `tilte`');
  });
});

describe('a name that means nothing', () => {
  const problemsOf = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      return (error as { problems: { message: string; help: string }[] }).problems;
    }
    return [];
  };

  it('is told from one of the classes that every project has', () => {
    expect(problemsOf(() => findModel(app, 'Role'))).toMatchObject([
      {
        message: '`Role` is built into every project and is not one of your models',
        help: 'your models: Project, Task',
      },
    ]);
    expect(problemsOf(() => findModel(app, 'Tsk'))).toMatchObject([
      { help: 'did you mean `Task`?' },
    ]);
  });

  it('is answered with every name once', () => {
    const tagged = checkSpec(
      parseSpec('m.yaml', 'models:\n  A: { fields: { x: string, as: refs=A } }').spec,
    ).models;
    expect(problemsOf(() => findField(tagged[0]!, 'something'))).toMatchObject([
      { help: 'known: x, as' },
    ]);
  });
});
