/** A place that a codemod cannot rewrite, and why. */
export interface LeftPlace {
  readonly line: number;
  readonly why: string;
}

/** A text after a codemod, and the places that the developer has to rewrite. */
export interface Rewritten {
  readonly text: string;
  readonly left: readonly LeftPlace[];
}
