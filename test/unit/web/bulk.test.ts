import { HttpError, type DataProvider, type GetListParams, type Identifier } from 'react-admin';
import { describe, expect, test } from 'vitest';
import { runBulk, type BulkTarget } from '../../../templates/features/admin/ui/api/bulk';

/** A list that gives of the ids asked for at most `page` at once. */
function listOf(ids: number[], page = 100) {
  const getList = (_: string, { filter, sort, pagination }: GetListParams) => {
    const { id__gt: after = 0, id__lte: top = Infinity } = filter as Record<string, number>;
    const found = ids.filter((id) => id > after && id <= top);
    const sorted = sort?.order === 'DESC' ? found.reverse() : found;
    const data = sorted.slice(0, Math.min(page, pagination?.perPage ?? page)).map((id) => ({ id }));
    return Promise.resolve({ data, total: found.length });
  };
  return { getList } as unknown as DataProvider;
}

const target = (more: Partial<BulkTarget>): BulkTarget => ({
  resource: 'task',
  ids: null,
  filter: {},
  total: 0,
  ...more,
});
/** Writes row by row. */
const each =
  (write: (id: Identifier) => Promise<unknown>) =>
  (some: readonly Identifier[]): Promise<(Error | null)[]> =>
    Promise.all(
      some.map((id) =>
        write(id).then(
          () => null,
          (error: unknown) => error as Error,
        ),
      ),
    );
const never = { isStopped: () => false, onProgress: () => undefined };
const refused = (status: number) => new HttpError('no', status, {});

describe('a bulk action', () => {
  test('on all of a filter reaches what the service gives in pages of any size, and nothing that comes later', async () => {
    const ids = Array.from({ length: 250 }, (_, at) => at + 1);
    const written: Identifier[] = [];
    const write = (id: Identifier) => {
      written.push(id);
      ids.push(ids.length + 1);
      return Promise.resolve();
    };
    const result = await runBulk(target({ total: 250 }), listOf(ids, 30), each(write), never);
    expect(written).toEqual(Array.from({ length: 250 }, (_, at) => at + 1));
    expect(result).toEqual({ done: 250, failed: [], untried: 0, left: [] });
  });

  test('keeps the bounds that a filter of ids has', async () => {
    const written: Identifier[] = [];
    const write = (id: Identifier) => Promise.resolve(void written.push(id));
    const filter = { id__gt: 2, id__lte: 4 };
    await runBulk(target({ filter, total: 2 }), listOf([1, 2, 3, 4, 5]), each(write), never);
    expect(written).toEqual([3, 4]);
  });

  test('goes on after a refusal, and leaves what was refused', async () => {
    const write = (id: Identifier) =>
      id === 2 ? Promise.reject(refused(409)) : Promise.resolve(id);
    const ids = [1, 2, 3];
    const progress: number[] = [];
    const onProgress = (tried: number) => void progress.push(tried);
    const result = await runBulk(target({ ids, total: 3 }), listOf(ids), each(write), {
      ...never,
      onProgress,
    });
    expect(result).toMatchObject({ done: 2, failed: [{ id: 2 }], untried: 0, left: [2] });
    expect(progress).toEqual([3]);
  });

  test.each([0, 503])('ends when nothing answers: %s', async (status) => {
    const ids = Array.from({ length: 50 }, (_, at) => at + 1);
    const write = () => Promise.reject(refused(status));
    const result = await runBulk(target({ ids, total: 50 }), listOf(ids), each(write), never);
    expect(result.failed.length + result.untried).toBe(50);
    expect(result.untried).toBeGreaterThan(40);
    expect(result.left).toEqual(ids);
  });

  test('tells what is done when the rest cannot be read', async () => {
    const ids = Array.from({ length: 250 }, (_, at) => at + 1);
    const list = listOf(ids);
    let reads = 0;
    const getList: DataProvider['getList'] = (...asked) =>
      ++reads > 2 ? Promise.reject(refused(503)) : list.getList(...asked);
    const write = () => Promise.resolve();
    const result = await runBulk(target({ total: 250 }), { ...list, getList }, each(write), never);
    expect(result).toEqual({ done: 100, failed: [], untried: 150, left: [] });
    reads = 2;
    const nothing = runBulk(target({ total: 250 }), { ...list, getList }, each(write), never);
    await expect(nothing).rejects.toThrow('no');
  });

  test('ends when it is stopped, after what is on its way', async () => {
    let written = 0;
    const write = () => Promise.resolve(void (written += 1));
    const isStopped = () => written >= 10;
    const ids = Array.from({ length: 50 }, (_, at) => at + 1);
    const all = target({ total: 50 });
    const result = await runBulk(all, listOf(ids, 20), each(write), { ...never, isStopped });
    expect(result).toEqual({ done: written, failed: [], untried: 50 - written, left: [] });
    expect(written).toBe(20);
  });
});
