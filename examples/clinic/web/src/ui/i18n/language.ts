import type { WritingDirection } from './locale';
import type { english } from './en';

/** Texts by key, as deep as they like. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** The shape of texts, whatever they say. */
type Same<T> = { readonly [K in keyof T]: T[K] extends string ? string : Same<T[K]> };

type Some<T> = { readonly [K in keyof T]?: T[K] extends string ? string : Some<T[K]> };

/** Every text of the back-office but those of its features: a language that lacks one does not compile. */
export type UiTexts = Same<typeof english>;

/** Some of them: words for more codes of the service and for more models stand beside those that English has. */
type SomeTexts = {
  readonly [K in keyof UiTexts]?: K extends 'problem' | 'resources' ? TextTree : Some<UiTexts[K]>;
};

/** What a model is called, its fields, and the values that they can be chosen from. */
export interface ModelWords {
  /** One and many: `Aufgabe |||| Aufgaben`. */
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Field -> value -> what it is called. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A file of `src/languages/`, under its code: `de.ts`. What it does not say is said in English. */
export interface Language {
  /** Which way it is written; from left to right, where it does not say. */
  readonly direction?: WritingDirection;
  /** What the back-office itself says; those of react-admin stand under `ra`, those of a feature under its name. */
  readonly texts?: SomeTexts & TextTree;
  /** The models of the application by their resources: `order_line`. */
  readonly models?: Readonly<Record<string, ModelWords>>;
}

/** The languages that there are beside English, by their codes; each is fetched when somebody chooses it. */
export type Languages = Readonly<Record<string, () => Promise<Language>>>;

const LANGUAGE_FILE = /(?:^|\/)([a-z]{2,3}(?:-[A-Za-z\d]+)*)\.ts$/;

/** The languages among files: `./languages/de.ts` is `de`, and `./languages/helpers.ts` is none. */
export const languagesIn = (files: Languages): Languages =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, load]) => {
      const [, code] = LANGUAGE_FILE.exec(path) ?? [];
      return code === undefined ? [] : [[code, load]];
    }),
  );

/** Texts with others put over them, key by key. */
export function merged(under: TextTree, over: TextTree): TextTree {
  const both = { ...under };
  for (const [key, text] of Object.entries(over)) {
    const below = both[key];
    both[key] = typeof below === 'object' && typeof text === 'object' ? merged(below, text) : text;
  }
  return both;
}
