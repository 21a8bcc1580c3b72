import { expect, it } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';
import { findModel } from '../../../src/model/change.js';
import { draftText } from '../../../src/render/draft.js';
import { renderModel } from '../../../src/render/render-model.js';
import { schemaOf } from '../../../src/schema/schema.js';
import { checkSpec } from '../../../src/spec/check.js';
import { printField } from '../../../src/spec/print-field.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';
import { parseSpec } from '../../support/parse-spec.js';

const app = appOfSpec(
  'shop',
  `
models:
  Customer:
    fields: { name: string:required }
  Bill:
    fields:
      payer: ref=Customer:index=none:as=paid
      owner: { ref: Customer, index: none, as: owned }
      sender: ref=Customer:as=sent
  Part:
    fields: { bill: "ref=Bill:key:index=none", customer: "ref=Customer:key:index=none" }
`,
);

it('a reference without an index has none in its table and its class, from which it is read back', () => {
  const { tables } = schemaOf(app);
  expect(tables['bill']!.indexes).toEqual([['sender_id']]);
  expect(tables['part']!.indexes).toEqual([]);
  const files = new Map(
    app.models.flatMap((model) =>
      [...renderModel(app, model, templates())].map(
        ([path, draft]) => [path, draftText(draft)] as const,
      ),
    ),
  );
  const read = readProject(files);
  expect(read.problems).toEqual([]);
  expect(findModel(read.app, 'Bill')).toMatchObject(findModel(app, 'Bill'));
  expect(findModel(read.app, 'Bill').fields.map((field) => printField(field, 'bill'))).toEqual([
    'payer:ref=Customer:index=none:as=paid',
    'owner:ref=Customer:index=none:as=owned',
    'sender:ref=Customer:as=sent',
  ]);
});

it.each([
  ['a: "string:index=none"', 'bad-index'],
  ['a: "ref=Task:unique:index=none"', 'bad-index'],
  ['a: "string:index=some"', 'unexpected-value'],
])('%s is refused', (text, code) => {
  const { spec, problems } = parseSpec(
    'models.yaml',
    `models:\n  Task:\n    fields: { ${text} }\n`,
  );
  const all = [...problems, ...checkSpec(spec).problems];
  expect(all.map((problem) => problem.code)).toContain(code);
});
