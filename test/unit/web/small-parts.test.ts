import { describe, expect, test } from 'vitest';
import {
  WORDS,
  methodsOf,
  wordsOf,
} from '../../../templates/features/admin/ui/access-control/role-permissions';
import {
  conflictRows,
  keptChanges,
} from '../../../templates/features/admin/ui/components/form/conflict-dialog';
import { valueOf } from '../../../templates/features/admin/ui/components/form/own-inputs';
import { ACRONYMS as SERVICES } from '../../../templates/service/engine/problem/problem.js';
import { ACRONYMS as GENERATORS, valueTitle } from '../../../src/model/names.js';
import type { Application, FieldFact } from '../../../templates/features/admin/ui/application';
import { formatAgo } from '../../../templates/features/admin/ui/components/ago';
import { parseJson } from '../../../templates/features/admin/ui/components/parse-json';
import {
  ACRONYMS,
  humanize,
  jsonText,
  plainText,
} from '../../../templates/features/admin/ui/components/formats';
import {
  fromLocalInput,
  fromTimeInput,
} from '../../../templates/features/admin/ui/theme/react-admin';
import { withLabel } from '../../../templates/features/admin/ui/components/texts';
import {
  detailField,
  distinguishingField,
} from '../../../templates/features/admin/ui/components/record-option';
import { namedBy } from '../../../templates/features/admin/ui/components/record-picker';
import { groupsOf } from '../../../templates/features/admin/ui/layout/sidebar';
import { childCount } from '../../../templates/features/tree/ui/tree/tree-query';
import {
  momentOf,
  stepRules,
  textRules,
  valueRules,
} from '../../../templates/features/admin/ui/components/form/inputs';
import {
  findMatch,
  inOrder,
  type PaletteEntry,
} from '../../../templates/features/search/ui/search/palette-entries';
import {
  openedAt,
  withOpened,
  type Opened,
} from '../../../templates/features/search/ui/search/opened-records';
import {
  numberedQuery,
  isSearched,
} from '../../../templates/features/search/ui/search/record-search';
import { hasTones, toneOf, type TonesOf } from '../../../templates/features/admin/ui/theme/tone';

describe('a conflict', () => {
  const read = { id: 1, title: 'a', status: 'todo', note: null, _etag: '"1"' };

  test('shows what each side changed and where both did', () => {
    const theirs = { ...read, title: 'theirs', status: 'done', _etag: '"2"' };
    const mine = { ...read, title: 'mine', note: 'x' };
    const rows = conflictRows({ read, theirs, mine }).map(({ source, clash }) => [source, clash]);
    expect(rows).toEqual([
      ['title', true],
      ['note', false],
      ['status', false],
    ]);
  });

  test('is settled field by field; what one side alone changed is kept in any case', () => {
    const theirs = { ...read, title: 'theirs', status: 'done', _etag: '"2"' };
    const mine = { ...read, title: 'mine', status: 'open', note: 'x' };
    const kept = (...taken: string[]) => keptChanges({ read, theirs, mine }, new Set(taken));
    expect(kept()).toEqual({ title: 'mine', status: 'open', note: 'x' });
    expect(kept('title')).toEqual({ status: 'open', note: 'x' });
    expect(kept('title', 'status', 'note')).toEqual({ note: 'x' });
  });

  test('the same change on both sides is none', () => {
    const both = { ...read, title: 'same' };
    expect(conflictRows({ read, theirs: both, mine: both }).some(({ clash }) => clash)).toBe(false);
  });
});

test('a message begins with the label of its field instead of the key', () => {
  expect(withLabel('due_date must be a date.', 'due_date', 'Due date')).toBe(
    'Due date must be a date.',
  );
  expect(withLabel('due_dates are odd.', 'due_date', 'Due date')).toBe('due_dates are odd.');
});

test('a typed text means a documented value in any case, or itself', () => {
  const known = ['in_progress', 'done'];
  expect(valueOf('In Progress ', known, humanize)).toBe('in_progress');
  expect(valueOf('DONE', known, humanize)).toBe('done');
  expect(valueOf('done soon', known, humanize)).toBe('done soon');
});

