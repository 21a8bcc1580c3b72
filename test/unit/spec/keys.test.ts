import { describe, expect, it } from 'vitest';
import { findModel } from '../../../src/model/change.js';
import { columnsFor } from '../../../src/model/cards.js';
import { keyTypeOf } from '../../../src/model/keys.js';
import { readFieldChanges } from '../../../src/project/change/field-changes.js';
import { checkFieldName, newFields } from '../../../src/project/change/new-parts.js';
import { checkSpec } from '../../../src/spec/check.js';
import { commandLine } from '../../../src/spec/parse-arguments.js';
import { printField } from '../../../src/spec/print-field.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { parseSpec } from '../../support/parse-spec.js';

const check = (fields: object) => {
  const yaml = JSON.stringify({ models: { Ticket: { fields } } });
  const { spec, problems } = parseSpec('models.json', yaml);
  expect(problems).toEqual([]);
  return checkSpec(spec);
};

/** What is wrong with the fields of a model. */
const problemsOf = (fields: object) =>
  check(fields).problems.map(({ code, message, help }) => `${code}: ${message}; ${help}`);

describe('a key', () => {
  it.each([
    ['id', 'uuid', 'v7'],
    ['id', 'uuid=v4', 'v4'],
    ['id', 'public', 'public'],
    ['id', 'uuid:key', 'given'],
    ['id', 'bigint', 'database'],
    ['id', 'bigint:key', 'given'],
    ['id', 'integer:key', 'given'],
    ['id', 'string', 'given'],
    ['id', 'string:max=26', 'given'],
    ['code', 'string:key:max=2:pattern=^[A-Z]+$:placeholder=DE', 'given'],
    ['mail', 'string:key:email', 'given'],
    ['number', 'integer:key:min=1', 'given'],
    ['ref', 'uuid:key', 'given'],
    ['film_id', 'integer:key=generated', 'database'],
    ['uid', 'uuid:key=generated', 'v7'],
    ['uid', 'uuid=v4:key=generated', 'v4'],
    ['n', 'bigint:key=generated', 'database'],
  ])('%s:%s is made by %s, stands first and is printed as it was written', (name, text, source) => {
    const { models, problems } = check({ title: 'string', [name]: text });
    expect(problems).toEqual([]);
    expect(models[0]!.fields.map((field) => field.name)).toEqual([name, 'title']);
    expect(models[0]!.fields[0]).toMatchObject({ key: source, required: true });
    expect(printField(models[0]!.fields[0]!, 'ticket')).toBe(`${name}:${text}`);
  });

  it('has a length in the type, too', () => {
    const { models } = check({ title: 'string=80', code: 'string=2:key' });
    expect(models[0]!.fields).toMatchObject([{ max: 2 }, { max: 80, key: null }]);
  });

  it('that is public is a random UUID in a column beside the primary key, which is a number', () => {
    const { models, problems } = check({ title: 'string', id: 'public' });
    expect(problems).toEqual([]);
    expect(models[0]).toMatchObject({
      rowNumber: { name: 'row_number', column: 'id', type: 'integer' },
      fields: [{ name: 'id', column: 'public_id', type: 'uuid', unique: false }, {}],
    });
    for (const type of ['uuid=public', { type: 'public' }, { type: 'uuid', version: 'public' }])
      expect(check({ id: type, title: 'string' }).models).toEqual(
        check({ id: 'public', title: 'string' }).models,
      );
    const { rowNumber } = check({ id: 'uuid' }).models[0]!;
    expect(rowNumber).toBeUndefined();
    const other = check({ id: 'public:column=ref', title: 'string' }).models[0]!.fields[0]!;
    expect(printField(other, 'ticket')).toBe('id:public:column=ref');
  });

  it('has an object form', () => {
    const { models, problems } = check({
      uid: { type: 'uuid', version: 'v4', key: 'generated' },
      title: { type: 'string=80' },
    });
    expect(problems).toEqual([]);
    expect(models[0]!.fields).toMatchObject([{ key: 'v4' }, { max: 80 }]);
  });

  it.each(['integer', 'integer:key=generated'])(
    'is no field as the id that the database counts: id:%s',
    (id) => {
      const { models, problems } = check({ id, title: 'string' });
      expect(problems).toEqual([]);
      expect(models[0]!.fields.map(({ name }) => name)).toEqual(['title']);
    },
  );

  it.each([
    [{ code: 'string:key', id: 'uuid' }, 'bad-key: `id` is a second key beside `code`'],
    [{ code: 'string:key=generated' }, 'bad-key: nothing generates a text for `code`'],
    [{ code: 'string:key:max=300' }, 'bad-key: a key of 300 characters is too long'],
    [{ id: 'uuid=v4:key' }, 'bad-key: the client gives the key `id`'],
    [{ token: 'uuid=v4' }, 'bad-key: only a key has a version of UUIDs'],
    [{ token: 'public' }, 'bad-key: a public id is called `id`'],
    [{ uid: 'public:key=generated' }, 'bad-key: a public id is called `id`'],
    [{ id: 'public:key' }, 'bad-key: the client gives the key `id`'],
    [
      { id: 'public', row_number: 'integer' },
      'duplicate-field: `Ticket` already has a field `row_number`',
    ],
    [{ id: 'public', public_id: 'string' }, 'duplicate-column: '],
    [
      { id: 'public', number: 'integer:column=id' },
      'duplicate-column: `number` has the column `id`',
    ],
    [{ code: 'string:key:unique' }, 'bad-key: `unique` cannot be used with the key `code`'],
    [{ code: 'string:key:index' }, 'bad-key: `index` cannot be used with the key `code`'],
    [{ code: 'string:key:default=x' }, 'bad-key: `default` cannot be used with the key `code`'],
    [{ code: 'string:key:values=a,b' }, 'bad-key: `values` cannot be used with the key `code`'],
    [{ code: 'string:key:search=trigram' }, 'bad-key: `search` cannot be used with'],
    [{ code: 'string:key:read=Admin' }, 'bad-key: `read` cannot be used with the key `code`'],
    [{ n: 'integer:key:unit=km' }, 'bad-key: `unit` cannot be used with the key `n`'],
    [{ id: 'bigint:min=1' }, 'bad-key: `min` cannot be used with the key `id`: no client gives it'],
    [{ id: 'uuid:write=Admin' }, 'bad-key: `write` cannot be used with the key `id`'],
    [{ id: 'text' }, 'reserved-name: `id` is already in every model; leave it out; as a key'],
    [{ ID: 'uuid' }, 'reserved-name: `ID` is already in every model'],
    [{ id: 'ref=Ticket' }, 'reserved-name: `id` is already in every model'],
  ])('is refused: %o', (fields, message) => {
    const problems = problemsOf(fields);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
  });

  it.each(['decimal=6,2', 'date', 'datetime', 'enum=a,b', 'string:values=a,b:enforce:max=9'])(
    'has a type that a key has together with other fields only: %s',
    (type) => {
      expect(problemsOf({ x: `${type}:key` })).toEqual([
        expect.stringMatching(
          /^bad-key: `x` is .*, which is a key together with other fields only/,
        ),
      ]);
      expect(problemsOf({ x: `${type}:key`, n: 'integer:key' })).toEqual([]);
    },
  );

  it('may be written by some roles alone', () => {
    const { problems } = check({ code: 'string:key:write=Admin' });
    expect(problems.map(({ code }) => code)).toEqual(['required-not-writable']);
  });

  it.each(['text', 'float', 'boolean', 'time', 'color', 'json'])('has no type %s', (type) => {
    const yaml = JSON.stringify({ models: { Ticket: { fields: { x: `${type}:key` } } } });
    const { problems } = parseSpec('models.json', yaml);
    expect(problems.map(({ code }) => code)).toEqual(['modifier-not-for-type']);
  });

  it.each([{ bars: 'number' }, { figure: 'created_at', sum: 'number' }])(
    'is nothing that a card of the dashboard counts: %o',
    (card) => {
      const ticket = { dashboard: [card], fields: { number: 'integer:key', title: 'string' } };
      const { spec } = parseSpec('models.json', JSON.stringify({ models: { Ticket: ticket } }));
      expect(checkSpec(spec).problems.map(({ code }) => code)).toEqual(['bad-card']);
    },
  );

  it('is no field of users', () => {
    const yaml = JSON.stringify({ models: { User: { fields: { uid: 'uuid:key' } } } });
    const { spec } = parseSpec('models.json', yaml);
    expect(checkSpec(spec).problems.map(({ code }) => code)).toEqual(['fixed-key']);
  });
});

