import { expect, it } from 'vitest';
import { checkFields, checkSpec } from '../../../src/spec/check.js';
import { commandLine, parseModelArguments } from '../../../src/spec/parse-arguments.js';
import { withIds } from '../../../src/spec/with-ids.js';
import { parseSpec } from '../../support/parse-spec.js';

const ARTIST = { fields: { name: 'string:required' } };

const specOf = (sales: object, others: object = {}) => {
  const models = { Artist: ARTIST, AlbumSales: { read_only: true, ...sales }, ...others };
  const { spec, problems } = parseSpec('models.json', JSON.stringify({ models }));
  expect(problems).toEqual([]);
  return spec;
};

const problemsOf = (sales: object, others: object = {}): readonly string[] =>
  checkSpec(specOf(sales, others)).problems.map(({ code, message }) => `${code}: ${message}`);

it('has the key that is said to be one, and no timestamps unless they are asked for', () => {
  const fields = { title: 'string', id: 'integer', artist: 'ref=Artist:as=sales' };
  const salesIn = (more: object = {}) => {
    const { models, problems } = checkSpec(specOf({ fields, ...more }));
    expect(problems).toEqual([]);
    return models[1]!;
  };
  expect(salesIn()).toMatchObject({ readOnly: true, timestamps: false });
  expect(salesIn().fields.map(({ name, key }) => [name, key])).toEqual([
    ['id', 'given'],
    ['title', null],
    ['artist_id', null],
  ]);
  expect(salesIn({ timestamps: true }).timestamps).toBe(true);
  expect(checkSpec(specOf({ fields })).models[0]).not.toHaveProperty('readOnly');
});

it('is the same on the command line', () => {
  const args = ['model', 'add', 'AlbumSales', 'id:integer:key', 'title:string', '--read-only'];
  const options = { readOnly: true, timestamps: true };
  const { spec } = parseModelArguments(
    'AlbumSales',
    ['id:integer:key', 'title:string'],
    options,
    commandLine(args),
  );
  const { models } = checkSpec(spec);
  expect(models).toEqual(
    checkSpec(specOf({ fields: { id: 'integer:key', title: 'string' } })).models.slice(1),
  );
});

it('gets no id of its own in a project with UUIDs', () => {
  const spec = withIds(specOf({ fields: { code: 'integer:key' } }), 'uuid');
  expect(spec.models.map(({ fields }) => fields[0]!.name.value)).toEqual(['id', 'code']);
});

it.each<[string, object, readonly string[]]>([
  [
    'constraints',
    {
      fields: { id: 'integer:key', a: 'string:unique', b: 'string:index:search=trigram' },
      unique: [['a', 'b']],
      indexes: [['b', 'a']],
    },
    [
      '`AlbumSales` is only read, and cannot have `unique`',
      '`AlbumSales` is only read, and cannot have `indexes`',
      '`AlbumSales.a` cannot have `unique`, because `AlbumSales` is only read',
      '`AlbumSales.b` cannot have `index`, because `AlbumSales` is only read',
    ],
  ],
  [
    'words of what is written',
    { fields: { id: 'integer:key', a: 'string:default=x', b: 'string:write=Admin' } },
    [
      '`AlbumSales.a` cannot have `default`, because `AlbumSales` is only read',
      '`AlbumSales.b` cannot have `write`, because `AlbumSales` is only read',
    ],
  ],
  [
    'relations that migrations would make',
    {
      fields: {
        id: 'integer:key',
        artist: 'ref=Artist:as=sales:on_delete=cascade',
        artists: 'refs=Artist:as=reports',
        next: 'ref=AlbumSales',
      },
    },
    [
      '`AlbumSales` is only read, so nothing happens to its rows when the other row is deleted',
      '`AlbumSales.artists` cannot be many-to-many, because `AlbumSales` is only read',
      '`AlbumSales.next_id` cannot refer to `AlbumSales` itself, which is only read',
    ],
  ],
  [
    'actions that write',
    { fields: { id: 'integer:key' }, access: { Viewer: ['list', 'edit', 'delete'] } },
    ['`AlbumSales` is only read, so Viewer cannot have `edit`, `delete`'],
  ],
])('cannot have %s', (_, sales, messages) => {
  expect([...problemsOf(sales)].sort()).toEqual(messages.map((one) => `read-only: ${one}`).sort());
});

it('is not referred to by a table, and may refer to another one that is only read', () => {
  const sales = { fields: { id: 'integer:key' } };
  expect(
    problemsOf(sales, { Note: { fields: { sales: 'ref=AlbumSales', text: 'string' } } }),
  ).toEqual([
    'read-only: `Note.sales_id` cannot refer to `AlbumSales`, which is only read and may be a view',
  ]);
  const month = { read_only: true, fields: { id: 'integer:key', sales: 'ref=AlbumSales' } };
  expect(problemsOf(sales, { SalesMonth: month })).toEqual([]);
});

it('may lack a key, and is not referred to then', () => {
  const sales = { fields: { title: 'string', artist: 'ref=Artist:as=sales' } };
  const { models, problems } = checkSpec(specOf(sales));
  expect(problems).toEqual([]);
  expect(models[1]!.fields.map(({ name, key }) => [name, key])).toEqual([
    ['title', null],
    ['artist_id', null],
  ]);
  const month = { read_only: true, fields: { id: 'integer:key', sales: 'ref=AlbumSales' } };
  expect(problemsOf(sales, { SalesMonth: month })).toEqual([
    'read-only: `SalesMonth.sales_id` cannot refer to `AlbumSales`, whose rows have no key',
  ]);
});

it('gets further fields under the same conditions', () => {
  const { models } = checkSpec(specOf({ fields: { id: 'integer:key' } }));
  const { fields } = specOf({ fields: { id: 'integer:key', code: 'string:unique' } }).models[1]!;
  const { problems } = checkFields(models[1]!, fields.slice(1), models);
  expect(problems.map(({ code }) => code)).toEqual(['read-only']);
});
