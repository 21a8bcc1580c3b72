import { EventEmitter } from 'node:events';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '../../database/dialect.js';
import type { CurrentUser } from '../../model/access-rules.js';
import type { ListPage } from '../../model/operations.js';
import { Book, Person } from '../fixtures/library.js';
import { admin, openLibrary, user } from '../fixtures/open-library.js';

const WIDE = 300_000;
const RECORDS = 12;
const PAGE = RECORDS * WIDE;
/** A user's quarter: one page of these, and a half. */
const SHARE = 1.5 * PAGE;
/** What may come from the database at once: a part, and what a record is longer than what was measured of it. */
const MOST_AT_ONCE = 1_048_576 + 2 * WIDE;

const SETTINGS = { maxPageSize: 100, maxQueryCost: 300, pageLimit: SHARE };

/** A response that is being sent until it is closed. */
class Sending extends EventEmitter {
  closed = false;

  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

/** Pages of megabytes: they are read in parts, and only as many at once as there is room for. */
export function describeLargePages(newDatabase: () => Promise<string>): void {
  let library: Awaited<ReturnType<typeof openLibrary>>;
  const readers = [2, 3, 4, 5, 6].map((id) => user(id, ['Admin'], [1]));
  const [viewer] = readers as [CurrentUser];

  /** Another process with the same database, which knows nothing yet. */
  let url: string;
  const open = async () => void (library = await openLibrary(url, { settings: SETTINGS }));

  beforeAll(async () => {
    url = await newDatabase();
    await open();
    const { system } = library.engine;
    const body = 'x'.repeat(WIDE);
    for (let n = 1; n <= RECORDS; n++) await system(Book).create({ title: `Book ${n}`, body });
    for (let n = 1; n <= RECORDS; n++)
      await system(Book).create({ title: `Next ${n}`, sequel_of_id: 1 });
    await system(Person).create({ name: 'Ann' });
    await library.database.close();
  });
  beforeEach(() => open());
  afterEach(async () => {
    vi.restoreAllMocks();
    await library.database.close();
  });

  /** Somebody who asks for a list, and what came of it. */
  function asks(
    who: CurrentUser,
    query: Record<string, string> = WIDE_BOOKS,
    entity: new () => object = Book,
  ) {
    const response = new Sending();
    const records = library.engine.operations(who, { response: response as never })(entity);
    const seen: { page?: ListPage; error?: unknown } = {};
    const done = records.list(query).then(
      (page) => void (seen.page = page),
      (error: unknown) => void (seen.error = error),
    );
    return { response, seen, done };
  }

  /** The bytes of the largest answer of the database. */
  function watchAnswers(): { readonly largest: number } {
    const found = { largest: 0 };
    const { database } = library;
    const read = database.read.bind(database);
    vi.spyOn(database, 'read').mockImplementation((work, options) =>
      read((session) => {
        const rows: Session['rows'] = async (...asked) => {
          const answer = await session.rows(...asked);
          found.largest = Math.max(found.largest, JSON.stringify(answer).length);
          return answer;
        };
        return work(Object.assign(Object.create(session) as Session, { rows }));
      }, options),
    );
    return found;
  }

  /** The most characters that were turned into bytes, or counted, within a turn of the event loop. */
  function watchTurns(): { largest: number; stop: () => void } {
    const found = { largest: 0, stop: () => clearImmediate(next) };
    let inTurn = 0;
    let next: NodeJS.Immediate;
    const turn = (): void => {
      inTurn = 0;
      next = setImmediate(turn);
    };
    turn();
    for (const name of ['from', 'byteLength'] as const) {
      const original = Buffer[name].bind(Buffer) as (...given: unknown[]) => never;
      vi.spyOn(Buffer, name).mockImplementation((...given: unknown[]) => {
        if (typeof given[0] === 'string') inTurn += given[0].length;
        found.largest = Math.max(found.largest, inTurn);
        return original(...given);
      });
    }
    return found;
  }

  const WIDE_BOOKS = { title__startswith: 'Book', _end: '25' };
  const lengthOf = ({ page }: { page?: ListPage }): number => page?.text.length ?? 0;
  const settled = async (asked: readonly { readonly done: Promise<void> }[], enough: number) => {
    let count = 0;
    for (const { done } of asked) void done.then(() => (count += 1));
    await vi.waitFor(() => expect(count).toBe(enough), { timeout: 60_000 });
  };

  test('are read in parts, also the first one after a start, in their order', async () => {
    const answers = watchAnswers();
    const { seen, done } = asks(viewer, { ...WIDE_BOOKS, _sort: 'title', _order: 'desc' });
    await done;
    const titles = (JSON.parse(seen.page!.text) as Book[]).map(({ title }) => title);
    expect(titles).toEqual([...titles].sort().reverse());
    expect(titles).toHaveLength(RECORDS);
    expect(answers.largest).toBeLessThan(MOST_AT_ONCE);
  });

  test('are encoded a record at a time, however many pages there are', async () => {
    const turns = watchTurns();
    const asked = readers.slice(0, 2).map((reader) => asks(reader));
    await Promise.all(asked.map(({ done }) => done));
    turns.stop();
    vi.restoreAllMocks();
    for (const { seen } of asked) expect(lengthOf(seen)).toBeGreaterThan(PAGE);
    expect(turns.largest).toBeGreaterThan(WIDE);
    expect(turns.largest).toBeLessThan(2 * WIDE);
  });

  test('go on behind a cursor as any other does', async () => {
    const answers = watchAnswers();
    const numbers: number[] = [];
    let query: Record<string, string> = { ...WIDE_BOOKS, _end: '5' };
    for (let page = 0; page < 3; page++) {
      const { seen, done, response } = asks(viewer, query);
      await done;
      response.close();
      const { text, next } = seen.page!;
      numbers.push(...(JSON.parse(text) as Book[]).map(({ id }) => id));
      expect(next === undefined).toBe(page === 2);
      query = { ...WIDE_BOOKS, _end: '5', _after: next ?? '' };
    }
    expect(numbers).toEqual(Array.from({ length: RECORDS }, (_, index) => index + 1));
    expect(answers.largest).toBeLessThan(MOST_AT_ONCE);
  });

  test('of one user wait until an earlier one has been sent, and hold up no others', async () => {
    const asked = Array.from({ length: 6 }, () => asks(viewer));
    await settled(asked, 1);
    const person = asks(viewer, {}, Person);
    const other = asks(readers[1]!);
    await Promise.all([person.done, other.done]);
    expect(person.seen.page!.text).toContain('Ann');
    expect(lengthOf(other.seen)).toBeGreaterThan(PAGE);
    expect(asked.filter(({ seen }) => seen.page)).toHaveLength(1);
    asked.find(({ seen }) => seen.page)!.response.close();
    await settled(asked, 2);
    for (const { response } of [...asked, other]) response.close();
    await Promise.all(asked.map(({ done }) => done));
  });

  test('of all users together have no more than four quarters', async () => {
    const asked = readers.flatMap((reader) => [asks(reader), asks(reader)]);
    await settled(asked, 5);
    const held = asked.reduce((sum, { seen }) => sum + lengthOf(seen), 0);
    expect(held).toBeLessThan(4 * SHARE);
    for (const { response } of asked) response.close();
    await Promise.all(asked.map(({ done }) => done));
  });

  test('are refused with 503 where there is no room for long', async () => {
    const [first, second] = [asks(viewer), asks(viewer)];
    await Promise.all([first.done, second.done]);
    const late = first.seen.page ? second : first;
    expect(late.seen.error).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  });

  test('are those of a model whose records become large', async () => {
    const narrow = { title__startswith: 'Next', _end: '12' };
    const { system } = library.engine;
    await asks(viewer, narrow).done;
    for (let id = RECORDS + 1; id <= 2 * RECORDS; id++)
      await system(Book).update(id, { body: 'y'.repeat(WIDE) });
    try {
      const answers = watchAnswers();
      const { seen, done } = asks(viewer, narrow);
      await done;
      expect(lengthOf(seen)).toBeGreaterThan(PAGE);
      expect(answers.largest).toBeLessThan(MOST_AT_ONCE);
    } finally {
      for (let id = RECORDS + 1; id <= 2 * RECORDS; id++)
        await system(Book).update(id, { body: null });
    }
  });

  test('count with what their related records add', async () => {
    const expanded = { title__startswith: 'Next', _expand: 'sequel_of', _end: '25' };
    const first = asks(viewer, expanded);
    await first.done;
    first.response.close();
    const asked = [asks(viewer, expanded), asks(viewer, expanded)];
    await settled(asked, 1);
    expect(lengthOf(asked.find(({ seen }) => seen.page)!.seen)).toBeGreaterThan(PAGE);
    for (const { response } of asked) response.close();
    await Promise.all(asked.map(({ done }) => done));
  });

  test('single records of a model that is known to have large ones count, too', async () => {
    const held: Sending[] = [];
    const get = async () => {
      const response = new Sending();
      held.push(response);
      const records = library.engine.operations(viewer, { response: response as never })(Book);
      return JSON.stringify(await records.get(1)).length;
    };
    expect(await get()).toBeGreaterThan(WIDE);
    const room = Math.floor(SHARE / WIDE);
    let count = 0;
    const all = Array.from({ length: 2 * room }, () => get().then(() => (count += 1)));
    const ended = Promise.allSettled(all);
    await vi.waitFor(() => expect(count).toBeGreaterThan(room / 2), { timeout: 60_000 });
    for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
    expect(count).toBeLessThan(room);
    for (const response of held) response.close();
    await ended;
  });

  test('are read in code as they always were', async () => {
    const { text } = await library.engine.as(admin)(Book).list(WIDE_BOOKS);
    expect(text.length).toBeGreaterThan(PAGE);
  });
}
