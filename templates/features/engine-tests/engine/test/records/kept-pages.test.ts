import { expect, onTestFinished, test } from 'vitest';
import { onStatement } from '../../database/trace-statement.js';
import { newFiles } from '../fixtures/new-databases.js';
import { Person } from '../fixtures/library.js';
import { admin, openLibrary, user } from '../fixtures/open-library.js';

const newFile = newFiles();

/** Two processes on one file, as far as SQLite knows, with four persons. */
async function openTwice() {
  const url = await newFile();
  const [one, other] = [await openLibrary(url), await openLibrary(url)];
  onTestFinished(
    async () => void (await Promise.all([one.database.close(), other.database.close()])),
  );
  for (const name of ['Ann', 'Ben', 'Cid', 'Dot'])
    await one.engine.as(admin)(Person).create({ name });
  return { one, other };
}

type Library = Awaited<ReturnType<typeof openTwice>>['one'];

/** The names on a page, and how many statements looked for them. */
async function list({ engine }: Library, query: Record<string, string> = {}, who = admin) {
  let statements = 0;
  const end = onStatement(() => (statements += 1));
  const { text, total } = await engine.operations(who)(Person).list(query);
  end();
  const names = (JSON.parse(text) as { name: string }[]).map(({ name }) => name);
  return { names, total, statements };
}

/** Reads it until it is kept. */
async function keep(library: Library, query?: Record<string, string>): Promise<void> {
  for (let time = 0; time < 3; time++) await list(library, query);
  expect((await list(library, query)).statements).toBe(0);
}

test('a page is kept from its second reading on', async () => {
  const { one } = await openTwice();
  const page = { names: ['Ann', 'Ben', 'Cid', 'Dot'], total: 4 };
  expect(await list(one)).toEqual({ ...page, statements: 2 });
  expect(await list(one)).toEqual({ ...page, statements: 1 });
  expect(await list(one)).toEqual({ ...page, statements: 0 });
  // Another page is another text.
  expect((await list(one, { _start: '1', _end: '3' })).names).toEqual(['Ben', 'Cid']);
  expect((await list(one, { _start: '1', _end: '2' })).names).toEqual(['Ben']);
});

test('it tells at once what anybody has written since', async () => {
  const { one, other } = await openTwice();
  const steps: readonly [string, () => Promise<unknown>, readonly string[]][] = [
    [
      'an update',
      () => one.engine.as(admin)(Person).update(2, { name: 'Bob' }),
      ['Ann', 'Bob', 'Cid', 'Dot'],
    ],
    ['a delete', () => one.engine.as(admin)(Person).remove(1), ['Bob', 'Cid', 'Dot']],
    [
      'another process',
      () => other.engine.as(admin)(Person).update(3, { name: 'Cyd' }),
      ['Bob', 'Cyd', 'Dot'],
    ],
    [
      'code of the developer',
      () => one.database.dataSource.query(`UPDATE person SET name = 'Dora' WHERE id = 4`),
      ['Bob', 'Cyd', 'Dora'],
    ],
  ];
  for (const [what, write, names] of steps) {
    await keep(one);
    await write();
    expect((await list(one)).names, what).toEqual(names);
  }
});

test('a transaction reads what it has written itself, and nobody else does', async () => {
  const { one } = await openTwice();
  await keep(one);
  const rolledBack = one.database.dataSource.transaction(async (manager) => {
    await manager.update(Person, 1, { name: 'Eve' });
    const inside = await list(one);
    expect(inside.names[0]).toBe('Eve');
    throw new Error('taken back');
  });
  await expect(rolledBack).rejects.toThrow('taken back');
  expect((await list(one)).names[0]).toBe('Ann');
});

test('who reads other fields reads another page', async () => {
  const { one } = await openTwice();
  await one.engine.as(admin)(Person).update(1, { salary: 7 });
  await keep(one);
  const texts = await Promise.all(
    [admin, user(3, ['Viewer'], [1])].map(
      async (who) => (await one.engine.operations(who)(Person).list({})).text,
    ),
  );
  expect(texts.map((text) => text.includes('salary'))).toEqual([true, false]);
});
