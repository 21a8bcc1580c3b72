import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { copiedValues } from '../../../templates/features/admin/ui/api/copies';
import { files } from '../../../templates/features/files/ui/files/feature';
import { forgetLink, linkTo } from '../../../templates/features/files/ui/files/links';
import { formatSize } from '../../../templates/features/files/ui/files/stored-file';
import { fakeService, type Asked } from './fake-service';

const file = (id: string, name = `${id}.txt`) => ({ id, name, type: 'text/plain', size: 3 });

test('sizes are those of limits', () => {
  expect([3, 1023, 1024, 512_000, 5 * 1024 ** 2, 1.25 * 1024 ** 3].map(formatSize)).toEqual([
    ...['3 B', '1,023 B', '1 kB', '500 kB', '5 MB', '1.3 GB'],
  ]);
});

test('files are told by their names, and are in no copy', () => {
  const { ownText = () => null } = files;
  expect(ownText(file('a'))).toBe('a.txt');
  expect([null, 'a.txt', { id: 1, name: 'a' }, [file('a')]].map(ownText)).toEqual([
    ...[null, null, null, null],
  ]);
  const isOwn = (value: unknown) => ownText(value) !== null;
  const record = {
    name: 'Poster',
    photo: file('a'),
    tags: ['x'],
    lines: [{ n: 1, of: file('b') }],
  };
  expect(copiedValues(record, isOwn)).toEqual({ name: 'Poster', tags: ['x'], lines: [{ n: 1 }] });
});

describe('links', () => {
  let asked: Asked[];
  let seconds: number;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('window', { location: { href: 'https://shop.example/admin/product' } });
    seconds = 60;
    asked = fakeService(({ body }) => ({
      body: (body as { id: number }[]).map(({ id }) =>
        id === 0
          ? null
          : {
              url: `/api/_files/_open/${id}`,
              expires: new Date(Date.now() + seconds * 1000).toISOString(),
            },
      ),
    }));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  let first = 1;
  const linked = (id: number) => ({ model: 'product', id, field: 'photo', file: `${id}` });
  const all = async (ids: readonly number[]) => {
    const links = ids.map((id) => linkTo(linked(id)));
    await vi.advanceTimersByTimeAsync(50);
    return Promise.all(links);
  };
  /** Records that no other test has asked about. */
  const records = (count: number) => Array.from({ length: count }, () => (first += 1));

  test('of a page are one request, and of more than 200 files several', async () => {
    const [one, two] = records(2) as [number, number];
    expect(await all([one, two, one, 0])).toEqual([
      `https://shop.example/api/_files/_open/${one}`,
      `https://shop.example/api/_files/_open/${two}`,
      `https://shop.example/api/_files/_open/${one}`,
      null,
    ]);
    expect(asked).toHaveLength(1);
    await all(records(201));
    expect(asked).toHaveLength(3);
  });

  test('are asked for again before they end, and where one has led to nothing', async () => {
    const [one] = records(1) as [number];
    await all([one]);
    await vi.advanceTimersByTimeAsync(30_000);
    await all([one]);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(16_000);
    await all([one]);
    expect(asked).toHaveLength(2);
    forgetLink(linked(one));
    await all([one]);
    expect(asked).toHaveLength(3);
  });
});
