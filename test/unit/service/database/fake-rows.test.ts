import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openLibrary } from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import { fakeRows } from '../../../../templates/tools/fake/fake-rows.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';

type Row = Record<string, unknown>;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());

const today = '2026-01-01';

/** An empty library on the database. */
async function open(name: 'sqlite' | 'postgres') {
  const url = name === 'postgres' ? await postgres.createDatabase() : 'sqlite::memory:';
  const { database, engine } = await openLibrary(url);
  onTestFinished(() => database.close());
  const query = async (text: string): Promise<Row[]> =>
    (await database.dataSource.query(text)) as Row[];
  const fill = (count: number, seed: number, only?: string) => {
    const { models } = engine;
    const chosen = only === undefined ? models : models.filter(({ name: own }) => own === only);
    return fakeRows(database, { models, chosen, count, seed, today });
  };
  return { engine, query, fill };
}

describe.each(['sqlite', 'postgres'] as const)('%s', (name) => {
  it('makes rows that the service itself would accept', async () => {
    const { engine, query, fill } = await open(name);
    const results = await fill(200, 7);
    expect(results.map(({ model }) => model).toSorted()).toEqual(
      engine.models.map((model) => model.name).toSorted(),
    );
    const emails = await query('SELECT DISTINCT email FROM person WHERE email IS NOT NULL');
    const [people] = await query('SELECT COUNT(email) AS n FROM person');
    expect(Number(people!.n)).toBe(emails.length);
    const states = await query('SELECT DISTINCT state FROM book ORDER BY state');
    expect(states.map(({ state }) => state)).toEqual(['new', 'used']);
    const cycles = await query('SELECT id FROM book WHERE sequel_of_id >= id');
    expect(cycles).toEqual([]);
    expect(await query('SELECT id FROM book WHERE sequel_of_id IS NOT NULL')).not.toEqual([]);
    expect(await query('SELECT * FROM note_tags')).not.toEqual([]);
    expect(await query('SELECT * FROM note_related WHERE note_id = note_id_2')).toEqual([]);
    // Every record can be read and sent back as it is.
    const { Book } =
      await import('../../../../templates/features/engine-tests/engine/test/fixtures/library.js');
    const books = engine.system(Book);
    const page = JSON.parse((await books.list({ _start: '0', _end: '50' })).text) as Row[];
    expect(page).toHaveLength(50);
    for (const book of page) {
      const { id } = book as { id: number };
      expect(await books.replace(id, books.pick(book))).toMatchObject({ title: book.title });
    }
  });

  it('makes the same rows for the same seed, and others for another', async () => {
    const [first, second, third] = [await open(name), await open(name), await open(name)];
    await first.fill(30, 7);
    await second.fill(30, 7);
    await third.fill(30, 8);
    const books = 'SELECT * FROM book ORDER BY id';
    expect(await second.query(books)).toEqual(await first.query(books));
    expect(await third.query(books)).not.toEqual(await first.query(books));
  });

  it('adds to what is there: new ids, nothing unique twice, references to old rows', async () => {
    const { query, fill } = await open(name);
    await fill(40, 7);
    await fill(40, 7, 'Book');
    const [tags] = await fill(40, 7, 'Tag');
    expect(tags).toMatchObject({ model: 'Tag', rows: 40 });
    expect(await query('SELECT MAX(id) AS top FROM book')).toEqual([{ top: 80 }]);
    expect(await query('SELECT DISTINCT name FROM tag')).toHaveLength(80);
    expect(await query('SELECT id FROM book WHERE id > 40 AND author_id IS NOT NULL')).not.toEqual(
      [],
    );
  });
});
