import type { english } from './en';

/** Texts by key, nested to any depth. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** The structure of texts, with any contents. */
type Same<T> = { readonly [K in keyof T]: T[K] extends string ? string : Same<T[K]> };

type Some<T> = { readonly [K in keyof T]?: T[K] extends string ? string : Some<T[K]> };

/** Every text of the back-office except its features': a language that lacks one does not compile. */
export type UiTexts = Same<typeof english>;

/** Some of them: further codes of the service and further models are possible. */
type SomeTexts = {
  readonly [K in keyof UiTexts]?: K extends 'problem' | 'resources' ? TextTree : Some<UiTexts[K]>;
};

/** The names of a model, its fields, and the values to choose from. */
export interface ModelWords {
  /** Singular and plural: `Aufgabe |||| Aufgaben`. */
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Field -> value -> its name. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A file of `src/languages/`, named by its code: `de.ts`. Missing texts are in English. */
export interface Language {
  /** The writing direction; left to right by default. */
  readonly direction?: WritingDirection;
  /** The back-office's own texts; those of react-admin are under `ra`, those of a feature under its name. */
  readonly texts?: SomeTexts & TextTree;
  /** The models of the application by resource: `order_line`. */
  readonly models?: Readonly<Record<string, ModelWords>>;
}

/** The languages besides English, by code; each is loaded when chosen. */
export type Languages = Readonly<Record<string, () => Promise<Language>>>;

const LANGUAGE_FILE = /(?:^|\/)([a-z]{2,3}(?:-[A-Za-z\d]+)*)\.ts$/;

/** The languages among files: `./languages/de.ts` is `de`, and `./languages/helpers.ts` is not one. */
export const languagesIn = (files: Languages): Languages =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, load]) => {
      const [, code] = LANGUAGE_FILE.exec(path) ?? [];
      return code === undefined ? [] : [[code, load]];
    }),
  );

/** Texts overridden by others, key by key. */
export function merged(under: TextTree, over: TextTree): TextTree {
  const both = { ...under };
  for (const [key, text] of Object.entries(over)) {
    const below = both[key];
    both[key] = typeof below === 'object' && typeof text === 'object' ? merged(below, text) : text;
  }
  return both;
}

/** The language of the page, with the reader's region if known; undefined until one is chosen. */
let locale: string | undefined;

/** The attributes in `index.html`: a developer may have replaced English, and the writing direction. */
const INITIAL = { lang: globalThis.document?.documentElement?.lang, dir: globalThis.document?.dir };

export type WritingDirection = 'ltr' | 'rtl';

/** The locale for `Intl`: `de`, or `en-GB` for English in a British browser. */
export const currentLocale = (): string | undefined => locale;

/** Switches the page to this language: formatting, `<html lang>` and `<html dir>`. */
export function beginLanguage(code: string, direction?: WritingDirection): void {
  locale = localeOf(code, browserLanguages());
  const page = globalThis.document?.documentElement;
  if (page === undefined) return;
  page.lang = code === 'en' ? INITIAL.lang || code : code;
  page.dir = direction ?? INITIAL.dir ?? '';
}

/** A language with the region of a reader with these languages, for dates and numbers. */
export function localeOf(code: string, preferred: readonly string[]): string {
  return preferred.find((one) => one === code || one.startsWith(`${code}-`)) ?? code;
}

/** The first of the wanted languages that is available, in any region; English if there is none. */
export function preferredLanguage(
  codes: readonly string[],
  preferred = browserLanguages(),
): string {
  const found = preferred.flatMap((one) => [
    ...codes.filter((code) => code.toLowerCase() === one.toLowerCase()),
    ...codes.filter((code) => baseOf(code) === baseOf(one)),
  ]);
  return found[0] ?? 'en';
}

/** A language's own name: `Deutsch`. */
export function languageName(code: string): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** A formatter of the page's language, created once per language. */
export function inLanguage<T>(make: (locale: string | undefined) => T): () => T {
  let made: { locale: string | undefined; format: T } | undefined;
  return () => {
    if (made === undefined || made.locale !== locale) made = { locale, format: make(locale) };
    return made.format;
  };
}

const browserLanguages = (): readonly string[] => globalThis.navigator?.languages ?? [];

const baseOf = (code: string): string | undefined => code.toLowerCase().split('-')[0];