describe('a key of several fields', () => {
  const ORDER = `models:
  Order: { fields: { no: string=8:key, items: refs=Item } }
  Item: { fields: { name: string } }
  Line:
    fields:
      amount: integer
      order: ref=Order:key:lines
      number: integer:key:min=1
      day: date:key
      price: decimal=6,2:key
      size: enum=s,m:key
`;
  const app = appOfSpec('app', ORDER);

  it('has them first, in their order, as they were written', () => {
    const { fields, label } = findModel(app, 'Line');
    expect(fields.map((field) => printField(field, 'line'))).toEqual([
      'order:ref=Order:key:lines',
      'number:integer:key:min=1',
      'day:date:key',
      'price:decimal=6,2:key',
      'size:enum=s,m:key',
      'amount:integer',
    ]);
    expect(fields.slice(0, 5)).toEqual(
      fields.slice(0, 5).map((field) => ({ ...field, key: 'given', required: true })),
    );
    expect(label).toBe('Line #{number}');
  });

  it.each([
    [{ id: 'uuid', n: 'integer:key' }, '`id` is a second key beside `n`'],
    [{ id: 'integer:key', n: 'integer:key' }, '`id` is a second key beside `n`'],
    [
      { a: 'integer:key=generated', b: 'integer:key' },
      '`a` is a part of a key beside `b`, and nothing generates parts',
    ],
    [{ a: 'date:key=generated', b: 'integer:key' }, 'nothing generates a date for `a`'],
    [
      { a: 'ref=Ticket:key', b: 'integer:key' },
      '`Ticket.a_id` is the key of `Ticket`, and leads back to it',
    ],
    [
      { a: 'integer:key', b: 'integer:key', users: 'refs=User' },
      '`Ticket.users` cannot be many-to-many, because the key of `Ticket` has several fields',
    ],
    [
      { a: 'integer:key', b: 'integer:key', note: 'text:search=trigram' },
      '`Ticket.note` cannot have `search: trigram`, because the key of `Ticket` has several fields',
    ],
    [{ a: 'ref=Ticket:key' }, '`Ticket.a_id` is the key of `Ticket`, and leads back to it'],
    [{ a: 'ref=User:key:on_delete=set_null' }, 'a required reference cannot be set to null'],
  ])('is refused: %o', (fields, message) => {
    const problems = problemsOf(fields).filter((text) => !text.startsWith('required-circle'));
    expect(problems).toEqual([expect.stringContaining(message)]);
  });

  const line = (...args: string[]) => commandLine(['model', ...args]);
  const model = findModel(app, 'Line');
  const change = (text: string) => {
    const { fields, problems } = readFieldChanges(app, model, [text], line('Line', text));
    const [now] = fields.values();
    return problems[0]?.message ?? (now ? printField(now, model.table) : null);
  };

  it.each([
    ['number:-key', '`Line` keeps its key, because other rows may refer to it'],
    ['amount:key', '`Line` keeps its key, because other rows may refer to it'],
    ['number:bigint', '`Line` keeps its key, because other rows may refer to it'],
    ['number:max=9', 'number:integer:key:min=1:max=9'],
    ['size:enum=s,m,l', 'size:enum=s,m,l:key'],
    ['order:-lines', 'order:ref=Order:key:on_delete=cascade'],
  ])('after change-field %s', (text, result) => {
    expect(change(text)).toBe(result);
  });

  it('has parts that cards of the dashboard count by, unlike a whole key, and never add up', () => {
    expect(columnsFor(model, 'date')).toContain('day');
    expect(columnsFor(model, 'group')).toContain('order_id');
    expect(columnsFor(model, 'sum')).toEqual(['amount']);
  });

  it('takes no other part, and no many-to-many field that leads to it', () => {
    const added = (name: string, text: string) =>
      newFields(app, findModel(app, name), [text], line(name, text)).problems.map(
        ({ code, message }) => `${code}: ${message}`,
      );
    expect(added('Line', 'more:integer:key')).toEqual([
      'fixed-key: `Line` keeps its key, because other rows may refer to it',
    ]);
    expect(added('Item', 'lines:refs=Line')).toEqual([
      'bad-key: `Item.lines` cannot be many-to-many, because the key of `Line` has several fields',
    ]);
    expect(added('Line', 'note:text:search=trigram')).toEqual([
      expect.stringContaining('bad-key: `Line.note` cannot have `search: trigram`'),
    ]);
  });
});

