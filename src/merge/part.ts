import type { ts } from '../code/typescript.js';

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

/** A place in a part that holds one part (`from` includes its punctuation) or a list. */
export type Slot = SlotName &
  (
    | { readonly from: number; readonly part: Part }
    | { readonly end: number; readonly list: PartList }
  );

interface SlotName {
  readonly name: string;
  /** Whether it holds the part's name, how the part is declared (modifiers, parameters, types), or what is in it. */
  readonly holds: 'name' | 'frame' | 'content';
}

/**
 * What identifies entries among their siblings, the strongest first. A column that is renamed keeps its `column`, one that gets
 * another column keeps its `name`; `meaning` is the last resort of all.
 */
export const IDENTITY_KINDS = [
  // The place of an argument or parameter; what there is one of, such as `return`.
  'position',
  'syntax',
  // What the database or the model knows it by.
  'column',
  'relation',
  'entity',
  'definition',
  'defined',
  // A decorator with what it lists, then alone.
  'constraint',
  'decorator',
  // What it is about: a path, a source, a module.
  'call',
  'element',
  'object',
  'export',
  'name',
  'accessor',
  'callee',
  'meaning',
] as const;

/** What an entry is known by: two entries of a list with the same identity are one. */
export interface Identity {
  readonly by: (typeof IDENTITY_KINDS)[number];
  readonly value: string;
}

/** What an entry is for its list, where that and not its kind decides what it is compared with. */
export type Role = 'argument' | 'parameter' | 'declaration' | 'element' | 'item';

/** A kind of syntax: the compiler's for code, `list` for what merges only as a whole, the others for JSON and YAML. */
export type Kind = keyof typeof ts.SyntaxKind | 'list' | 'object' | 'array' | 'entry' | 'scalar';

/** A piece of a text that can be found, compared, replaced and removed as a whole. */
export interface Part {
  readonly kind: Kind;
  readonly role: Role | null;
  /** Which data it is, if any: what both sides add to that goes together. */
  readonly data: 'object' | 'array' | 'entry' | null;
  readonly start: number;
  readonly end: number;
  readonly identities: readonly Identity[];
  /**
   * Whether it is known by its identities alone, as the column `title` is, or may also be taken for what stands at its place,
   * as the second string of an array may when both have changed.
   */
  readonly pairing: 'key' | 'place';
  /** The tokens without trivia, in one spelling. */
  readonly meaning: string;
  /** `meaning` without the part's own name: what stays the same when it is renamed. */
  readonly shape: string | null;
  /** What the part says in the terms of the model (a column, a relation); null where nothing is known. */
  readonly says: string | null;
  /** Whether the part holds what cannot be read, so that its absence in a render says nothing. */
  readonly opaque: boolean;
  /** Whether comments above it belong to what holds it, as those above a first decorator do. */
  readonly bare: boolean;
  /** The name of a declaration that is spoken of in its own file alone. */
  readonly local: string | null;
  /** How the name of a text is written: `number` in `number: 'No.'`. */
  readonly label: string | null;
  /** What stands under a type that is only checked: the object in `{ ... } satisfies Rules`. */
  readonly untyped: Part | null;
  /** Words of the part itself (`const`, `extends`) that stand in no slot. */
  readonly skeleton: string;
  /** Null where the part merges only as a whole. */
  readonly slots: readonly Slot[] | null;
}

/** What most parts have not. */
export const PLAIN = {
  role: null,
  data: null,
  shape: null,
  says: null,
  opaque: false,
  bare: false,
  local: null,
  label: null,
  untyped: null,
  skeleton: '',
  slots: null,
} as const satisfies Partial<Part>;

/** The identity of a part that has no other. */
export const byMeaning = (meaning: string): Identity => ({ by: 'meaning', value: meaning });

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
