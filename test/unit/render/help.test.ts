import { expect, it } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';
import { findModel } from '../../../src/model/change.js';
import { draftText } from '../../../src/render/draft.js';
import { renderModel } from '../../../src/render/render-model.js';
import { checkSpec } from '../../../src/spec/check.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';
import { parseSpec } from '../../support/parse-spec.js';

const SPEC = `
models:
  Project:
    about: 'What a customer pays for'
    fields: { name: string:required:help=As on the bill }
  Task:
    table: Order's Tasks
    fields:
      code: string:key:help=On the label
      project: ref=Project:help=May change later
      hours: { type: integer, help: "In full hours: min=1 is not checked", column: 'Std: n' }
`;

it('the help of fields and what is said of a model are code, and read back', () => {
  const app = appOfSpec('shop', SPEC);
  const files = new Map(
    app.models.flatMap((model) =>
      [...renderModel(app, model, templates())].map(
        ([path, draft]) => [path, draftText(draft)] as const,
      ),
    ),
  );
  const task = files.get('src/models/task/task.model.ts')!;
  expect(task).toContain(`@Entity("Order's Tasks")`);
  expect(task).toContain(`prefix: '/order_s_tasks'`);
  expect(files.get('src/models/project/project.model.ts')).toContain(
    `@Model({ about: 'What a customer pays for' })`,
  );
  const read = readProject(files);
  expect(read.problems).toEqual([]);
  for (const name of ['Project', 'Task'])
    expect(findModel(read.app, name)).toMatchObject(findModel(app, name));
});

it.each([
  ['about: " a"', 'invalid-about'],
  [`about: ${'a'.repeat(501)}`, 'invalid-about'],
  [`fields: { a: "string:help= b" }`, 'bad-help'],
  [`fields: { a: 'string:help=${'a'.repeat(501)}' }`, 'bad-help'],
])('%s is refused', (text, code) => {
  const { spec } = parseSpec('models.yaml', `models:\n  Task:\n    ${text}\n`);
  expect(checkSpec(spec).problems.map((problem) => problem.code)).toContain(code);
});
