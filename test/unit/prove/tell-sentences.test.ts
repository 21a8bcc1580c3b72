import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Sentence } from '../../../src/model/sentence.js';
import type { ModelInfo } from '../../../templates/service/engine/model/model-info.js';
import type { ForbiddenDeed } from '../../../templates/tools/prove/sentences/hold-sentences.js';
import { tellSentences } from '../../../templates/tools/prove/sentences/tell-sentences.js';
import { SCRATCH } from '../../support/scratch.js';

mkdirSync(SCRATCH, { recursive: true });
const root = mkdtempSync(join(SCRATCH, 'tell-'));
mkdirSync(join(root, 'src'));
writeFileSync(
  join(root, 'src/bill.access.ts'),
  "export const billAccess = defineAccess<Bill>({\n  rows: [owner('clerk_id'), tenant('branch_id')],\n});\n",
);
afterAll(() => rmSync(root, { recursive: true }));

const sentence: Sentence = {
  ...{ model: 'Bill', text: 'never: a Viewer of another tenant edits Bill.margin' },
  ...{ place: 'src/bill.access.ts:9', kind: 'never', actions: ['edit'], field: 'margin' },
  who: [{ role: 'Viewer', tie: { is: 'other tenant', by: [{ parents: [], field: 'house_id' }] } }],
  which: { is: 'user', by: [{ parents: [{ field: 'order_id', model: 'Order' }], field: 'by_id' }] },
};
const bill = {
  name: 'Bill',
  access: {
    rows: [
      { kind: 'owner', field: 'clerk_id' },
      { kind: 'tenant', field: 'branch_id' },
    ],
  },
};
const fields = (...names: readonly string[]) => new Map(names.map((name) => [name, []]));
const rules = {
  models: [bill as unknown as ModelInfo],
  demands: [
    { model: 'Bill', rule: 'owner(clerk_id)', fields: fields('clerk_id') },
    { model: 'Bill', rule: 'tenant(branch_id)', fields: fields('branch_id') },
  ],
};
const ROW = {
  id: 3,
  title: 'Rent',
  margin: 7,
  house_id: 1,
  order_id: 4,
  clerk_id: 1,
  branch_id: 2,
};
const deed: ForbiddenDeed = {
  ...{ actor: 'Viewer (user 1, no tenant)', action: 'edit', row: ROW, becomes: null },
  rule: { model: 'Bill', part: 'row', index: 1 },
};
const told = (counterexample: ForbiddenDeed | null) =>
  tellSentences([{ sentence, held: 2, counterexample }], rules, root)[0]!;

it('shows the fields of the sentence and of the rule, and the place of the rule', () => {
  expect(told(deed)).toEqual({
    ...{ model: 'Bill', sentence: sentence.text, place: 'src/bill.access.ts:9', held: 2 },
    counterexample: {
      ...{ actor: deed.actor, action: 'edit', becomes: null, rule: 'src/bill.access.ts:2:29' },
      row: { id: 3, margin: 7, house_id: 1, order_id: 4, branch_id: 2 },
    },
  });
});

it('shows the fields that an edit changes', () => {
  const { counterexample } = told({ ...deed, becomes: { ...ROW, clerk_id: 2 } });
  expect(counterexample!.row).toMatchObject({ clerk_id: 1 });
  expect(counterexample!.becomes).toEqual({
    ...{ id: 3, margin: 7, house_id: 1, order_id: 4, clerk_id: 2, branch_id: 2 },
  });
});

it('has no counterexample if there is none', () => {
  expect(told(null).counterexample).toBeNull();
});
