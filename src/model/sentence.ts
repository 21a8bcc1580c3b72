import type { Action, Model } from './model.js';

export type Verb = 'lists' | 'reads' | 'creates' | 'edits' | 'deletes' | 'writes';
export type SentenceAction = Exclude<Action, 'clone' | 'field'>;

/** The verbs of sentences, with their actions. */
export const VERBS: Readonly<Record<Verb, readonly SentenceAction[]>> = {
  lists: ['list'],
  reads: ['list', 'show'],
  creates: ['create'],
  edits: ['edit'],
  deletes: ['delete'],
  writes: ['create', 'edit', 'delete'],
};

/** A sentence about the access rules of a model, such as `never: a Viewer reads Bill.margin`, with all names looked up. */
export interface Sentence {
  /** The class of the model. */
  readonly model: string;
  /** The sentence as its author wrote it. */
  readonly text: string;
  /** The file and the line: `src/models/bill/bill.access.ts:12`. */
  readonly place: string;
  /** Whether these users never do it, or nobody else does it. */
  readonly kind: 'never' | 'only';
  /** The users, by any of these descriptions. */
  readonly who: readonly Users[];
  /** The actions, of which any counts. */
  readonly actions: readonly SentenceAction[];
  /** The field; null for the whole row. */
  readonly field: string | null;
  /** The rows; null for all rows. */
  readonly which: Tie | null;
}

/** Users by their role, and by their tie to a row. */
export interface Users {
  /** The role; null for every role. */
  readonly role: string | null;
  /** The tie to the row; null for users without regard to the row. */
  readonly tie: Tie | null;
}

/** How a row belongs to a user or a tenant. */
export interface Tie {
  /** The row belongs to the user, to somebody else, to a tenant of the user, to another tenant, or to nobody. */
  readonly is: 'user' | 'other user' | 'tenant' | 'other tenant' | 'nobody';
  /** The ways to the ids of the users or tenants to whom the row belongs. */
  readonly by: readonly Way[];
}

/** The way from a row to a field of its own, or of a parent row. */
export interface Way {
  /** The references to follow first. */
  readonly parents: readonly { readonly field: string; readonly model: string }[];
  /** The field. */
  readonly field: string;
}

/** A model with these sentences. */
export const setSentences = (
  { sentences: _, ...model }: Model,
  sentences: readonly string[],
): Model => (sentences.length === 0 ? model : { ...model, sentences });

const VERB = Object.keys(VERBS).join('|');

/** The class in a sentence. */
const CLASS = new RegExp(`(?<= (?:${VERB}) )\\w+`);

/** The fields in a sentence: `margin` in `reads Bill.margin`, `author` in `its author`. */
const FIELDS = new RegExp(`(?<= (?:${VERB}) \\w+\\.)\\w+|(?<=(?<!\\bof )\\bits )\\w+`, 'g');

/** The sentences of a model with another class name. */
export const withClassName = (sentences: readonly string[], name: string): string[] =>
  sentences.map((text) => text.replace(CLASS, name));

/** The sentences of a model with other names of fields, or without the sentences about fields whose new name is null. */
export function withFieldNames(
  sentences: readonly string[],
  names: ReadonlyMap<string, string | null>,
): string[] {
  const isGone = (text: string) =>
    (text.match(FIELDS) ?? []).some((name) => names.get(name) === null);
  return sentences
    .filter((text) => !isGone(text))
    .map((text) => text.replace(FIELDS, (name) => names.get(name) ?? name));
}
