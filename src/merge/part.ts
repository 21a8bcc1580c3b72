/**
 * How the entries of a list are written: each on a line (members, statements, JSX children), with commas between,
 * as words in front of something (modifiers, decorators), or as words behind it (attributes, heritage).
 */
export type ListStyle = 'lines' | 'commas' | 'words' | 'attributes';

/** Entries beside each other: members, statements, arguments, keys, JSX children. */
export interface PartList {
  readonly style: ListStyle;
  /** Whether the order says something (statements), so that unnamed entries pair up by place. */
  readonly ordered: boolean;
  /** The offsets just inside the brackets; both are the list's place when it has none. */
  readonly open: number;
  readonly close: number;
  readonly entries: readonly Part[];
}

/** A named place in a part that holds one part (`from` includes its punctuation) or a list. */
export type Slot =
  | { readonly name: string; readonly from: number; readonly part: Part }
  | { readonly name: string; readonly end: number; readonly list: PartList };

/** A piece of a text that can be found, compared, replaced and removed as a whole. */
export interface Part {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** Identities among siblings, the strongest first. */
  readonly keys: readonly string[];
  /** The tokens without trivia, in one spelling. */
  readonly meaning: string;
  /** `meaning` without the part's own name: what stays the same when it is renamed. */
  readonly shape: string | null;
  /** What the part says in the terms of the model (a column, a relation); null where nothing is known. */
  readonly says: string | null;
  /** Whether the part holds what cannot be read, so that its absence in a render says nothing. */
  readonly opaque: boolean;
  /** Whether comments above it belong to what holds it, as those above a first decorator do. */
  readonly bare?: boolean;
  /** Words of the part itself (`const`, `extends`) that stand in no slot. */
  readonly skeleton: string;
  /** Null where the part merges only as a whole. */
  readonly slots: readonly Slot[] | null;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text with its structure: the parts, the comments, and what decides how new text is written. */
export interface Source {
  readonly text: string;
  readonly root: Part;
  readonly comments: readonly Span[];
  /** Multi-line literals, whose lines must not be indented anew. */
  readonly verbatim: readonly Span[];
  /** Semicolons that only end a statement or member. */
  readonly semicolons: readonly number[];
  /** Quoted strings that may be written with either quote. */
  readonly strings: readonly Span[];
}
