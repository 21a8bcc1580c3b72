import { expect, test } from 'vitest';
import { newRow } from '../../../src/render/test-file/new-row.js';
import { viewTest } from '../../../src/render/test-file/view-test.js';
import { codeOf } from '../../../src/render/code.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

/** How a test makes a row of the model that is called Row. */
function made(models: string) {
  const app = appOfSpec('rows', `models:\n${models}`);
  const row = newRow(
    app,
    app.models.find(({ name }) => name === 'Row')!,
  );
  if ('why' in row) return { why: row.why, statements: [], values: '' };
  return { why: null, statements: row.statements, values: codeOf(row.values) };
}

/** What a test inserts as a row with these fields. */
const rowOf = (fields: string): string =>
  made(`  Row:\n    unique: [[one, two]]\n    fields:\n${fields}`).values;

const user = (name: string, as: string) => `      ${name}: ref=User:as=${as}:required\n`;
const ANOTHER = "(await service.as('Admin', fresh.text())).id";

test('rows that are told apart by their users alone have another one each', () => {
  const row = rowOf(user('one', 'ones') + user('two', 'twos'));
  expect(row).toContain('one_id: user.id');
  expect(row).toContain(`two_id: ${ANOTHER}`);
});

test('rows that something else tells apart have the user of the test', () => {
  const row = rowOf(user('one', 'ones') + '      two: string:required\n');
  expect(row).toContain('one_id: user.id');
  expect(row).not.toContain(ANOTHER);
});

test.each([
  ['^B-[0-9]{4}$', "fresh.like('B-0000')"],
  ['^[1-9][0-9]{3}$', "fresh.like('1000')"],
  ['^[a-z]+(-[a-z]+)*$', "fresh.like('aaaa')"],
  // Counted up it would leave the pattern.
  ['^(x|y)[0-3]{2}$', 'fresh.of(['],
  ['^[ab]$', "fresh.of(['a', 'b'])"],
])('texts of %s are made by %s', (pattern, made) => {
  const row = rowOf(
    `      one: 'string:required:unique:pattern=${pattern}'\n      two: string:required\n`,
  );
  expect(row).toContain(`one: ${made}`);
});

