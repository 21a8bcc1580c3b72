import type { ts } from './typescript.js';

/** A part of a class that cannot be read, and why. */
export interface UnreadMember {
  readonly kind: 'unread';
  /** The property, or a decorator: `@Index`. */
  readonly property: string;
  readonly node: ts.Node;
  readonly why: string;
  /** The advice for the developer; by default to write the member as a literal. */
  readonly help?: string;
  /** The decorated member; null for the class. */
  readonly over?: string;
  /** The columns that a decorator concerns, where known. */
  readonly columns?: readonly string[];
  /** Members that it may contain under other names; null where any may. */
  readonly holds?: readonly string[] | null;
}
