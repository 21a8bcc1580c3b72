import { expect, test } from 'vitest';
import { ownTurn } from '../../records/reading/turns.js';

/** Tells in which turn of the event loop it is. */
function countTurns(): { readonly turn: number; stop: () => void } {
  const counter = { turn: 0, stop: () => clearImmediate(next) };
  let next: NodeJS.Immediate;
  const count = (): void => {
    counter.turn += 1;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  return counter;
}

test('slices of several pages have a turn each, in their order', async () => {
  const counter = countTurns();
  const turns: number[] = [];
  const order: string[] = [];
  const page = async (name: string): Promise<void> => {
    for (let slice = 0; slice < 3; slice++) {
      await ownTurn();
      turns.push(counter.turn);
      order.push(name);
    }
  };
  await Promise.all(['a', 'b', 'c'].map(page));
  counter.stop();
  expect(new Set(turns).size).toBe(9);
  expect(order.join('')).toBe('abcabcabc');
});
