import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.js';
import type { Session } from '../database/session.js';
import { HttpProblem } from '../problem/problem.js';
import { addressGroup } from './address-group.js';
import { createFailures } from './failures.js';
import { usernameKey } from './username-key.js';

/** How many failures count, and for how long. */
const WINDOW = 15 * 60_000;
const PER_NAME_AND_ADDRESS = 5;
const PER_ADDRESS = 50;
/** After this many failures of a name each makes the next try slower, up to a limit. */
const PATIENCE = 10;
const SLOWEST = 3000;

/** Slows down who guesses passwords; counts failures only, in the database, so that replicas count together. */
export interface Throttle {
  /**
   * One try with a name's password: whether it is right. 429 while there were too many failures, for the right password
   * too. A name alone is slowed, never locked: nobody can lock out another.
   */
  attempt(name: string, address: string, isRight: () => Promise<boolean>): Promise<boolean>;
}

/** `now` is the clock, for tests. */
export function createThrottle(database: Database, now: () => number = Date.now): Throttle {
  const failures = createFailures(database);

  async function demandFewer(session: Session, limits: readonly Limit[]): Promise<void> {
    const since = now() - WINDOW;
    for (const { scope, most } of limits) {
      const blocking = await failures.newestBut(session, scope, since, most - 1);
      if (blocking !== null) throw tooManyFailures(blocking - since);
    }
  }

  return {
    async attempt(name, address, isRight) {
      const scopes = scopesOf(name, address);
      const limits = [
        { scope: scopes.pair, most: PER_NAME_AND_ADDRESS },
        { scope: scopes.address, most: PER_ADDRESS },
      ];
      const sofar = await database.read(async (session) => {
        await demandFewer(session, limits);
        return failures.count(session, scopes.name, now() - WINDOW);
      });
      await sleep(delayAfter(sofar));

      const right = await isRight();
      if (!right) {
        const at = now();
        await database.write((session) =>
          failures.record(session, Object.values(scopes), at, at - WINDOW),
        );
      }
      // Again, and with this failure: of many tries at once only the first few shall learn anything.
      const allowed = right ? limits : limits.map(({ scope, most }) => ({ scope, most: most + 1 }));
      await database.read((session) => demandFewer(session, allowed));
      return right;
    },
  };
}

interface Limit {
  readonly scope: string;
  readonly most: number;
}

/** What failures are counted by; hashed, because people type passwords into the field for the name. */
function scopesOf(name: string, address: string) {
  const key = usernameKey(name);
  const group = addressGroup(address);
  const hash = (kind: string, ...parts: readonly string[]): string =>
    `${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
  return {
    name: hash('name', key),
    pair: hash('pair', key, group),
    address: hash('address', group),
  };
}

function delayAfter(failures: number): number {
  return failures < PATIENCE ? 0 : Math.min(100 * 2 ** (failures - PATIENCE), SLOWEST);
}

function tooManyFailures(ms: number): HttpProblem {
  const seconds = String(Math.max(1, Math.ceil(ms / 1000)));
  return new HttpProblem(429, 'Too many failed sign-ins from here: wait, then try again.', [], {
    'retry-after': seconds,
  });
}
