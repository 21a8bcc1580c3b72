import polyglotI18nProvider from 'ra-i18n-polyglot';
import reactAdminEnglish from 'ra-language-english';
import type { I18nProvider, Locale } from 'react-admin';
import { LANGUAGE, store } from '../api/storage';
import { knownLabel, type AppResource, type UiFeature } from '../application';
import { fetchCode } from '../missing-code';
import { english } from './en';
import { languagesIn, merged, type Language, type Languages, type TextTree } from './language';
import { beginLanguage, currentLocale, languageName, preferredLanguage } from './locale';
import { pluralRules, withAllForms } from './plurals';

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
