import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import { HttpProblem, coded } from '../problem/problem.js';
import { usernameKey } from './entities.js';

/** How many failures count, and for how long. */
const WINDOW = 15 * 60_000;
const PER_NAME_AND_ADDRESS = 5;
const PER_ADDRESS = 50;
/** After this many failures for a name, each slows down the next attempt, up to a limit. */
const FREE_ATTEMPTS = 10;
const MAX_DELAY = 3000;

/** Slows down password guessing; counts only failures, in the database, so that all replicas share the count. */
export interface Throttle {
  /**
   * One attempt with a name's password: whether it is right. 429 while there have been too many failures, even for the right
   * password. A name alone is slowed down, never locked: nobody can lock out another user.
   */
  attempt(name: string, address: string, isRight: () => Promise<boolean>): Promise<boolean>;
  /** Runs what hashes a password for a name: 429 while too many hashes of the name or the address wait or run. */
  hashing<T>(name: string, address: string, work: () => Promise<T>): Promise<T>;
  /** Counts an event of an address, whatever its outcome: 429 above `most` in a time window. */
  count(what: string, address: string, most: number): Promise<void>;
}

/** `now` is the clock, for tests. */
export function createThrottle(database: Database, now: () => number = Date.now): Throttle {
  const failures = createFailures(database);
  const hashes = new HashLimits();
  const hashing: Throttle['hashing'] = (name, address, work) =>
    hashes.run(usernameKey(name), addressGroup(address), work);

  async function refuseBeyond(session: Session, limits: readonly Limit[]): Promise<void> {
    const since = now() - WINDOW;
    for (const { scope, most } of limits) {
      const blocking = await failures.newestBut(session, scope, since, most - 1);
      if (blocking !== null) throw tooManyFailures(blocking - since);
    }
  }

  return {
    hashing,
    async attempt(name, address, isRight) {
      const scopes = scopesOf(name, address);
      const limits = [
        { scope: scopes.pair, most: PER_NAME_AND_ADDRESS },
        { scope: scopes.address, most: PER_ADDRESS },
      ];
      const recent = await database.read(async (session) => {
        await refuseBeyond(session, limits);
        return failures.count(session, scopes.name, now() - WINDOW);
      });
      await sleep(delayAfter(recent));

      const right = await hashing(name, address, isRight);
      if (!right) {
        const at = now();
        await database.write((session) =>
          failures.record(session, Object.values(scopes), at, at - WINDOW),
        );
      }
      // Checked again, with this failure: of many concurrent attempts only the first few may get a result.
      const allowed = right ? limits : limits.map(({ scope, most }) => ({ scope, most: most + 1 }));
      await database.read((session) => refuseBeyond(session, allowed));
      return right;
    },
    async count(what, address, most) {
      const scope = hashed(what, addressGroup(address));
      await database.read((session) => refuseBeyond(session, [{ scope, most }]));
      const at = now();
      await database.write((session) => failures.record(session, [scope], at, at - WINDOW));
      // Checked again, with this one: of many concurrent ones only the first few may pass.
      await database.read((session) => refuseBeyond(session, [{ scope, most: most + 1 }]));
    },
  };
}

interface Limit {
  readonly scope: string;
  readonly most: number;
}

/** The keys that failures are counted by; hashed, because people type passwords into the name field. */
function scopesOf(name: string, address: string) {
  const key = usernameKey(name);
  const group = addressGroup(address);
  return {
    name: hashed('name', key),
    pair: hashed('pair', key, group),
    address: hashed('address', group),
  };
}

