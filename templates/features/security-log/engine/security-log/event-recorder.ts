import { createHash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { SecurityEvent } from '../auth/security-events.js';
import { addressGroup } from '../auth/throttle.js';
import type { Database } from '../database/database.js';
import { storeEvents, type NewEntry } from './stored-events.js';

/** Milliseconds for which events are gathered before they are written together. */
const DELAY = 200;
const HOUR = 3_600_000;
/** What strangers can cause as often as they like. */
const REPEATED = /-(refused|asked)$/;
/** The most sources of such events that are told apart in an hour; further ones are one source. */
const MOST_SOURCES = 200;
/** The most events that wait; with a database that does not write, further ones stay in the log alone. */
const MOST_WAITING = 10_000;

export interface RecorderParts {
  readonly database: Database;
  readonly logger: Logger;
  /** The clock, for tests. */
  readonly now?: () => number;
}

/** Stores the events of a process, later and together: nobody waits for it, and strangers cannot fill the disk. */
export class EventRecorder {
  readonly #parts: RecorderParts;
  /** The waiting entries, by source. */
  #waiting = new Map<string, NewEntry>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #hour = 0;
  #sources = new Set<string>();

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  observe(event: SecurityEvent): void {
    const at = this.#parts.now?.() ?? Date.now();
    const entry = REPEATED.test(event.kind) ? this.#repeated(event, at) : single(event, at);
    const waiting = this.#waiting.get(entry.source);
    if (!waiting && this.#waiting.size >= MOST_WAITING) return;
    this.#waiting.set(entry.source, waiting ? inOne(waiting, entry) : entry);
    this.#timer ??= setTimeout(() => this.#write(), DELAY).unref();
  }

  /** Once all that was observed is written. */
  async written(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  #repeated(event: SecurityEvent, at: number): NewEntry {
    const hour = Math.floor(at / HOUR);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#sources = new Set();
    }
    const { kind, userId } = event;
    const address = event.address && addressGroup(event.address);
    const source = digestOf([hour, kind, userId, address]);
    if (this.#sources.has(source) || this.#sources.size < MOST_SOURCES) {
      this.#sources.add(source);
      return { ...entryOf(event, at), address: address ?? null, source };
    }
    const others = { kind, userId: null, facts: { sources: 'many' } };
    return { ...entryOf(others, at), source: digestOf([hour, kind]) };
  }

  #write(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const entries = [...this.#waiting.values()];
    this.#waiting = new Map();
    if (entries.length === 0) return;
    const { database, logger } = this.#parts;
    this.#writing = this.#writing
      .then(() => storeEvents(database, entries))
      .catch((error: unknown) => {
        const facts = { err: error, events: entries.length };
        logger.warn(facts, 'security events were not stored: they are in this log alone');
      });
  }
}

const single = (event: SecurityEvent, at: number): NewEntry => ({
  ...entryOf(event, at),
  source: randomBytes(16).toString('base64url'),
});

const entryOf = (event: SecurityEvent, at: number): Omit<NewEntry, 'source'> => ({
  kind: event.kind,
  user_id: event.userId,
  actor_id: event.actorId ?? null,
  address: event.address?.slice(0, 64) ?? null,
  agent: event.agent ?? null,
  facts: event.facts ?? {},
  times: 1,
  first_at: new Date(at),
  last_at: new Date(at),
});

const inOne = (first: NewEntry, { times, last_at }: NewEntry): NewEntry => ({
  ...first,
  times: first.times + times,
  last_at,
});

const digestOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
