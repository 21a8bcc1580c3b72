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
