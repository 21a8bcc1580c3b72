import type { ts } from './typescript.js';

/** What a class says and cannot be read, with what stood in the way. */
export interface Opaque {
  readonly kind: 'opaque';
  /** The property, or a decorator: `@Index`. */
  readonly property: string;
  readonly node: ts.Node;
  readonly why: string;
  /** What to do about it, where that is not to write it out. */
  readonly help?: string;
  /** The member that a decorator stands over; the class where there is none. */
  readonly over?: string;
  /** The columns that a decorator is about, where these are known: it says nothing of others. */
  readonly columns?: readonly string[];
  /** Members that may stand in it under other names than its own; null where any may. */
  readonly holds?: readonly string[] | null;
}