describe('times', () => {
  test('what a local input holds is a moment', () => {
    const moment = new Date(2026, 6, 1, 12, 30).toISOString();
    expect(fromLocalInput('2026-07-01T12:30')).toBe(moment);
    expect(fromLocalInput('')).toBeNull();
  });

  test('today is the day here, and now a whole minute', () => {
    const at = new Date(2026, 0, 2, 0, 5, 17);
    expect(momentOf('today', at)).toBe('2026-01-02');
    expect(momentOf('now', at)).toBe(new Date(2026, 0, 2, 0, 5).toISOString());
    expect([momentOf('2025-12-24', at), momentOf(undefined, at)]).toEqual([
      '2025-12-24',
      undefined,
    ]);
  });

  test('a time has seconds', () => {
    expect(fromTimeInput('07:30')).toBe('07:30:00');
    expect(fromTimeInput('07:30:15')).toBe('07:30:15');
    expect(fromTimeInput('')).toBeNull();
  });

  test.each([
    [0.01, 1.23, undefined],
    [0.01, 1.234, { message: 'form.too_many_decimals', args: { smart_count: 2 } }],
    [0.01, -0.1, undefined],
    [0.01, 1e-7, { message: 'form.too_many_decimals', args: { smart_count: 2 } }],
    [0.01, 1e21, undefined],
    [1, 12, undefined],
    [1, 1.5, { message: 'form.invalid_bigint', args: { smart_count: 0 } }],
    [0.01, null, undefined],
  ])('in steps of %s, of %s is said %s', (step, value, said) => {
    const [rule] = stepRules(step);
    expect(rule!(value, {}, {})).toEqual(said);
    expect(stepRules(undefined)).toEqual([]);
  });

  test('ago is told in the unit that fits', () => {
    const now = Date.parse('2026-01-10T00:00:00Z');
    expect(formatAgo('2026-01-09T23:30:00Z', now)).toContain('30');
    expect(formatAgo('2026-01-07T00:00:00Z', now)).toContain('3');
  });
});

describe('json', () => {
  test('is read strictly, and nothing is null', () => {
    expect(parseJson(' ')).toEqual({ value: null, problem: null });
    expect(parseJson('{"a": 1}').value).toEqual({ a: 1 });
    expect(parseJson('{a: 1}').problem).not.toBeNull();
  });

  test('is shown on several lines, false and zero too', () => {
    expect(jsonText({ a: 1 })).toBe('{\n  "a": 1\n}');
    expect(jsonText(false)).toBe('false');
    expect(jsonText(null)).toBe('');
  });
});

describe('search', () => {
  test('a field is searched by its name or its ending', () => {
    expect(isSearched('title', ['title'])).toBe(true);
    expect(isSearched('sub_title', ['title'])).toBe(true);
    expect(isSearched('subtitle', ['title'])).toBe(false);
    expect(isSearched('anything', [])).toBe(true);
  });

  test('the match is shown with what stands around it, in its own letters', () => {
    const record = { id: 1, _label: 'Alpha', body: 'nothing', title: 'The ALPHA of it' };
    expect(findMatch(record, 'alpha', ['title'])).toEqual({
      source: 'title',
      before: 'The ',
      found: 'ALPHA',
      after: ' of it',
    });
    expect(findMatch(record, 'alpha', ['body'])).toBeNull();
  });

  test('a label explains its own words; another word is shown where it is', () => {
    const record = { id: 1, _label: 'Boyer, Neil', last: 'Boyer', first: 'Neil', phone: '0123' };
    expect(findMatch(record, 'Neil boyer', [])).toBeNull();
    expect(findMatch(record, 'Neil Boyer 01', [])).toMatchObject({ source: 'phone', found: '01' });
    expect(findMatch(record, 'Neil', [])).toMatchObject({ source: 'first', after: '' });
  });

  test.each([
    ['42', { name: '', id: 42 }],
    ['#42', { name: '', id: 42 }],
    ['Order line #42', { name: 'order line', id: 42 }],
    ['task 7', { name: 'task', id: 7 }],
    ['7 tasks', null],
    ['4.2', { name: '4.', id: 2 }],
  ])('%s asks for %j', (query, numbered) => {
    expect(numberedQuery(query)).toEqual(numbered);
  });

  test('a record that is opened again is at the head, once, and only so many are remembered', () => {
    const tasks = Array.from({ length: 9 }, (_, at) => ({ resource: 'task', id: at + 1 }));
    const opened = tasks.reduce<readonly Opened[]>(withOpened, []);
    expect(opened.map(({ id }) => id)).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
    expect(withOpened(opened, tasks[4]!).map(({ id }) => id)).toEqual([5, 9, 8, 7, 6, 4, 3, 2]);
    const application = { resources: [{ name: 'task' }], accessControl: [], features: [] };
    const at = (path: string) => openedAt(path, application as unknown as Application);
    expect(at('/task/4/show')).toEqual({ resource: 'task', id: 4 });
    expect(at('/task/4')).toEqual({ resource: 'task', id: 4 });
    expect(['/task', '/task/tree/4', '/task/create', '/job/4'].map(at)).toEqual([
      ...[null, null, null, null],
    ]);
  });
});

