import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { ByteBudget, FREE_BYTES } from '../../records/reading/byte-budget.js';
import { ClientGone } from '../../database/outage.js';

const SHARE = 4 * FREE_BYTES;

/** A response that is being sent until it is closed. */
class Sending extends EventEmitter {
  closed = false;

  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

/** Somebody who asks for a response with so many bytes. */
function asks(budget: ByteBudget, userId: number, bytes: number) {
  const response = new Sending();
  const reservation = budget.reservation(response as never, userId);
  let state: 'waits' | 'enters' | Error = 'waits';
  const done = reservation.take(bytes).then(
    () => void (state = 'enters'),
    (error: Error) => void (state = error),
  );
  const sees = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    return state;
  };
  return { response, reservation, done, sees };
}

test('a user holds a quarter, and others the rest', async () => {
  const budget = new ByteBudget(SHARE);
  const first = asks(budget, 1, SHARE / 2 + 1);
  const second = asks(budget, 1, SHARE / 2);
  const others = [2, 3].map((user) => asks(budget, user, SHARE));
  expect(await first.sees()).toBe('enters');
  expect(await second.sees()).toBe('waits');
  for (const other of others) expect(await other.sees()).toBe('enters');
  first.response.close();
  expect(await second.sees()).toBe('enters');
  expect(budget.held).toBe(SHARE / 2 + 2 * SHARE);
});

test('all users together hold four quarters; whoever comes next is not overtaken by smaller ones', async () => {
  const budget = new ByteBudget(SHARE);
  const holders = [1, 2, 3, 4].map((user) => asks(budget, user, SHARE));
  const large = asks(budget, 5, SHARE);
  const small = asks(budget, 6, SHARE / 2);
  expect(await large.sees()).toBe('waits');
  holders[0]!.reservation.settle(SHARE / 2);
  expect([await large.sees(), await small.sees()]).toEqual(['waits', 'waits']);
  holders[0]!.response.close();
  expect([await large.sees(), await small.sees()]).toEqual(['enters', 'waits']);
});

test('each of several processes has its part of the room, and room for one user', async () => {
  for (const [room, fits] of [
    [2 * SHARE, 2],
    [SHARE, 1],
  ] as const) {
    const budget = new ByteBudget(SHARE, room);
    const all = [1, 2, 3].map((user) => asks(budget, user, SHARE));
    const states = await Promise.all(all.map((one) => one.sees()));
    expect(states.filter((state) => state === 'enters')).toHaveLength(fits);
  }
});

test('small responses neither wait nor count', async () => {
  const budget = new ByteBudget(SHARE);
  for (const user of [1, 2, 3, 4]) asks(budget, user, SHARE);
  const small = asks(budget, 1, FREE_BYTES);
  expect(await small.sees()).toBe('enters');
  expect(budget.held).toBe(4 * SHARE);
});

test('a response that turns out to be small gives back what it holds, and one that is large counts', async () => {
  const budget = new ByteBudget(SHARE);
  const one = asks(budget, 1, SHARE);
  await one.done;
  one.reservation.settle(100);
  expect(budget.held).toBe(0);
  one.reservation.settle(SHARE + 1);
  expect(budget.held).toBe(SHARE + 1);
  expect(await asks(budget, 1, SHARE / 2).sees()).toBe('waits');
  one.response.close();
  expect(budget.held).toBe(SHARE / 2);
});

test('clients that leave while they wait give up their place, and those that have left hold nothing', async () => {
  const budget = new ByteBudget(SHARE);
  const holder = asks(budget, 1, SHARE);
  const waiting = asks(budget, 1, SHARE);
  await holder.done;
  waiting.response.close();
  expect(await waiting.sees()).toBeInstanceOf(ClientGone);
  holder.response.close();
  expect(budget.held).toBe(0);
  holder.reservation.settle(SHARE);
  expect(budget.held).toBe(0);
});

test('what a response reads further does not wait for what it holds itself', async () => {
  const budget = new ByteBudget(SHARE);
  const one = asks(budget, 1, SHARE);
  await one.done;
  const more = budget.reservation(one.response as never, 1);
  await more.take(SHARE);
  expect(budget.held).toBe(2 * SHARE);
  one.response.close();
  expect(budget.held).toBe(0);
});

test('in a long line a user with many gives way to one with few; who finds no place is told when to come back', async () => {
  const budget = new ByteBudget(SHARE);
  const many = Array.from({ length: 258 }, () => asks(budget, 1, SHARE));
  const refused = await many.at(-1)!.sees();
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  for (const user of [2, 3, 4]) await asks(budget, user, SHARE).done;
  const other = asks(budget, 5, SHARE);
  expect(await other.sees()).toBe('waits');
  expect(await many.at(-2)!.sees()).toMatchObject({ status: 503 });
  many[0]!.response.close();
  expect([await many[1]!.sees(), await other.sees()]).toEqual(['enters', 'waits']);
  for (const { response } of [...many, other]) response.close();
});

test('who must not wait is refused where there is no room', async () => {
  const budget = new ByteBudget(SHARE);
  const first = asks(budget, 1, SHARE / 2 + 1);
  expect(await first.sees()).toBe('enters');
  const writing = budget.reservation(new Sending() as never, 1, false);
  await expect(writing.take(SHARE / 2)).rejects.toMatchObject({ status: 503 });
  await expect(writing.take(10)).resolves.toBeUndefined();
  first.response.close();
  await writing.take(SHARE / 2);
  expect(budget.held).toBe(SHARE / 2);
});
