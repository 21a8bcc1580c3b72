/** What people of one trade write down; `{...}` in a sentence is filled in. */
export interface Trade {
  /** The models, in snake case, by which it is recognised. */
  readonly models: RegExp;
  /** Titles of orders and tasks. */
  readonly work: readonly string[];
  /** Subjects of appointments. */
  readonly visits: readonly string[];
  /** What is wrong when somebody complains, in a few words. */
  readonly faults: readonly string[];
  /** What was found or done about it, in a sentence. */
  readonly findings: readonly string[];
  /** What is sold, used or kept in stock. */
  readonly goods: readonly string[];
  /** What follows the names of goods when there are more goods than names. */
  readonly variants: readonly string[];
  /** Categories of goods or of work. */
  readonly kinds: readonly string[];
  /** Sentences for notes. */
  readonly remarks: readonly string[];
  /** Job titles. */
  readonly jobs: readonly string[];
}
