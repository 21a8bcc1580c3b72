import { expect, vi } from 'vitest';
import type { DatabaseOptions } from '../../templates/service/engine/database/database.js';
import { migrate } from '../../templates/service/engine/database/migrate.js';
import { openDatabase } from '../../templates/service/engine/database/open-database.js';
import { seedFrom } from '../support/seed.js';
import { Dice } from '../../templates/tools/prove/worlds/dice.js';
import { CreateDoors20260101000000 } from './doors-models.js';
import { ENTITIES } from './random-policy.js';
import { START, Trial } from './trial.js';
import { WatchedDatabase } from '../../templates/tools/prove/service/watched-database.js';

/*
 * Random policies, users and rows; every door is asked, and must answer what the plain words of `naive.ts` say, for no
 * more work than they allow. A failure names its seed: DOORS_SEED=<seed> DOORS_POLICIES=1 runs that policy alone.
 */
const SEED = seedFrom('DOORS_SEED');
const POLICIES = Number(process.env['DOORS_POLICIES'] ?? 0);
const STATUSES = ['200', '201', '204', '400', '403', '404', '409', '412', '422'];

/** Asks every door under that many random policies; prints how often each was asked. */
export async function proveDoors(
  on: string,
  url: string,
  policies: number,
  options: DatabaseOptions = {},
): Promise<void> {
  const entities = Object.values(ENTITIES);
  const database = new WatchedDatabase(
    await openDatabase(url, entities, [CreateDoors20260101000000], options),
  );
  const counts: Record<string, number> = {};
  try {
    await migrate(database);
    vi.useFakeTimers({ toFake: ['Date'], now: START });
    for (let at = 0; at < (POLICIES || policies); at++) {
      const seed = SEED + at;
      try {
        await new Trial(database, new Dice(seed), counts).run();
      } catch (error) {
        const { message } = error as Error;
        throw new Error(`on ${on}, DOORS_SEED=${seed}: ${message}`, { cause: error });
      }
    }
  } finally {
    vi.useRealTimers();
    await database.close();
    print(on, counts);
  }
  for (const status of POLICIES === 0 ? STATUSES : [])
    expect(counts[`(${status})`], status).toBeGreaterThan(0);
}

function print(on: string, counts: Readonly<Record<string, number>>): void {
  const list = (kind: (name: string) => boolean) =>
    Object.entries(counts).filter(([name]) => kind(name));
  const isStatus = (name: string) => name.startsWith('(');
  const [doors, statuses] = [list((name) => !isStatus(name)), list(isStatus)];
  const sum = doors.reduce((all, [, count]) => all + count, 0);
  const told = (pairs: typeof doors) => pairs.map(([name, count]) => `${name} ${count}`).join(', ');
  console.log(
    `${on}, seed ${SEED}: ${sum} questions: ${told(doors)}; answers ${told(statuses.sort())}`,
  );
}
