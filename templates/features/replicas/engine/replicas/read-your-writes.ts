import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import type { CommitListener } from '../database/postgres/traced-query-runner.js';
import type { NumericId } from '../fields/record-id.js';

/**
 * A position in a database's write-ahead log: how many bytes, on which timeline. A server that takes over after a failover
 * begins a new timeline, on which the same number of bytes means something else.
 */
export interface WritePosition {
  readonly timeline: number;
  readonly bytes: number;
}

/** A position that no replica reaches. */
const UNREACHABLE: WritePosition = { timeline: Infinity, bytes: Infinity };

/** Whether a server at `position` has everything up to `required`. */
export const reaches = (position: WritePosition, required: WritePosition): boolean =>
  position.timeline >= required.timeline && position.bytes >= required.bytes;

/** The position that covers both. */
export const furthest = (one: WritePosition, other: WritePosition): WritePosition => ({
  timeline: Math.max(one.timeline, other.timeline),
  bytes: Math.max(one.bytes, other.bytes),
});

/** The form that clients get: `1-50331648`. */
export const formatPosition = ({ timeline, bytes }: WritePosition): string =>
  `${timeline}-${bytes}`;

/** Parses the output of `formatPosition`; anything else becomes a position that no replica reaches. */
export function parsePosition(text: string): WritePosition {
  const [, timeline, bytes] = /^(\d{1,9})-(\d{1,15})$/.exec(text) ?? [];
  return timeline === undefined
    ? UNREACHABLE
    : { timeline: Number(timeline), bytes: Number(bytes) };
}

/** The primary's write position, in the form of `formatPosition`. */
export const POSITION =
  `SELECT ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int || '-' || (lsn - '0/0'::pg_lsn) AS position ` +
  `FROM pg_current_wal_insert_lsn() AS at (lsn)`;

/** A request, for the servers that read for it. */
export interface TrackedRequest {
  /** Whether it only reads: a write also reads from the primary. */
  readonly readsOnly: boolean;
  /** The last write of its client elsewhere, if the client says so. */
  readonly since: WritePosition | null;
  /** Undefined if not signed in. */
  userId(): NumericId | undefined;
  /** Called for each of its commits. */
  wrote(position: WritePosition): void;
}

/** What a read of the request must see. */
export interface ReadRequirement {
  readonly since: WritePosition | null;
  readonly userId: NumericId | undefined;
}

const MAX_TRACKED_USERS = 10_000;

interface Flow {
  readonly request: TrackedRequest;
  hasWritten: boolean;
}

const flow = new AsyncLocalStorage<Flow>();

/** Runs a request: its reads and writes belong to its user. */
export const track = <T>(request: TrackedRequest, work: () => T): T =>
  flow.run({ request, hasWritten: false }, work);

/** Tracks each user's last write, so that they read their own writes from any server. */
export class ReadYourWrites implements CommitListener {
  readonly question = POSITION;
  /** The position for users that are no longer tracked. */
  #floor: WritePosition | null = null;
  readonly #users = new LRUCache<NumericId, WritePosition>({
    max: MAX_TRACKED_USERS,
    dispose: (position, _user, reason) => {
      if (reason === 'evict') this.#floor = furthest(this.#floor ?? position, position);
    },
  });

  /** Whether commits are to be tracked, since a request is running. */
  get isListening(): boolean {
    return flow.getStore() !== undefined;
  }

  /** What the current request must see; null where only the primary will do: in a write, a job, a seed. */
  requirement(): ReadRequirement | null {
    const store = flow.getStore();
    // What it started may still run, and relies on what was written.
    if (!store?.request.readsOnly || store.hasWritten) return null;
    const userId = store.request.userId();
    const own = userId === undefined ? this.#floor : (this.#users.get(userId) ?? this.#floor);
    const { since } = store.request;
    return { since: own && since ? furthest(own, since) : (own ?? since), userId };
  }

  hear({ position }: { readonly position: string }): void {
    this.wrote(parsePosition(position));
  }

  /** The current request has committed, before `position`. */
  wrote(position: WritePosition): void {
    const store = flow.getStore();
    if (!store) return;
    store.hasWritten = true;
    const userId = store.request.userId();
    if (userId !== undefined)
      this.#users.set(userId, furthest(this.#users.get(userId) ?? position, position));
    store.request.wrote(position);
  }
}
