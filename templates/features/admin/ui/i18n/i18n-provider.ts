import polyglotI18nProvider from 'ra-i18n-polyglot';
import reactAdminEnglish from 'ra-language-english';
import type { I18nProvider, Locale } from 'react-admin';
import { LANGUAGE, store } from '../api/storage';
import { knownLabel, type AppResource, type UiFeature } from '../application';
import { fetchCode } from '../missing-code';
import { english } from './en';
import {
  beginLanguage,
  currentLocale,
  languageName,
  languagesIn,
  merged,
  preferredLanguage,
  type Language,
  type Languages,
  type TextTree,
} from './language';

/** The fallback for readers of other languages, and for missing texts. */
const ENGLISH = 'en';

/** Loads the texts, starting with the language chosen in this browser, or else the first available one of the browser's. */
export function startLanguage(
  models: readonly AppResource[],
  features: readonly UiFeature[],
  files: Languages,
): I18nProvider {
  const languages = languagesIn(files);
  const codes = languageCodes(languages);
  const chosen = store.getItem<string>(LANGUAGE);
  if (chosen === undefined || !codes.includes(chosen))
    store.setItem(LANGUAGE, preferredLanguage(codes));
  return makeI18nProvider(models, features, languages);
}

/** Texts by key, including those of models and features; unknown keys read as their default. */
export function makeI18nProvider(
  models: readonly AppResource[],
  features: readonly UiFeature[],
  languages: Languages = {},
): I18nProvider {
  const codes = languageCodes(languages);
  const textsIn = (code: string, language: Language) => {
    beginLanguage(code, language.direction);
    return allTexts(code, language, models, features);
  };
  const provider = polyglotI18nProvider(
    (code) => {
      const load = languages[code];
      if (load === undefined) return textsIn(ENGLISH, {});
      return fetchCode(load).then((language) => textsIn(code, language));
    },
    // Custom English texts have to be loaded like any other language.
    ENGLISH in languages ? '' : ENGLISH,
    [],
    { allowMissing: true, replace: withNumbers, pluralRules: pluralRules(codes) },
  );
  const translate: I18nProvider['translate'] = (key, options) => {
    const label = labelOf(key);
    return provider.translate(key, label === undefined ? options : { ...options, _: label });
  };
  // Names of languages are only needed when the menu opens, and are expensive to determine.
  let locales: Locale[] | undefined;
  const getLocales = () =>
    (locales ??= codes.map((locale) => ({ locale, name: languageName(locale) })));
  return { ...provider, translate, getLocales };
}

/** The languages to choose from, English first. */
export const languageCodes = (languages: Languages): readonly string[] => [
  ...new Set([ENGLISH, ...Object.keys(languages)]),
];

/** A model's own label of a field, if no language has one: labels are loaded with its pages. */
function labelOf(key: string): string | undefined {
  const [, resource = '', source = ''] = /^resources\.([^.]+)\.fields\.(.+)$/.exec(key) ?? [];
  return resource === '' ? undefined : knownLabel(resource, source);
}

/** All texts of a language, on top of the English ones. */
function allTexts(
  code: string,
  { texts = {}, models: words = {} }: Language,
  models: readonly AppResource[],
  features: readonly UiFeature[],
): typeof reactAdminEnglish {
  const names = Object.fromEntries(models.map(({ name, label }) => [name, { name: label }]));
  const own = Object.fromEntries(
    features.map((feature) => [feature.name, { ...feature.texts.en, ...feature.texts[code] }]),
  );
  const reactAdmin = reactAdminEnglish as unknown as TextTree;
  const under: TextTree = { ...reactAdmin, ...english, ...own };
  const named = merged(under, { resources: names });
  const translations = merged(merged(named, texts), { resources: words as TextTree });
  return withAllForms(translations, code) as unknown as typeof reactAdminEnglish;
}

/** Formats numbers in sentences by the language. */
function withNumbers(this: string, wanted: RegExp, valueOf: (...match: string[]) => unknown) {
  return this.replace(wanted, (...match: string[]) => {
    const value = valueOf(...match);
    return typeof value === 'number' ? value.toLocaleString(currentLocale()) : String(value);
  });
}

const ORDER: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];
const BETWEEN = ' |||| ';

/** The plural forms of a language, in the order of its texts. */
function categoriesOf(code: string): readonly Intl.LDMLPluralRule[] {
  const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions();
  return ORDER.filter((one) => pluralCategories.includes(one));
}

/** How polyglot chooses among the forms of a text: like `Intl.PluralRules`. */
export function pluralRules(codes: readonly string[]) {
  const chooserOf = (code: string) => {
    const rules = new Intl.PluralRules(code);
    const categories = categoriesOf(code);
    return (count: number) => categories.indexOf(rules.select(count));
  };
  return {
    pluralTypes: Object.fromEntries(codes.map((code) => [code, chooserOf(code)])),
    pluralTypeToLanguages: Object.fromEntries(codes.map((code) => [code, [code]])),
  };
}

/** Texts with as many forms as the language has: two are singular and plural, and the last one is repeated for missing ones. */
export function withAllForms(texts: TextTree, code: string): TextTree {
  const categories = categoriesOf(code);
  const complete = (text: string): string => {
    const forms = text.split(BETWEEN);
    if (forms.length === 1 || forms.length === categories.length) return text;
    const last = forms.at(-1)!;
    if (forms.length > 2) return categories.map((_, at) => forms[at] ?? last).join(BETWEEN);
    return categories.map((one) => (one === 'one' ? forms[0] : last)).join(BETWEEN);
  };
  const all = (tree: TextTree): TextTree =>
    Object.fromEntries(
      Object.entries(tree).map(([key, text]) => [
        key,
        typeof text === 'string' ? complete(text) : all(text),
      ]),
    );
  return all(texts);
}