test('moments come in the order of their fields', () => {
  const types = { one: 'string', two: 'string', begin: 'date', end: 'date', starts: 'datetime' };
  const fields = Object.entries({ ...types, ends: 'datetime' });
  const row = rowOf(fields.map(([name, type]) => `      ${name}: ${type}:required\n`).join(''));
  expect([...row.matchAll(/2026-01-0[^']*/g)].map(([text]) => text)).toEqual([
    '2026-01-02',
    '2026-01-03',
    '2026-01-02T08:15:00.000Z',
    '2026-01-03T08:15:00.000Z',
  ]);
});

test('a parent of which a user has one is found again for each row', () => {
  const { statements, values } = made(`
  Profile: { rows: { owner: user }, fields: { name: string:required, user: ref=User:unique } }
  Row: { fields: { text: string:required, profile: ref=Profile:required } }`);
  expect(statements).toEqual([
    "const profile = await service.findOrInsert(Profile, { user_id: user.id }, { name: 'some name' });",
  ]);
  expect(values).toBe("{ text: 'some text', profile_id: profile.id }");
});

test('a parent of which there can only be a few is found again by the same values', () => {
  const { statements } = made(`
  Day: { fields: { name: 'enum=mon,tue:required:unique', open: boolean:required } }
  Closing: { fields: { day: ref=Day:required:unique } }
  Row: { fields: { closing: ref=Closing:required } }`);
  expect(statements).toEqual([
    "const day = await service.findOrInsert(Day, { name: 'mon' }, { open: true });",
    'const closing = await service.findOrInsert(Closing, { day_id: day.id });',
  ]);
});

test('a parent that something tells apart is another one for each row', () => {
  const { statements } = made(`
  Shift:
    rows: { owner: user }
    unique: [[user, day]]
    fields: { user: ref=User, day: date:required:default=today }
  Row: { fields: { shift: ref=Shift:required:unique } }`);
  expect(statements).toEqual([
    'const shift = await service.insert(Shift, { day: fresh.date(), user_id: user.id });',
  ]);
});

test('a user in a group with values of which there are few is another one for each row', () => {
  const { values } = made(`
  Row:
    unique: [[helper, day], [helper, at]]
    fields: { helper: ref=User:required, day: 'enum=fri,sat:required', at: time:required }`);
  expect(values).toBe(`{ helper_id: ${ANOTHER}, day: 'fri', at: '08:15:00' }`);
});

test.each([
  ['integer:min=1:max=3', 'fresh.number(1, 3)'],
  ['integer:max=9', 'fresh.number(0, 9)'],
  ['integer:min=5', 'fresh.number(5)'],
  ['decimal=2,2:min=0.05:max=0.95', 'fresh.number(0.05, 0.95, 0.01)'],
  ['decimal=3,1', 'fresh.number(0, 99.9, 0.1)'],
  ['decimal=12,2', 'fresh.number()'],
  ['bigint:min=10:max=12', 'fresh.bigint(10, 12)'],
  ['string:max=3', 'fresh.text({ max: 3 })'],
  ['string:email', 'fresh.email()'],
  ['string:email:max=16', "fresh.like('a@example.com')"],
  ['string:url:max=12', "fresh.like('http://a/a')"],
  ['boolean', 'fresh.of([false, true])'],
])('different values of %s are made by %s', (words, code) => {
  expect(made(`  Row: { fields: { one: '${words}:required:unique' } }`).values).toBe(
    `{ one: ${code} }`,
  );
});

test.each([
  ['  Row: { fields: { above: ref=Row:required:as=below } }', 'Row -> Row'],
  [
    `
  Play: { fields: { lead: ref=Actor:required } }
  Actor: { fields: { debut: ref=Play:required:as=debuts } }
  Row: { fields: { play: ref=Play:required } }`,
    'Play -> Actor -> Play',
  ],
])('where no first row can be made it says why', (models, cycle) => {
  expect(made(models).why).toBe(`required references form a cycle: ${cycle}`);
});

test('where no value is found it says so', () => {
  expect(made("  Row: { fields: { one: 'string:required:max=2:pattern=^[a-z]{3}$' } }").why).toBe(
    'crudgen found no value of `Row.one` that fits all rules of the field',
  );
});

test('numbers that the database counts are in no row, and SQL that fills in a field is none that it needs', () => {
  const models = `  Row:
    fields:
      number: integer:required:unique:counted
      token: string:required:default_sql=md5(random()::text)
      name: string:required
`;
  expect(made(models).values).toBe("{ token: 'some token', name: 'some name' }");
  const app = appOfSpec('rows', `models:\n${models}`);
  expect(viewTest(app, app.models[0]!).life).toMatchObject({ needed: ['name'] });
});

test('rows have what the checks of their table ask for', () => {
  const row = made(
    `  Plan:
    fields:
      code: string:required
  Row:
    checks:
      one_parent: (plan_id IS NULL) <> (customer_id IS NULL)
      whole_refund: refund IS NOT NULL OR (reason IS NOT NULL AND agent IS NOT NULL)
    fields:
      name: string
      plan: ref=Plan
      customer_id: integer
      refund: integer
      reason: string
      agent: string
`,
  );
  expect(row.statements).toHaveLength(1);
  expect(row.values).toBe('{ plan_id: plan.id, refund: 1 }');
});

test('rows have another number than the default, where a check refuses that', () => {
  const row = made(
    `  Row:
    checks:
      some_base: base > 0.00
      some_rate: rate >= 0
    fields:
      name: string:required
      base: float:required:default=0
      rate: float:required:default=0
`,
  );
  expect(row.values).toMatch(/^\{ name: .*, base: [1-9].* \}$/);
  expect(row.values).not.toContain('rate');
});

const PARTS = `models:
  Row:
    checks:
      level: ((whole IS NULL) AND (level = 0) AND (quantity = 1.00)) OR ((whole IS NOT NULL) AND (level >= 1))
    fields:
      name: string:required
      whole: integer
      level: integer:required
      quantity: decimal=8,2:required:default=1
`;

test('rows have values that a check compares with each other, and keep them in a change', () => {
  const app = appOfSpec('rows', PARTS);
  const { newRow: row, life } = viewTest(app, app.models[0]!);
  expect(row!.values).toEqual({ name: 'some name', level: 0 });
  expect(life!.change).toEqual({ name: 'another name' });
});

test('rows have what a check asks for by a text', () => {
  const row = made(
    `  Row:
    checks:
      paid_on: state <> 'paid' OR paid_on IS NOT NULL
      kind: kind = 'c' AND rank = 2
    fields:
      state: enum=paid,open:required
      paid_on: date
      kind: enum=a,b,c:required
      rank: integer:required
`,
  );
  expect(row.values).toBe(`{ state: 'open', kind: 'c', rank: 2 }`);
});

test('a change has no value with which a check refuses the first row', () => {
  const app = appOfSpec(
    'rows',
    `models:
  Row:
    checks: { first: id <> 1 OR (kind = 3 AND born IS NULL) }
    fields: { name: string:required, kind: integer, born: integer }
`,
  );
  const { newRow: row, life } = viewTest(app, app.models[0]!);
  expect([row!.values, Object.keys(life!.change!)]).toEqual([{ name: 'some name' }, ['name']]);
});

test('where a check takes no row that is made up it says so', () => {
  const row = made(`  Row: { checks: { odd: a = 77 }, fields: { a: integer:required } }`);
  expect(row.why).toBe('crudgen found no row of `Row` that the check `odd` takes');
});

test('rows have a moment of their own where a check compares that of now with a date', () => {
  const row = made(
    `  Row:
    checks:
      in_order: due_at >= ordered_at
    fields:
      due_at: datetime:required
      ordered_at: datetime:required:default=now
      seen_at: datetime:required:default=now
`,
  );
  expect(row.values).toMatch(/^\{ due_at: '(.*)', ordered_at: '\1' \}$/);
});

test('a change has no value with which a check refuses the row', () => {
  const app = appOfSpec(
    'rows',
    `models:
  Row:
    checks:
      either: (code IS NULL AND text IS NOT NULL) OR (code IS NOT NULL AND text IS NULL)
    fields:
      code: integer
      text: string
      note: string
`,
  );
  const { life } = viewTest(app, app.models[0]!);
  expect(Object.keys(life!.change!)).toEqual(['code', 'note']);
});

test('rows differ in the columns of a unique index in SQL', () => {
  const row = made(
    `  Row:
    sql_indexes:
      living_code: UNIQUE (shop, lower(code)) WHERE removed_on IS NULL
      only_one: UNIQUE ((1)) WHERE removed_on IS NOT NULL
    fields:
      shop: string:required
      code: string:required
      removed_on: date
`,
  );
  expect(row.values).toBe("{ shop: 'some shop', code: fresh.text() }");
});
