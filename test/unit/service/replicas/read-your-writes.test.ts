import { expect, test } from 'vitest';
import {
  furthest,
  ReadYourWrites,
  reaches,
  parsePosition,
  formatPosition,
  track,
  type TrackedRequest,
  type WritePosition,
} from '../../../../templates/features/replicas/engine/replicas/read-your-writes.js';

const at = (timeline: number, bytes: number): WritePosition => ({ timeline, bytes });

function asking(userId: number | undefined, more: Partial<TrackedRequest> = {}): TrackedRequest {
  return { readsOnly: true, since: null, userId: () => userId, wrote: () => undefined, ...more };
}

test('a place is told and read', () => {
  const position = at(3, 2 ** 45);
  expect(parsePosition(formatPosition(position))).toEqual(position);
});

test.each(['', '1', '1-', '-1', '1-2-3', 'a-b', '1-1e9', `1-${'9'.repeat(16)}`])(
  'no replica reaches what nobody can read: %j',
  (text) => {
    expect(reaches(at(999_999_999, 1e15), parsePosition(text))).toBe(false);
  },
);

test('a place of another timeline is another place', () => {
  expect(reaches(at(1, 100), at(1, 100))).toBe(true);
  expect(reaches(at(1, 99), at(1, 100))).toBe(false);
  // Further, but on the way that the lost primary went.
  expect(reaches(at(1, 200), at(2, 100))).toBe(false);
  expect(reaches(at(2, 100), at(1, 100))).toBe(true);
  expect(furthest(at(1, 200), at(2, 100))).toEqual(at(2, 200));
});

test('a user finds their own writes, and nobody else waits for them', () => {
  const writes = new ReadYourWrites();
  const told: WritePosition[] = [];
  const write = asking(7, { readsOnly: false, wrote: (position) => told.push(position) });
  track(write, () => {
    expect(writes.requirement()).toBeNull();
    writes.wrote(at(1, 100));
    writes.wrote(at(1, 50));
  });
  expect(told).toEqual([at(1, 100), at(1, 50)]);
  const wanted = (one: TrackedRequest) => track(one, () => writes.requirement());
  expect(wanted(asking(7))).toEqual({ since: at(1, 100), userId: 7 });
  expect(wanted(asking(8))).toEqual({ since: null, userId: 8 });
  expect(wanted(asking(undefined))).toEqual({ since: null, userId: undefined });
  const elsewhere = { since: at(1, 120) };
  expect(wanted(asking(7, elsewhere))).toEqual({ since: at(1, 120), userId: 7 });
  expect(wanted(asking(8, elsewhere))).toEqual({ since: at(1, 120), userId: 8 });
});

test('nothing but the primary outside of requests, and once a request has written', () => {
  const writes = new ReadYourWrites();
  expect(writes.requirement()).toBeNull();
  expect(writes.isListening).toBe(false);
  writes.wrote(at(1, 1));
  track(asking(1), () => {
    expect(writes.requirement()).not.toBeNull();
    writes.wrote(at(1, 2));
    expect(writes.requirement()).toBeNull();
  });
});

test('of users who are forgotten the last place holds for all who are not known', () => {
  const writes = new ReadYourWrites();
  for (let user = 1; user <= 10_001; user++) track(asking(user), () => writes.wrote(at(1, user)));
  expect(track(asking(1), () => writes.requirement())?.since).toEqual(at(1, 1));
  expect(track(asking(20_000), () => writes.requirement())?.since).toEqual(at(1, 1));
  expect(track(asking(10_000), () => writes.requirement())?.since).toEqual(at(1, 10_000));
});
