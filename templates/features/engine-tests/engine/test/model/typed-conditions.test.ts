import { expect, test } from 'vitest';
import {
  asParent,
  custom,
  defineAccess,
  owner,
  tenant,
  type CurrentUser,
} from '../../model/access-rules.js';
import { checkedWhere } from '../../access/row-rules.js';
import { where, whereOf } from '../../model/where.js';
import { modules, Note, type Book, type Person, type Remark } from '../fixtures/library.js';
import { openLibrary } from '../fixtures/open-library.js';

const others = modules.filter(({ entity }) => entity !== Note);
const books = whereOf<Book>();
const notes = whereOf<Note>();
const remarks = whereOf<Remark>();

/** Is compiled, and never run. */
export const conditions = (user: CurrentUser) => [
  books.parent('author', (author) => author.eq('name', user.username)),
  books.parent('sequel_of', (book) => book.parent('author', (author) => author.isNull('email'))),
  notes.linked('tags', (tag) => tag.eq('name', 'open')),
  notes.children('remarks', (remark) => remark.eq('text', 'yes')),
  notes.children('remarks'),
  remarks.parent('note', (note) => note.linked('tags', (tag) => tag.eq('name', 'open'))),
  custom<Note>((_user, note) => note.parent('reply_to', (other) => other.eq('title', 'open'))),
  where.parent('anything', where.eq('whatever', 1)),
  // @ts-expect-error -- the column, not the relation
  books.parent('author_id', (author) => author.isNull('id')),
  // @ts-expect-error -- no such relation
  books.parent('autor', (author) => author.isNull('id')),
  // @ts-expect-error -- a field of another model
  books.parent('author', (author) => author.eq('title', 'Emma')),
  // @ts-expect-error -- a text for a number
  books.parent('sequel_of', (book) => book.eq('pages', 'many')),
  // @ts-expect-error -- an entity that the relation does not lead to
  books.parent<Person>('author', (author) => author.isNull('id')),
  // @ts-expect-error -- to many
  notes.parent('remarks', (remark) => remark.isNull('id')),
  // @ts-expect-error -- to one
  notes.children('reply_to', (note) => note.isNull('id')),
  // @ts-expect-error -- to one
  notes.linked('reply_to', (note) => note.isNull('id')),
  // @ts-expect-error -- a field of another model
  notes.linked('tags', (tag) => tag.eq('text', 'open')),
  // @ts-expect-error -- a field of another model
  notes.children('remarks', (remark) => remark.eq('title', 'yes')),
];

/** Keys that are not called after their relations. */
interface Shipment {
  id: number;
  number: string;
  customer: number | null;
  buyer?: Person | null;
}

/** A record that belongs to one whose key is not called `id`. */
interface Visa {
  id: string;
  title: string;
  country_id: string;
  country?: { code: string; name: string };
}

/** Is compiled, and never run. */
export const rules = [
  defineAccess<Visa>({ rows: [asParent('country_id')] }),
  whereOf<Visa>().parent('country', (country) => country.eq('name', 'Chile')),
  // @ts-expect-error -- a text that is not a key
  defineAccess<Visa>({ rows: [asParent('title')] }),
  defineAccess<Note>({ rows: [owner('owner_id'), tenant('tenant_id'), asParent('reply_to_id')] }),
  defineAccess<Shipment>({ rows: [asParent('customer')] }),
  notes.asParent('reply_to_id'),
  where.asParent('whatever'),
  custom<Remark>((_user, remark) => remark.asParent('note_id')),
  // @ts-expect-error -- a relation
  defineAccess<Note>({ rows: [owner('owner')] }),
  // @ts-expect-error -- a text
  defineAccess<Note>({ rows: [owner('title')] }),
  // @ts-expect-error -- a relation to many
  defineAccess<Note>({ rows: [tenant('tags')] }),
  // @ts-expect-error -- no such field
  defineAccess<Note>({ rows: [tenant('tenant')] }),
  // @ts-expect-error -- no foreign key
  defineAccess<Note>({ rows: [asParent('tenant_id')] }),
  // @ts-expect-error -- a relation
  defineAccess<Note>({ rows: [asParent('reply_to')] }),
  // @ts-expect-error -- a text
  defineAccess<Shipment>({ rows: [asParent('number')] }),
  // @ts-expect-error -- no foreign key
  books.asParent('pages'),
];

test('a rule that names a relation is told its field', async () => {
  expect(rules).toHaveLength(16);
  const named = { entity: Note, access: defineAccess<never>({ rows: [owner('owner') as never] }) };
  await expect(openLibrary(undefined, { modules: [named, ...others] })).rejects.toThrow(
    'Note: its row rules name owner, which is a relation; its field is owner_id',
  );
});

test('a relation becomes the field that holds it, and a name of no such relation is refused', async () => {
  expect(conditions).toBeTypeOf('function');
  const { database, engine } = await openLibrary();
  await database.close();
  const models = new Map(engine.models.map((model) => [model.name, model]));
  const checked = (given: Parameters<typeof checkedWhere>[0]) =>
    checkedWhere(given, models.get('Note')!, models);
  const open = where.eq('title', 'open');
  expect(checked(notes.parent('reply_to', open))).toEqual({
    ...{ op: 'parent', field: 'reply_to_id', where: open },
  });
  expect(checked(notes.not(notes.children('remarks')))).toEqual({
    ...{ op: 'not', item: { op: 'children', model: 'Remark', field: 'note_id', where: where.all } },
  });
  expect(checked(notes.linked('related', (note) => note.parent('reply_to', open)))).toEqual({
    ...{ op: 'linked', field: 'related' },
    where: { op: 'parent', field: 'reply_to_id', where: open },
  });
  expect(() => checked(where.parent('reply_to_id', open))).toThrow(
    'Note has no relation reply_to_id for `parent`',
  );
  expect(() => checked(notes.children('tags'))).toThrow(
    "Note has no relation tags for `children`: write `linked('tags', ...)`",
  );
  expect(() => checked(where.parent('reply_to', where.eq('text', 'x')))).toThrow(
    'Note has no column text',
  );
});
