import { expect, it } from 'vitest';
import { schemaOf } from '../../../src/schema/schema.js';
import { checkSpec } from '../../../src/spec/check.js';
import { parseSpec } from '../../support/parse-spec.js';

const check = (text: string) => {
  const { spec, problems } = parseSpec('models.yaml', text);
  const checked = checkSpec(spec);
  return { ...checked, codes: [...problems, ...checked.problems].map(({ code }) => code) };
};

const task = (setting: string, fields = '') =>
  check(
    `models:\n  Task:\n    ${setting}\n    fields:\n      title: { type: string, unique: true }\n${fields}`,
  );

it('a model of a spec has a trash, for a time if it says so, and a moment of deletion', () => {
  const { models, codes } = task('trash: 30d');
  expect(codes).toEqual([]);
  expect(models[0]).toMatchObject({ trash: '30d' });
  expect(models[0]!.fields.map(({ name, stamp }) => [name, stamp])).toEqual([
    ['title', null],
    ['deleted_at', 'deleted'],
  ]);
  expect(task('trash: false').models[0]!.trash).toBeUndefined();
});

it('a moment of deletion that is there is taken', () => {
  const { models } = task('trash: true', '      gone_on: { type: datetime, deleted: true }\n');
  expect(models[0]!.fields.map(({ name }) => name)).toEqual(['title', 'gone_on']);
});

it('what is unique is so among the rows that are not in the trash', () => {
  const { models } = check(
    `models:
  Task:
    trash: true
    unique: [[title, kind]]
    fields:
      title: { type: string, unique: true }
      kind: string
      code: { type: string, unique: true }
  Note:
    fields:
      task_code: { type: ref, ref: Task, to: code }
`,
  );
  const { uniques, sqlIndexes } = schemaOf({ models } as never).tables['task']!;
  // Others refer to it.
  expect(uniques).toEqual([['code']]);
  expect(sqlIndexes).toEqual({
    uq_task_title: 'UNIQUE ("title") WHERE "deleted_at" IS NULL',
    uq_task_title_kind: 'UNIQUE ("title", "kind") WHERE "deleted_at" IS NULL',
    idx_task_trash: '("deleted_at") WHERE "deleted_at" IS NOT NULL',
  });
});

it('a wrong time, rows that are only read, and rows that could not come back, are refused', () => {
  expect(task('trash: 3w').codes).not.toEqual([]);
  expect(task('trash: true\n    read_only: true').codes).toContain('read-only');
  const lines = (setting: string) =>
    check(
      `models:\n  Order:\n    trash: true\n    fields: { number: string }\n  Line:\n    ${setting}fields:\n      order: { type: ref, ref: Order, required: true, on_delete: cascade }\n`,
    ).codes;
  expect(lines('')).toEqual(['no-trash']);
  expect(lines('trash: true\n    ')).toEqual([]);
});
