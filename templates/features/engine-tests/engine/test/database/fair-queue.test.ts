import { expect, test } from 'vitest';
import { FairQueue } from '../../database/fair-queue.js';

/** Items such as `1a` wait with the key in front. */
function queueOf(...items: readonly string[]): FairQueue<string> {
  const queue = new FairQueue<string>(6);
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

test('one key alone may fill the line, and has no place for more', () => {
  const queue = queueOf('1a', '1b', '1c', '1d', '1e', '1f');
  expect(queue.enqueue(1, '1g')).toBe('1g');
  expect(queue.size).toBe(6);
});

test('in a full line the last of whoever waits with most gives way to who waits with fewer', () => {
  const queue = queueOf('1a', '1b', '1c', '1d', '2a');
  expect(queue.enqueue(2, '2b')).toBeUndefined();
  expect(queue.enqueue(1, '1e')).toBe('1e');
  expect(queue.enqueue(2, '2c')).toBe('1d');
  // Nobody would wait with more than the newcomer, who would take a place from an equal.
  expect([queue.enqueue(1, '1f'), queue.enqueue(2, '2d')]).toEqual(['1f', '2d']);
  expect(queue.enqueue(3, '3a')).toBe('1c');
  // The service itself is one more key.
  expect(queue.enqueue(0, '0a')).toBe('2c');
  expect(rest(queue)).toEqual(['1a', '2a', '3a', '0a', '1b', '2b']);
});

test('it knows how many wait', () => {
  const queue = queueOf('1a', '1b', '2a');
  expect(queue.size).toBe(3);
  queue.next();
  expect(queue.size).toBe(2);
  rest(queue);
  expect(queue.size).toBe(0);
});

test('an item that gives up leaves, and tells whether it was there', () => {
  const queue = queueOf('1a', '1b', '2a');
  expect(queue.remove('1a')).toBe(true);
  expect(queue.remove('1a')).toBe(false);
  expect(queue.remove('2a')).toBe(true);
  expect(queue.size).toBe(1);
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
  expect(queue.size).toBe(3);
  expect(rest(queue)).toEqual(['1a', '2a', '1b']);
});