describe('a key that is a reference', () => {
  it('has the type of the key to which it leads', () => {
    const app = appOfSpec(
      'app',
      `models:
  Person: { fields: { code: string=8:key } }
  Passport: { fields: { person: ref=Person:key, number: string } }
  Visa: { fields: { passport: ref=Passport:key, until: date } }
`,
    );
    expect(keyTypeOf(app, 'Visa')).toEqual({ type: 'string', length: 8 });
    const { fields } = findModel(app, 'Visa');
    expect(printField(fields[0]!, 'visa')).toBe('passport:ref=Passport:key');
  });
});

describe('the key of an existing model', () => {
  const app = appOfSpec(
    'app',
    `models:
  Country: { fields: { code: string=2:key, name: string } }
  Ticket: { fields: { id: uuid, title: string } }
  Task: { fields: { title: string } }
`,
  );
  const line = (...args: string[]) => commandLine(['model', ...args]);
  const change = (name: string, text: string) => {
    const model = findModel(app, name);
    const { fields, problems } = readFieldChanges(app, model, [text], line(name, text));
    const [now] = fields.values();
    return problems[0]?.code ?? (now ? printField(now, model.table) : null);
  };

  it.each([
    ['Country', 'code:integer', 'fixed-key'],
    ['Country', 'code:-key', 'fixed-key'],
    ['Country', 'code:key=generated', 'fixed-key'],
    ['Country', 'name:key', 'fixed-key'],
    ['Country', 'code:unique', 'bad-key'],
    ['Country', 'code:min=2:placeholder=DE', 'code:string:key:min=2:max=2:placeholder=DE'],
    ['Country', 'code:max=3', 'code:string:key:max=3'],
    ['Ticket', 'id:bigint', 'fixed-key'],
    ['Ticket', 'id:uuid=v4', 'fixed-key'],
    ['Ticket', 'id:uuid', null],
    ['Task', 'title:key', 'fixed-key'],
  ])('of %s after change-field %s: %s', (name, text, result) => {
    expect(change(name, text)).toBe(result);
  });

  const added = (name: string, text: string) => {
    const { same, problems } = newFields(app, findModel(app, name), [text], line(name, text));
    return problems[0]?.code ?? same;
  };

  it('is not added, except as it is', () => {
    expect(added('Task', 'id:uuid')).toBe('fixed-key');
    expect(added('Task', 'code:string:key')).toBe('fixed-key');
    expect(added('Country', 'id:uuid')).toBe('fixed-key');
    expect(added('Ticket', 'id:uuid')).toEqual(['id']);
  });

  it('keeps its kind under another name', () => {
    const rename = (name: string, from: string, to: string) => {
      const model = findModel(app, name);
      const field = model.fields.find((one) => one.name === from)!;
      return checkFieldName(app, model, field, to, line(name, from, to)).map(({ code }) => code);
    };
    expect(rename('Country', 'code', 'iso')).toEqual([]);
    expect(rename('Ticket', 'id', 'uid')).toEqual([]);
    expect(rename('Country', 'code', 'id')).toEqual(['reserved-name']);
    expect(rename('Task', 'title', 'id')).toEqual(['reserved-name']);
  });
});
