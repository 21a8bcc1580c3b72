import type { ts } from '../code/typescript.js';

/**
 * How the entries of a list are written: each on a line (members, statements, JSX children), with commas between,
 * as words in front of something (modifiers, decorators), or as words behind it (attributes, heritage).
 */
export type ListStyle = 'lines' | 'commas' | 'words' | 'attributes';

/** Entries beside each other: members, statements, arguments, keys, JSX children. */
export interface PartList {
  readonly style: ListStyle;
  /** Whether the order matters (statements), so that unnamed entries pair up by place. */
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
 * What identifies entries among their siblings, strongest first. A renamed property keeps its `column`, one that gets another
 * column keeps its `name`; `meaning` is the last resort.
 */
export const IDENTITY_KINDS = [
  // The place of an argument or parameter; singletons such as `return`.
  'position',
  'syntax',
  // Its name in the database or the model.
  'column',
  'relation',
  'entity',
  'definition',
  'defined',
  // A decorator with the columns it lists, then alone.
  'constraint',
  'decorator',
  // Its subject: a path, a source, a module.
  'call',
  'element',
  'object',
  'export',
  'name',
  'accessor',
  'callee',
  'meaning',
] as const;

/** Identifies an entry: entries of a list with the same identity are the same. */
export interface Identity {
  readonly by: (typeof IDENTITY_KINDS)[number];
  readonly value: string;
}

/** The role of an entry, where that and not its kind decides what it is compared with. */
export type Role = 'argument' | 'parameter' | 'declaration' | 'element' | 'item';

/** A kind of syntax: the compiler's for code, `list` for lists that merge only as a whole, the others for JSON and YAML. */
export type Kind = keyof typeof ts.SyntaxKind | 'list' | 'object' | 'array' | 'entry' | 'scalar';

/** A piece of a text that can be found, compared, replaced and removed as a whole. */
export interface Part {
  readonly kind: Kind;
  readonly role: Role | null;
  /** The kind of data, if any: additions of both sides are combined. */
  readonly data: 'object' | 'array' | 'entry' | null;
  readonly start: number;
  readonly end: number;
  readonly identities: readonly Identity[];
  /**
   * Whether it is matched by its identities alone, like the column `title`, or also by place, like the second string of an
   * array when both have changed.
   */
  readonly pairing: 'key' | 'place';
  /** The tokens without trivia, normalized. */
  readonly meaning: string;
  /** `meaning` without the part's own name: what stays the same when it is renamed. */
  readonly shape: string | null;
  /** The meaning of the part for the model (a column, a relation) in a canonical form; null where unknown. */
  readonly facts: string | null;
  /** Whether the part cannot be read, so that its absence in a render means nothing. */
  readonly unread: boolean;
  /** Whether comments above it belong to what holds it, as those above a first decorator do. */
  readonly bare: boolean;
  /** The name of a declaration that is only used in its own file. */
  readonly local: string | null;
  /** The key of a text as written: `number` in `number: 'No.'`. */
  readonly label: string | null;
  /** What it is sorted by among entries that another branch has added, where that is not its name. */
  readonly rank: string | null;
  /** The value that it stands for: in a type check, in a call of one argument, or in a constant that only it uses. */
  readonly inner: Part | null;
  /** The function that the part is or declares. */
  readonly callable: Callable | null;
  /** Keywords of the part itself (`const`, `extends`), outside of slots. */
  readonly skeleton: string;
  /** Null where the part merges only as a whole. */
  readonly slots: readonly Slot[] | null;
}

/** A function with the same slots in every form: `function f() {}`, `const f = () => ...`, `const f = memo(() => ...)`. */
export interface Callable extends Part {
  /** How it is written. */
  readonly form: string;
  /** Whether its body is a block, and not only an expression. */
  readonly isBlock: boolean;
}

/** Defaults of most parts. */
export const PLAIN = {
  role: null,
  data: null,
  shape: null,
  facts: null,
  unread: false,
  bare: false,
  local: null,
  label: null,
  rank: null,
  inner: null,
  callable: null,
  skeleton: '',
  slots: null,
} as const satisfies Partial<Part>;

/** The identity of a part that has no other. */
export const byMeaning = (meaning: string): Identity => ({ by: 'meaning', value: meaning });

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text with its structure: parts, comments, and what determines the style of new text. */
export interface Source {
  readonly text: string;
  readonly root: Part;
  readonly comments: readonly Span[];
  /** Multi-line literals, which must not be reindented. */
  readonly verbatim: readonly Span[];
  /** Semicolons that only end a statement or member. */
  readonly semicolons: readonly number[];
  /** Quoted strings that may be written with either quote. */
  readonly strings: readonly Span[];
}
