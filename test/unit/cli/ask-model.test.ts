import prompts from 'prompts';
import { expect, it } from 'vitest';
import { askModel } from '../../../src/cli/ask-model.js';
import { PLAIN } from '../../../src/cli/style.js';
import type { Terminal } from '../../../src/cli/terminal.js';

const terminal = { style: PLAIN, print: () => undefined } as unknown as Terminal;

/** The fields that come of what is typed, each answer in its turn. */
async function asked(name: string, ...answers: (string | boolean)[]): Promise<readonly string[]> {
  prompts.inject([...answers, '']);
  return (await askModel(terminal, name)).fields;
}

it('proposes lines where a row belongs to one whose name its own begins with', async () => {
  const order = 'order:ref=Order:required:as=lines';
  expect(await asked('OrderLine', 'note:text', order, true, 'amount:integer')).toEqual([
    'note:text',
    `${order}:lines`,
    'amount:integer',
  ]);
  expect(await asked('OrderLine', order, false)).toEqual([order]);
});

it.each([
  ['OrderLine', 'order:ref=Order'],
  ['OrderLine', 'order:ref=Order:lines'],
  ['OrderLine', 'order:ref=Order:required:unique'],
  ['OrderLine', 'order:ref=Order:required:on_delete=restrict'],
  ['OrderLine', 'part:ref=Part:required'],
  ['OrderLine', 'orders:refs=Order'],
  ['Orderly', 'order:ref=Order:required'],
  ['Order', 'order:ref=Order:required'],
])('asks nothing else: %s %s', async (name, text) => {
  expect(await asked(name, text, 'next:text')).toEqual([text, 'next:text']);
});