const hashed = (kind: string, ...parts: readonly string[]): string =>
  `${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;

function delayAfter(failures: number): number {
  return failures < FREE_ATTEMPTS ? 0 : Math.min(100 * 2 ** (failures - FREE_ATTEMPTS), MAX_DELAY);
}

function tooManyFailures(ms: number): HttpProblem {
  const seconds = String(Math.max(1, Math.ceil(ms / 1000)));
  const wait = { 'retry-after': seconds };
  const detail = 'Too many attempts from here: wait, then try again.';
  return new HttpProblem(429, detail, [], wait, coded('too-many-tries'));
}

/** Failed attempts by scope, in a table shared by all replicas. */
export interface Failures {
  /** How many of a scope are newer than `since`. */
  count(session: Session, scope: string, since: number): Promise<number>;
  /** The time of the newest one after `skip` of a scope, or null if there are not that many since then. */
  newestBut(session: Session, scope: string, since: number, skip: number): Promise<number | null>;
  /** Adds one to each scope and deletes those before `since`. */
  record(session: Session, scopes: readonly string[], at: number, since: number): Promise<void>;
}

export function createFailures({ dialect }: Database): Failures {
  const statement = namedStatements(dialect, 'auth_failure');
  const count = statement(
    'count',
    'SELECT COUNT(*) FROM auth_failure WHERE scope = $1 AND at > $2',
  );
  const newest = statement(
    'newest',
    'SELECT at FROM auth_failure WHERE scope = $1 AND at > $2 ORDER BY at DESC LIMIT 1 OFFSET $3',
  );
  const insert = statement('insert', 'INSERT INTO auth_failure (scope, at) VALUES ($1, $2)');
  const forget = statement('forget', 'DELETE FROM auth_failure WHERE at <= $1');

  return {
    async count(session, scope, since) {
      const [row] = await session.rows(count, [scope, since]);
      return Number(row?.[0]);
    },
    async newestBut(session, scope, since, skip) {
      const [row] = await session.rows(newest, [scope, since, skip]);
      return row === undefined ? null : Number(row[0]);
    },
    async record(session, scopes, at, since) {
      for (const scope of scopes) await session.run(insert, [scope, at]);
      await session.run(forget, [since]);
    },
  };
}

/** The unit that one caller can be assumed to own: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressGroup(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  return isIPv6(plain) ? `${network(plain)}::/64` : address.slice(0, 64);
}

/** The first four groups, expanded. */
function network(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  // An embedded IPv4 address takes two groups; it is never among the first four unless all are written out.
  const after = tail === '' ? [] : tail.split(':');
  const length = after.length + (tail.includes('.') ? 1 : 0);
  const zeros = address.includes('::') ? Array<string>(8 - before.length - length).fill('0') : [];
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}

/** How many password hashes may wait or run at a time, of the 64 that the whole service has room for. */
const HASHES_PER_NAME = 4;
const HASHES_PER_ADDRESS = 16;
const RETRY_AFTER = { 'retry-after': '2' };

/** Keeps one name, and one address, from taking up the queue of password hashes; in this process, as the queue itself. */
export class HashLimits {
  readonly #names = new Counter();
  readonly #addresses = new Counter();
  readonly #pairs = new Counter();

  /** Runs `work`, which hashes a password once: 429 where there are already too many of this name or address. */
  async run<T>(name: string, address: string, work: () => Promise<T>): Promise<T> {
    const pair = JSON.stringify([name, address]);
    // A name alone locks nobody out: an address without any of it in progress gets its turn.
    const isNameFull = this.#names.of(name) >= HASHES_PER_NAME && this.#pairs.of(pair) > 0;
    if (isNameFull || this.#addresses.of(address) >= HASHES_PER_ADDRESS) {
      const detail = 'Too many attempts at the same time: wait, then try again.';
      throw new HttpProblem(429, detail, [], RETRY_AFTER, coded('too-many-tries'));
    }
    const counted = [
      [this.#names, name],
      [this.#addresses, address],
      [this.#pairs, pair],
    ] as const;
    for (const [counter, key] of counted) counter.add(key, 1);
    try {
      return await work();
    } finally {
      for (const [counter, key] of counted) counter.add(key, -1);
    }
  }
}

/** Counts what is in progress; keys without any are forgotten. */
class Counter {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, change: number): void {
    const count = this.of(key) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}
