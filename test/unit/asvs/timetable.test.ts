import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Timetable } from '../../../templates/features/asvs/asvs/timetable.js';

/** Runs works at once; what they tell, and where the clock was set to, in the order of both. */
async function told(
  ...works: readonly ((say: (what: string) => void, later: Timetable['later']) => Promise<void>)[]
): Promise<readonly (string | number)[]> {
  const said: (string | number)[] = [];
  const timetable = new Timetable(async (ms) => void said.push(ms));
  const later: Timetable['later'] = (ms) => timetable.later(ms);
  await Promise.all(
    works.map((work) => timetable.run(() => work((what) => void said.push(what), later))),
  );
  return said;
}

it('sets the clock ahead once all have done what they do now', async () => {
  const said = await told(
    async (say, later) => {
      say('early');
      await later(2000);
      say('latest');
    },
    async (say, later) => {
      await later(1000);
      say('late');
      await later(1000);
      say('latest, too');
    },
    async (say) => {
      await sleep(20);
      say('slow');
    },
  );
  expect(said).toEqual(['early', 'slow', 1000, 'late', 2000, 'latest', 'latest, too']);
});

it('runs few at a time, and goes on where one fails', async () => {
  let [running, most] = [0, 0];
  const work = async (): Promise<void> => {
    most = Math.max(most, (running += 1));
    await sleep(1);
    running -= 1;
  };
  expect(await told(...Array.from({ length: 20 }, () => work))).toEqual([]);
  expect(most).toBe(4);
  const fails = told(
    async () => Promise.reject(new Error('no')),
    async (_say, later) => later(1),
  );
  await expect(fails).rejects.toThrow('no');
});
