import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRecord } from '../../../../templates/service/src/crud/operations.js';
import { Book } from '../fixtures/library.js';
import { admin, openLibrary } from '../fixtures/open-library.js';

let library: Awaited<ReturnType<typeof openLibrary>>;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.database.close());

describe('one record', () => {
  test('is created, read, changed and deleted', async () => {
    const books = library.engine.as(admin)(Book);
    const made = asRecord(await books.create({ title: 'Moby Dick', shelf: 'A', extra: { a: [1] }, isbn: '9007199254740993', price: 12.5, weight: 29, read_at: '2026-01-01T10:00:00+02:00', lent: true, code: 'AAAAAAAA-aaaa-AAAA-aaaa-aaaaaaaaaaaa' }));
    expect(made).toMatchObject({ id: 1, _label: 'Moby Dick, A', pages: 1, state: 'new', isbn: '9007199254740993', price: 12.5, weight: 29, lent: true, read_at: '2026-01-01T08:00:00.000Z', extra: { a: [1] } });
    expect(Object.keys(made).slice(0, 3)).toEqual(['id', '_label', 'title']);
    expect(Object.keys(made).slice(-2)).toEqual(['created_at', 'updated_at']);
    const changed = asRecord(await books.update(1, { title: 'Moby-Dick' }));
    expect(changed).toMatchObject({ title: 'Moby-Dick', isbn: '9007199254740993' });
    const page = await books.list({ title__ilike: 'moby', _sort: 'title' });
    expect([page.total, page.start, page.end]).toEqual([1, 0, 1]);
    expect(JSON.parse(page.text)).toEqual([changed]);
    await books.remove(1);
    await expect(books.get(1)).rejects.toMatchObject({ status: 404 });
  });
});