describe('the words of a role', () => {
  test('are what its methods allow', () => {
    expect(wordsOf(['GET', 'PATCH'])).toEqual(['read', 'edit']);
    expect(wordsOf(['HEAD', 'OPTIONS'])).toEqual([]);
    expect(wordsOf(['DELETE', 'PUT', 'POST'])).toEqual(['create', 'edit', 'delete']);
  });

  test('bring all methods that stand for them', () => {
    expect(methodsOf(['edit', 'read'], [])).toEqual(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH']);
    expect(methodsOf([], ['GET', 'POST'])).toEqual([]);
  });

  test.each([
    [['GET']],
    [['GET', 'PATCH']],
    [['HEAD', 'POST']],
    [['OPTIONS', 'PUT', 'DELETE']],
    [['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']],
  ])('that nobody touched, or that were taken back, stay as %j', (stored) => {
    const words = wordsOf(stored);
    expect(methodsOf(words, stored)).toEqual(stored);
    for (const word of WORDS.filter((one) => !words.includes(one))) {
      const further = methodsOf([...words, word], stored);
      expect(further).toEqual(expect.arrayContaining(stored));
      const back = wordsOf(further).filter((one) => one !== word);
      expect(methodsOf(back, stored)).toEqual(stored);
    }
  });
});

test('a value has the tone that its model gives it, or else that of its word', () => {
  interface Lead {
    status: 'open' | 'lost' | null;
    stage: string;
    note: string | null;
    size: number;
  }
  const tones = { status: { lost: 'grey' }, stage: { done: 'amber' } } satisfies TonesOf<Lead>;
  // @ts-expect-error -- no value of the field
  const wrongValue: TonesOf<Lead> = { status: { list: 'grey' } };
  // @ts-expect-error -- no field of texts
  const wrongField: TonesOf<Lead> = { size: { 1: 'grey' } };
  expect([wrongValue, wrongField].map(Object.keys)).toEqual([['status'], ['size']]);
  const told = (source: string, value: string) => toneOf(value, tones, source);
  expect([told('status', 'lost'), told('status', 'open')]).toEqual(['grey', 'blue']);
  expect([told('stage', 'done'), told('other', 'done')]).toEqual(['amber', 'green']);
  expect(toneOf('constructor', { status: {} }, 'status')).toBe('grey');
});

test('words have tones', () => {
  expect([toneOf('done'), toneOf('In Progress'), toneOf('critical'), toneOf('xyz')]).toEqual([
    'green',
    'blue',
    'red',
    'grey',
  ]);
  const waits = ['waiting_parts', 'Waiting for parts', 'awaiting-payment', 'pending_review'];
  expect(new Set(waits.map((value) => toneOf(value)))).toEqual(new Set(['amber']));
  expect(['waiter', 'open_ended', 'done_wrong'].map((value) => toneOf(value))).toEqual([
    'grey',
    'grey',
    'grey',
  ]);
});

test('values without a meaning of their own have no colours, but where their model gives them some', () => {
  const [units, priorities] = [
    ['pc', 'l', 'kg'],
    ['low', 'normal', 'high'],
  ];
  expect([units, priorities].map((values) => hasTones(values!))).toEqual([false, true]);
  expect(hasTones(units!, { unit: { l: 'blue' } }, 'unit')).toBe(true);
});

test('a value keeps its acronyms; the generator and the service know the same ones', () => {
  expect(['vip', 'in_progress', 'by-sms'].map(humanize)).toEqual(['VIP', 'In progress', 'By SMS']);
  expect(ACRONYMS).toEqual(GENERATORS);
  expect(SERVICES).toEqual(GENERATORS);
});

test('values that are no words in small letters stay as the spec has them, in the generator, too', () => {
  const same = [
    'kg',
    'l',
    'pc',
    'kwh',
    'm2',
    'iOS',
    'PayPal',
    'kWh',
    'A-',
    '2-4',
    'UTF-8',
    'on hold',
  ];
  expect(same.map(humanize)).toEqual(same);
  const words = [
    'todo',
    'no',
    'für',
    'новый',
    'level_1',
    'eBay_order',
    '_old',
    'iOS_app',
    'price_per_kg',
  ];
  const said = [
    'Todo',
    'No',
    'Für',
    'Новый',
    'Level 1',
    'eBay order',
    'Old',
    'iOS app',
    'Price per kg',
  ];
  expect(words.map(humanize)).toEqual(said);
  for (const value of [...same, ...words, 'vip', 'by-sms'])
    expect(valueTitle(value)).toBe(humanize(value));
});

test('numbers and booleans are shown as in the fields, where there is room for a text alone', () => {
  const translate = (key: string) => key;
  const text = (value: unknown, type: FieldFact['type']) =>
    plainText(value, { source: 'a', type }, translate, 'task');
  expect(text('5000', 'integer')).toBe(new Intl.NumberFormat().format(5000));
  expect([text('true', 'boolean'), text(false, 'boolean')]).toEqual(['app.yes', 'app.no']);
  expect([text('much', 'integer'), text('5000', 'string')]).toEqual(['much', '5000']);
});

test('a pattern is told in words of its own, where it has some', () => {
  const said = (patternMessage?: string) =>
    textRules({ pattern: '^[A-Z]+$', patternMessage }).map((rule) =>
      rule('1', {}, {}),
    ) as unknown[];
  const args = { pattern: '^[A-Z]+$' };
  expect(said()).toEqual([{ message: 'form.wrong_pattern', args }]);
  expect(said('Letters alone')).toEqual([{ message: 'Letters alone', args }]);
});

test('a year has no separators, not in the texts of its bounds either', () => {
  const year = { source: 'model_year', type: 'integer' } as const;
  expect(plainText(2024, year, (key) => key, 'vehicle')).toBe('2024');
  const refused = (source: string) =>
    valueRules(source, { min: 1950 }).map((rule) => rule(1900, {}, {})) as unknown[];
  expect(refused('model_year')).toEqual([
    { message: 'ra.validation.minValue', args: { min: '1950' } },
  ]);
  expect(refused('amount')).toEqual([{ message: 'ra.validation.minValue', args: { min: 1950 } }]);
  expect(valueRules('model_year', { max: 2030 })[0]!(2024, {}, {})).toBeUndefined();
});

describe('records of one label', () => {
  const facts: FieldFact[] = [
    { source: 'name', type: 'string' },
    { source: 'note', type: 'text' },
    { source: 'city', type: 'string' },
    { source: 'parent_id', type: 'ref', reference: 'category' },
    { source: 'email', type: 'string', unique: true },
    { source: 'created_at', type: 'datetime' },
  ];
  const row = (id: number, values: object) => ({ id, _label: 'Müller', name: 'Müller', ...values });
  const told = (...rows: object[]) =>
    distinguishingField(
      facts,
      rows.map((values, index) => row(index + 1, values)),
    )?.source;

  test.each([
    [
      [
        { email: 'a@x', city: 'Bonn' },
        { email: 'b@x', city: 'Köln' },
      ],
      'email',
    ],
    [
      [
        { city: 'Bonn', parent_id: 1 },
        { city: 'Köln', parent_id: 2 },
      ],
      'city',
    ],
    [
      [
        { city: 'Bonn', parent_id: 1 },
        { city: 'Bonn', parent_id: null },
      ],
      'parent_id',
    ],
    [
      [
        { note: 'a', created_at: '1' },
        { note: 'b', created_at: '2' },
      ],
      undefined,
    ],
    [[{ city: null }, { city: null }, { city: 'Bonn' }], undefined],
  ])('of %j are told apart by %s', (rows, source) => expect(told(...rows)).toBe(source));
});

describe('a record in a list to pick from', () => {
  const facts: FieldFact[] = [
    { source: 'plate', type: 'string', unique: true },
    { source: 'phone_number', type: 'string' },
    { source: 'tenant_id', type: 'ref', reference: 'tenant', required: true },
  ];
  const row = { id: 1, _label: 'Polo FWF 0297', plate: 'FWF 0297', tenant_id: 2 };

  test('has what its label does not say: its number, or how somebody is reached', () => {
    const detail = (values: object) => detailField(facts, { ...row, ...values })?.source;
    expect(detail({})).toBeUndefined();
    expect(detail({ phone_number: '030 1' })).toBe('phone_number');
    expect(detail({ _label: 'Polo', phone_number: '030 1' })).toBe('plate');
  });

  test('takes what was typed as the name of a new one', () => {
    const text = (source: string): FieldFact => ({ source, type: 'string' });
    const person = [text('first_name'), text('last_name')];
    expect(namedBy('Nobody Yet', person)).toEqual({ first_name: 'Nobody', last_name: 'Yet' });
    expect(namedBy('Nobody', person)).toEqual({ first_name: 'Nobody' });
    expect(namedBy(' Oil filter ', [text('name'), text('sku')])).toEqual({ name: 'Oil filter' });
    expect(namedBy('', person)).toEqual({});
    expect(namedBy('5', [{ source: 'rank', type: 'integer' }])).toEqual({});
  });
});

test('models stand under their headings, in the order in which those are met', () => {
  const names = (group?: string) => (name: string) => ({ name, ...(group && { group }) });
  const resources = [
    ...['a', 'b'].map(names('Sales')),
    ...['c'].map(names()),
    ...['d'].map(names('Stock')),
    ...['e'].map(names('Sales')),
  ] as unknown as Parameters<typeof groupsOf>[0];
  const groups = groupsOf(resources, 'Data').map(([title, entries]) => [
    title,
    entries.map(({ name }) => name).join(),
  ]);
  expect(groups).toEqual([
    ['Data', 'c'],
    ['Sales', 'a,b,e'],
    ['Stock', 'd'],
  ]);
});

test('how many stand below a record is what its page told', () => {
  const tree = { resource: 'task', parentField: 'parent_id', children: 'subtasks' };
  const row = { id: 1, _label: 'a', _count: { subtasks: 3 } };
  expect(childCount(tree, row)).toBe(3);
  expect(childCount({ ...tree, children: undefined }, row)).toBe(0);
  expect(childCount(tree, { id: 2, _label: 'b' })).toBe(0);
});

describe('what the palette has found', () => {
  const entry = (group: string, label: string) => ({ group, label }) as PaletteEntry;
  const places = [
    entry('Go to', 'Work orders'),
    entry('Go to', 'Orders'),
    entry('Actions', 'New order'),
  ];
  const orders = [entry('Orders', 'A-7 for the orders desk'), entry('Orders', 'Orders desk')];
  const labels = (query: string) => inOrder(query, places, orders).map(({ label }) => label);

  test('stands by how well its name fits, group by group', () => {
    expect(labels('orders')).toEqual([
      ...['Orders', 'Work orders'],
      ...['Orders desk', 'A-7 for the orders desk'],
      'New order',
    ]);
    expect(labels('new').slice(0, 1)).toEqual(['New order']);
    expect(labels('a-7').slice(0, 2)).toEqual(['A-7 for the orders desk', 'Orders desk']);
    expect(labels('desk')).toEqual([...places, ...orders].map(({ label }) => label));
  });
});
