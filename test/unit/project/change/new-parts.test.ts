import { expect, it } from 'vitest';
import { newModels } from '../../../../src/project/change/new-parts.js';
import { commandLine, parseModelArguments } from '../../../../src/spec/parse-arguments.js';
import { checkSpec } from '../../../../src/spec/check.js';
import type { App, Model } from '../../../../src/model/model.js';

const LINE = commandLine([]);
const { spec } = parseModelArguments('Bill', ['number:string', 'due:date'], {}, LINE);
const [bill] = checkSpec(spec, []).models as [Model];
const appWith = (model: Model): App => ({
  name: 'shop',
  database: 'sqlite',
  models: [model],
});

it('a model is as a spec says whatever its developer did that no spec says', () => {
  const edited: Model = {
    ...bill,
    parts: [{ kind: 'hooks', path: 'src/models/bill/bill.hooks.ts', name: 'billHooks' }],
    list: { shown: ['due'], hidden: ['number'] },
    others: [{ column: 'version', kind: 'version' }],
  };
  expect(newModels(spec, appWith(edited))).toEqual({ spec: { models: [] }, same: ['Bill'] });
});

it('a model with another rule, field or label is not', () => {
  for (const other of [
    { ...bill, timestamps: false },
    { ...bill, fields: bill.fields.slice(1) },
    { ...bill, label: '{due}' },
  ])
    expect(newModels(spec, appWith(other)).same).toEqual([]);
});
