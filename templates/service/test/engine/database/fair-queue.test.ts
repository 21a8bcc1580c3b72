import { expect, test } from 'vitest';
import { FairQueue } from '../../../src/engine/database/fair-queue.js';

/** Items such as `1a` wait with the key in front. */
function queueOf(...items: readonly string[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const item of items) queue.enqueue(Number(item[0]), item);
  return queue;
}

function rest(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) items.push(item);
  return items;
}

test('keys take turns, and the items of one key keep their order', () => {
  const queue = queueOf('1a', '1b', '1c', '2a', '3a', '3b');
  expect(rest(queue)).toEqual(['1a', '2a', '3a', '1b', '3b', '1c']);
  expect(queue.next()).toBeUndefined();
});

test('who comes later gets a turn before the long line of another', () => {
  const queue = queueOf('1a', '1b', '1c');
  expect(queue.next()).toBe('1a');
  queue.enqueue(2, '2a');
  expect(rest(queue)).toEqual(['1b', '2a', '1c']);
});

test('too many are refused, also those of one key that leave room for others', () => {
  const queue = queueOf('1a', '1b', '2a');
  const ask = (key: number, all: number, ofUser: number) => () =>
    queue.assertRoom(key, { all, ofUser }, 'a reader');
  expect(ask(1, 4, 2)).toThrow('2 reads of one user are already waiting for a reader');
  expect(ask(2, 4, 2)).not.toThrow();
  expect(ask(2, 3, 2)).toThrow('3 reads are already waiting for a reader');
  // The service itself has no share.
  expect(ask(0, 4, 0)).not.toThrow();
});

test('in a full line the last of whoever waits with most gives way to who waits with fewer', () => {
  const queue = queueOf('1a', '1b', '1c', '2a');
  expect(queue.giveWay(1)).toBeUndefined();
  expect(queue.giveWay(2)).toBe('1c');
  queue.enqueue(2, '2b');
  // Nobody would wait with more than the newcomer, who would take a place from an equal.
  expect([queue.giveWay(1), queue.giveWay(2)]).toEqual([undefined, undefined]);
  expect(queue.giveWay(3)).toBe('1b');
  expect(rest(queue)).toEqual(['1a', '2a', '2b']);
});

test('it knows how many wait, in all and of one key', () => {
  const queue = queueOf('1a', '1b', '2a');
  expect([queue.size, queue.sizeOf(1), queue.sizeOf(2), queue.sizeOf(3)]).toEqual([3, 2, 1, 0]);
  queue.next();
  expect([queue.size, queue.sizeOf(1)]).toEqual([2, 1]);
  rest(queue);
  expect([queue.size, queue.sizeOf(1)]).toEqual([0, 0]);
});

test('an item that gives up leaves, and tells whether it was there', () => {
  const queue = queueOf('1a', '1b', '2a');
  expect(queue.remove('1a')).toBe(true);
  expect(queue.remove('1a')).toBe(false);
  expect(queue.remove('2a')).toBe(true);
  expect([queue.size, queue.sizeOf(2)]).toEqual([1, 0]);
  expect(rest(queue)).toEqual(['1b']);
});

test('keys that may not go now are passed over, and keep their place', () => {
  const queue = queueOf('1a', '1b', '2a');
  expect(queue.next((key) => key !== 1)).toBe('2a');
  expect(queue.next((key) => key !== 1)).toBeUndefined();
  queue.enqueue(3, '3a');
  expect(rest(queue)).toEqual(['1a', '3a', '1b']);
});

test('what is put back is next', () => {
  const queue = queueOf('1a', '1b', '2a');
  const first = queue.next()!;
  queue.putBack(1, first);
  expect([queue.size, queue.sizeOf(1)]).toEqual([3, 2]);
  expect(rest(queue)).toEqual(['1a', '2a', '1b']);
});
