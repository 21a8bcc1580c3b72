import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';

/**
 * A place in what a database has written: how many bytes, on which timeline. A server that takes the place of a lost one begins
 * a new timeline, where the same number of bytes is something else.
 */
export interface WritePosition {
  readonly timeline: number;
  readonly bytes: number;
}

/** A place that no replica reaches. */
const UNREACHABLE: WritePosition = { timeline: Infinity, bytes: Infinity };

/** Whether what stands at `required` is there for who has come as far as `position`. */
export const reaches = (position: WritePosition, required: WritePosition): boolean =>
  position.timeline >= required.timeline && position.bytes >= required.bytes;

/** The place that has both. */
export const furthest = (one: WritePosition, other: WritePosition): WritePosition => ({
  timeline: Math.max(one.timeline, other.timeline),
  bytes: Math.max(one.bytes, other.bytes),
});

/** As it is handed to clients: `1-50331648`. */
export const formatPosition = ({ timeline, bytes }: WritePosition): string =>
  `${timeline}-${bytes}`;

/** What `formatPosition` has told; what nobody can make sense of is a place that no replica reaches. */
export function parsePosition(text: string): WritePosition {
  const [, timeline, bytes] = /^(\d{1,9})-(\d{1,15})$/.exec(text) ?? [];
  return timeline === undefined
    ? UNREACHABLE
    : { timeline: Number(timeline), bytes: Number(bytes) };
}

/** One request, as those who read for it see it. */
export interface TrackedRequest {
  /** Whether it only reads: what a write reads comes from where it writes. */
  readonly readsOnly: boolean;
  /** What its client has written elsewhere, as far as they say. */
  readonly since: WritePosition | null;
  /** Undefined for who is not signed in. */
  userId(): number | undefined;
  /** Is told of each of its commits. */
  wrote(position: WritePosition): void;
}

/** What a request must find in what it reads. */
export interface ReadRequirement {
  readonly since: WritePosition | null;
  readonly userId: number | undefined;
}

const REMEMBERED_USERS = 10_000;

/** Who wrote what last: everybody finds their own writes, wherever they are read. */
export class ReadYourWrites {
  readonly #flow = new AsyncLocalStorage<{ request: TrackedRequest; hasWritten: boolean }>();
  /** Of those who are not remembered any more. */
  #floor: WritePosition | null = null;
  readonly #users = new LRUCache<number, WritePosition>({
    max: REMEMBERED_USERS,
    dispose: (position, _user, reason) => {
      if (reason === 'evict') this.#floor = furthest(this.#floor ?? position, position);
    },
  });

  /** Runs a request: what it reads and writes is its user's. */
  run<T>(request: TrackedRequest, work: () => T): T {
    return this.#flow.run({ request, hasWritten: false }, work);
  }

  /** Whether a request runs, so that somebody wants to know of commits. */
  get isTracking(): boolean {
    return this.#flow.getStore() !== undefined;
  }

  /** What the running request must find; null where nothing but the primary will do: in a write, a job, a seed. */
  requirement(): ReadRequirement | null {
    const store = this.#flow.getStore();
    // What it set going may run on, and counts on what was written.
    if (!store?.request.readsOnly || store.hasWritten) return null;
    const userId = store.request.userId();
    const own = userId === undefined ? this.#floor : (this.#users.get(userId) ?? this.#floor);
    const { since } = store.request;
    return { since: own && since ? furthest(own, since) : (own ?? since), userId };
  }

  /** The running request has committed; the commit lies before `position`. */
  wrote(position: WritePosition): void {
    const store = this.#flow.getStore();
    if (!store) return;
    store.hasWritten = true;
    const userId = store.request.userId();
    if (userId !== undefined)
      this.#users.set(userId, furthest(this.#users.get(userId) ?? position, position));
    store.request.wrote(position);
  }
}
