import { expect, it } from 'vitest';
import { readBackfills } from '../../../src/cli/backfill.js';
import type { Context } from '../../../src/cli/context.js';
import { PLAIN } from '../../../src/cli/style.js';
import type { Problem } from '../../../src/problem.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

/** What existing rows get in a new field of Task, and what was said about it. */
async function backfill(field: string, given?: string) {
  const [model] = appOfSpec('app', `models: { Task: { fields: { added: '${field}' } } }`).models;
  const said: Problem[] = [];
  const context: Context = {
    args: [],
    cwd: '/',
    now: new Date(0),
    dryRun: false,
    json: false,
    onConflict: null,
    terminal: {
      style: PLAIN,
      errorStyle: PLAIN,
      width: 100,
      interactive: false,
      print: () => undefined,
      note: () => undefined,
      problems: (problems) => void said.push(...problems),
    },
  };
  const values = await readBackfills(context, model!, model!.fields, given);
  return { value: values.get('task.added'), said };
}

it.each([
  'enum=low,high:required',
  'string:email:required',
  'string:url:required',
  'integer:min=1:required',
  'integer:max=-1:required',
  'string:min=3:required',
])('%s needs a value: an empty one is against its rules', async (field) => {
  await expect(backfill(field)).rejects.toMatchObject({
    problems: [{ code: 'backfill', help: expect.stringContaining('--backfill') as string }],
  });
});

it.each([
  ['enum=low,high:required', 'medium', 'it is one of low, high'],
  ['string:email:required', 'nobody', 'ann@example.com'],
  ['string:url:required', 'nowhere', 'https://example.com'],
  ['integer:min=1:max=5:required', '0', 'its min is 1'],
  ['integer:min=1:max=5:required', '6', 'its max is 5'],
  ['string:min=3:required', 'ab', 'its min is 3'],
])('%s is not filled with %j', async (field, given, reason) => {
  await expect(backfill(field, given)).rejects.toMatchObject({
    problems: [{ code: 'bad-backfill', message: expect.stringContaining(reason) as string }],
  });
});

it.each([
  ['enum=low,high:required', 'low', 'low'],
  ['string:email:required', 'ann@example.com', 'ann@example.com'],
  ['integer:min=1:max=5:required', '5', 5],
])('%s is filled with %j', async (field, given, value) => {
  expect(await backfill(field, given)).toEqual({ value, said: [] });
});

it.each(['string:required', 'integer:required', 'date:required'])(
  '%s may be empty, which is said',
  async (field) => {
    expect(await backfill(field)).toMatchObject({
      value: undefined,
      said: [{ code: 'backfill', severity: 'warning' }],
    });
  },
);
