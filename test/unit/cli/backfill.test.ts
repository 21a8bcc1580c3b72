import { expect, it } from 'vitest';
import { readBackfills } from '../../../src/cli/backfill.js';
import type { Context } from '../../../src/cli/context.js';
import { PLAIN } from '../../../src/cli/style.js';
import type { Problem } from '../../../src/problem.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

/** What existing rows get in a new field of Task, and what was said about it. */
async function backfill(field: string, given?: string, more = '') {
  const app = appOfSpec(
    'app',
    `models:
  Task: { fields: { added: '${field}'${more} } }
  Country: { fields: { code: string=2:key } }
  Ticket: { fields: { id: uuid } }
  Plain: { fields: { name: string } }
  Line: { fields: { order: integer:key, number: integer:key } }
`,
  );
  const model = app.models[0]!;
  const said: Problem[] = [];
  const context: Context = {
    args: [],
    cwd: '/',
    now: new Date(0),
    dryRun: false,
    json: false,
    contents: false,
    onConflict: null,
    terminal: {
      style: PLAIN,
      errorStyle: PLAIN,
      status: () => true,
      width: 100,
      interactive: false,
      print: () => undefined,
      note: () => undefined,
      problems: (problems) => void said.push(...problems),
      data: () => undefined,
    },
  };
  const values = await readBackfills(
    context,
    app,
    model,
    model.fields,
    given === undefined ? [] : [given],
  );
  return { value: values.get('task.added') ?? values.get('task.added_id'), said };
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
  ['enum=low,high:required', 'medium', 'is not one of the values'],
  ['string:email:required', 'nobody', 'not an e-mail address'],
  ['string:url:required', 'mailto:ann@example.org', 'not a web address'],
  ['integer:min=1:max=5:required', '0', 'not at least 1'],
  ['integer:min=1:max=5:required', '6', 'not at most 5'],
  ['string:min=3:required', 'ab', 'not at least 3 characters long'],
  ['string:required', 'x'.repeat(256), 'not at most 255 characters long'],
  ['date:required', '1990-13-01', 'not a date'],
  ['date:required', '2026-02-30', 'not a date'],
  ['time:required', '24:00', 'not a time of day'],
  ['datetime:required', '2026-02-30T10:00:00Z', 'not a date and time'],
  ['datetime:required', '2026-02-03T25:00:00Z', 'not a date and time'],
  ['decimal=5,2:required', '12345.6', '3 digits before and 2 after the point'],
  ['decimal=5,2:required', '1.234', '3 digits before and 2 after the point'],
])('%s is not filled with %j', async (field, given, reason) => {
  await expect(backfill(field, given)).rejects.toMatchObject({
    problems: [{ code: 'bad-backfill', message: expect.stringContaining(reason) as string }],
  });
});

it.each([
  ['enum=low,high:required', 'low', 'low'],
  ['string:email:required', 'ann@example.com', 'ann@example.com'],
  ['integer:min=1:max=5:required', '5', 5],
  ['decimal=5,2:required', '-0123.45', -123.45],
  ['date:required', '2024-02-29', '2024-02-29'],
  ['datetime:required', '2024-02-29T23:59:59.5Z', '2024-02-29T23:59:59.500Z'],
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

it('a unique field cannot have one value for all rows, which is said', async () => {
  const { said } = await backfill('string:required:unique', 'none');
  expect(said).toMatchObject([{ code: 'backfill-unique', severity: 'warning' }]);
});

it.each([
  ['Country', 'DE', 'DE'],
  ['Ticket', '01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'],
  ['Plain', '7', 7],
])('a reference to %s takes the key of a row: %s', async (name, given, value) => {
  expect(await backfill(`ref=${name}:required`, `Task.added=${given}`)).toMatchObject({ value });
});

it.each([
  ['Country', 'DEU', 'not at most 2 characters long'],
  ['Ticket', '7', 'not a UUID'],
  ['Plain', 'DE', 'not a whole number'],
])('a reference to %s takes no other value: %s', async (name, given, why) => {
  await expect(backfill(`ref=${name}:required`, `Task.added=${given}`)).rejects.toMatchObject({
    problems: [{ code: 'bad-backfill', message: expect.stringContaining(why) as string }],
  });
});

it('a default of a column by which rows refer to others is said to name them', async () => {
  const line = `, n: integer, line: 'ref=Line:columns=n+added'`;
  const { said } = await backfill('integer:required:default=1', undefined, line);
  expect(said).toMatchObject([
    {
      ...{ code: 'backfill', severity: 'warning' },
      message: expect.stringMatching(
        /have the default of `added`, and refer by it through `line`: the migration fails if/,
      ) as string,
    },
  ]);
  const { said: alone } = await backfill('integer:required:default=1', undefined, ', n: integer');
  expect(alone).toEqual([]);
});
