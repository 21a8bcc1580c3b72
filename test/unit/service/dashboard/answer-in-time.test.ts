import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  answerInTime,
  type Question,
} from '../../../../templates/features/dashboard/engine/routes/answer-in-time.js';
import { ClientGone } from '../../../../templates/service/engine/database/outage.js';

/** A read that takes so many milliseconds, and ends with its signal as reads of the engine do. */
const taking =
  (time: number, name: string, log: string[] = []): Question<string> =>
  async (signal) => {
    log.push(name);
    try {
      await sleep(time, undefined, { signal });
    } catch {
      throw new ClientGone();
    }
    return name;
  };

const here = () => new AbortController().signal;

test('questions that need long keep no other one from its answer', async () => {
  const log: string[] = [];
  const began = performance.now();
  const questions = [
    taking(60_000, 'for ever', log),
    taking(1, 'quick', log),
    taking(450, 'slow', log),
    taking(1, 'last', log),
  ];
  expect(await answerInTime(questions, 3, here())).toEqual([null, 'quick', 'slow', 'last']);
  // What has taken more than its share comes again once all others have had theirs.
  expect(log).toEqual(['for ever', 'quick', 'slow', 'last', 'for ever', 'slow']);
  expect(performance.now() - began).toBeLessThan(3000);
});

test('questions that each take nearly all of the time do not get it each', async () => {
  const began = performance.now();
  const questions = Array.from({ length: 24 }, () => taking(900, 'slow'));
  expect(await answerInTime(questions, 1, here())).toEqual(questions.map(() => null));
  expect(performance.now() - began).toBeLessThan(1500);
});

test('without a limit each has all the time that it needs', async () => {
  const questions = [taking(50, 'one'), taking(1, 'other')];
  expect(await answerInTime(questions, 0, here())).toEqual(['one', 'other']);
});

test('a client that goes ends all of it, and what fails fails', async () => {
  const client = new AbortController();
  const log: string[] = [];
  const asked = answerInTime([taking(60_000, 'a', log), taking(1, 'b', log)], 60, client.signal);
  client.abort();
  await expect(asked).rejects.toThrow(ClientGone);
  await expect(answerInTime([taking(1, 'c', log)], 60, client.signal)).rejects.toThrow(ClientGone);
  expect(log).toEqual(['a', 'c']);
  const failing = () => Promise.reject(new Error('no such field'));
  await expect(answerInTime([failing], 60, here())).rejects.toThrow('no such field');
});
