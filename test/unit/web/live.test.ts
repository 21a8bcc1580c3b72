import { HttpError } from 'react-admin';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Row } from '../../../templates/features/admin/ui/application';
import { askOften } from '../../../templates/features/live/ui/live/ask-often';
import { listChanges } from '../../../templates/features/live/ui/live/list-changes';

const row = (id: number, updated?: string, created = 'then'): Row => ({
  id,
  _label: `${id}`,
  ...(updated !== undefined && { created_at: created, updated_at: updated }),
});
const state = (newest: Row | undefined, total: number) => ({ newest, total });
const seen = (rows: readonly Row[], total = rows.length, first?: ReturnType<typeof state>) => ({
  ...{ rows, total, first },
});

describe('a list', () => {
  const [one, two] = [row(1, 'mon'), row(2, 'tue')];

  test('says nothing where nothing has changed', () => {
    expect(listChanges(seen([two, one]), state(two, 2))).toBeNull();
    expect(listChanges(seen([]), state(undefined, 0))).toBeNull();
  });

  test('tells of its own records at once, and of others by what they were when it first asked', () => {
    const changed = row(1, 'wed');
    expect(listChanges(seen([two, one]), state(changed, 2))).toEqual({ more: 0, changed });
    const elsewhere = row(9, 'wed');
    expect(listChanges(seen([two, one], 30), state(elsewhere, 30))).toBeNull();
    const first = state(elsewhere, 30);
    expect(listChanges(seen([two, one], 30, first), state(elsewhere, 30))).toBeNull();
    expect(listChanges(seen([two, one], 30, first), state(row(8, 'thu'), 30))).toMatchObject({
      changed: { id: 8 },
    });
  });

  test('tells new records from changed ones', () => {
    const made = row(3, 'wed', 'wed');
    const first = state(two, 2);
    const changes = listChanges(seen([two, one], 2, first), state(made, 5));
    expect(changes).toEqual({ more: 3, changed: undefined });
    const both = listChanges(seen([two, one], 2, first), state(row(1, 'wed'), 5));
    expect(both).toMatchObject({ more: 3, changed: { id: 1 } });
    // One was made, and another one has gone.
    expect(listChanges(seen([two, one], 2, first), state(made, 2))).toMatchObject({ more: 0 });
    expect(listChanges(seen([two, one], 2, first), state(two, 1))).toMatchObject({ more: -1 });
  });

  test('has only its number where records do not say when they were changed', () => {
    expect(listChanges(seen([row(1)], 1), state(undefined, 1))).toBeNull();
    expect(listChanges(seen([row(1)], 1), state(undefined, 2))).toMatchObject({ more: 1 });
    // A page of its developer's, which leaves that out.
    expect(listChanges(seen([row(1)], 1), state(one, 1))).toBeNull();
    expect(listChanges(seen([row(1)], 1, state(one, 1)), state(row(1, 'wed'), 1))).toMatchObject({
      changed: { id: 1 },
    });
  });
});

describe('a question', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** What is asked, and when, in seconds. */
  function asking(answer: (time: number) => Promise<boolean>, isAttended = () => true) {
    const ending = new AbortController();
    const begun = Date.now();
    const times: number[] = [];
    const ask = () => {
      times.push(Math.round((Date.now() - begun) / 1000));
      return answer(times.at(-1)!);
    };
    const mayPass = (error: unknown) => (error as HttpError).status !== 403;
    const over = askOften(ask, { every: 10_000, isAttended, mayPass, signal: ending.signal });
    return { times, over, stop: () => ending.abort() };
  }
  const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

  test('is asked again and again, until it is stopped', async () => {
    const { times, over, stop } = asking(() => Promise.resolve(true));
    await minutes(0.5);
    expect(times).toEqual([10, 20, 30]);
    stop();
    await over;
    await minutes(1);
    expect(times).toEqual([10, 20, 30]);
  });

  test('is not asked while nobody would see the answer', async () => {
    let isThere = false;
    const { times, stop } = asking(
      () => Promise.resolve(true),
      () => isThere,
    );
    await minutes(1);
    expect(times).toEqual([]);
    isThere = true;
    await minutes(0.25);
    expect(times).toEqual([70]);
    stop();
  });

  test('is over once enough is known, and where the service refuses it', async () => {
    const enough = asking(() => Promise.resolve(false));
    const refused = asking(() => Promise.reject(new HttpError('no', 403)));
    await minutes(1);
    await Promise.all([enough.over, refused.over]);
    expect([enough.times, refused.times]).toEqual([[10], [10]]);
  });

  test('is asked ever more rarely of a service that fails, and as before when that is over', async () => {
    const down = (status: number) => Promise.reject(new HttpError('down', status));
    const { times, stop } = asking((time) =>
      time < 40 ? down(503) : time < 80 ? down(429) : Promise.resolve(true),
    );
    await minutes(3);
    expect(times).toEqual([10, 30, 70, 150, 160, 170, 180]);
    stop();
  });

  test('leaves a slow service a hundred times as long as it took', async () => {
    const slow = () => new Promise<boolean>((resolve) => setTimeout(resolve, 400, true));
    const { times, stop } = asking(slow);
    await minutes(1.75);
    expect(times).toEqual([10, 50, 91]);
    stop();
  });
});
