import { expect, test } from 'vitest';
import { increment } from '../../model/increment.js';
import type { Records } from '../../model/records.js';
import type { Stored } from '../../model/define-hooks.js';
import type { SeedContext } from '../../service/project.js';
import { Book, Note, Person } from '../fixtures/library.js';

/** Values that look like relations. */
interface Loose {
  id: number;
  title: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as developers declare JSON
  any: any;
  kept: { id: number; name: string } | null;
}

/** Is compiled, and never run. */
export const seeded = async ({ system, upsert }: SeedContext): Promise<unknown> => {
  const author_id = await upsert(Person, ['name'], { name: 'Jane' });
  return system(Book).create({ title: 'Emma', author_id });
};

/** Is compiled, and never run. */
export const writes = (
  books: Records<Book>,
  notes: Records<Note>,
  loose: Records<Loose>,
  sent: unknown,
) => [
  books.create({ title: 'Emma', pages: null, read_at: new Date(), extra: { any: ['json'] } }),
  books.update(1, { read_at: '2026-01-01T00:00:00.000Z', author_id: 7 }),
  books.replace(1, { ...books.pick(sent), title: 'Emma' }),
  books.create(sent as Record<string, unknown>),
  notes.create({ title: 'Tagged', tags: [1, 2] }),
  ((values: Partial<Note>) => notes.create(values))({}),
  notes.update(1, new Note()),
  ((values) => {
    values.author_id = 7;
    return books.create(values);
  })(books.pick(sent)),
  books.update(1, { pages: increment(1), isbn: increment(1n), weight: increment(-0.5) }),
  books.updateMany([{ id: 1, values: { pages: increment(1) } }]),
  // @ts-expect-error -- a text
  books.update(1, { title: increment(1) }),
  // @ts-expect-error -- a text; a field of 64 bits takes a bigint
  books.update(1, { isbn: increment(1) }),
  // @ts-expect-error -- a date
  books.update(1, { read_at: increment(1) }),
  // @ts-expect-error -- yes or no
  books.update(1, { lent: increment(1) }),
  loose.create({ title: 'any', any: { id: 3 }, kept: { id: 3, name: 'Ann' } }),
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

/** Is compiled, and never run. */
export const stored = (after: Stored<Note>): readonly (number | string)[] | undefined => {
  // @ts-expect-error -- keys, not records
  after.tags?.map((tag) => tag.name);
  return after.tags;
};

test('what is written is typed by its entity', () => {
  expect(writes).toBeTypeOf('function');
});
