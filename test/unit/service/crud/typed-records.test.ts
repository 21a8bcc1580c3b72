import { expect, test } from 'vitest';
import type { Records } from '../../../../templates/service/src/engine/model/records.js';
import type { Book, Note } from '../fixtures/library.js';

/** Is compiled, and never run. */
export const writes = (books: Records<Book>, notes: Records<Note>, sent: unknown) => [
  books.create({ title: 'Emma', pages: null, read_at: new Date(), extra: { any: ['json'] } }),
  books.update(1, { read_at: '2026-01-01T00:00:00.000Z', author_id: 7 }),
  books.replace(1, { ...books.pick(sent), title: 'Emma' }),
  books.create(sent as Record<string, unknown>),
  notes.create({ title: 'Tagged', tags: [1, 2] }),
  // @ts-expect-error -- no such field
  books.create({ titel: 'Emma' }),
  // @ts-expect-error -- no such field
  books.update(1, { title: 'Emma', isnb: '7' }),
  // @ts-expect-error -- a text for a number
  books.replace(1, { title: 'Emma', pages: 'many' }),
  // @ts-expect-error -- never null
  books.create({ title: null }),
  // @ts-expect-error -- the column is what is written, not the relation
  books.create({ title: 'Emma', author: { id: 7 } }),
  // @ts-expect-error -- keys, not records
  notes.update(1, { tags: [{ id: 1 }] }),
];

test('what is written is typed by its entity', () => {
  expect(writes).toBeTypeOf('function');
});
