import polyglotI18nProvider from 'ra-i18n-polyglot';
import reactAdminEnglish from 'ra-language-english';
import type { I18nProvider } from 'react-admin';
import type { AppResource } from '../application/app-resource';
import { knownLabel } from '../application/app-resource';
import type { UiFeature } from '../application/feature';
import { english } from './en';

/** Texts by key, those of models and features among them; keys that no language knows read as their default. */
export function makeI18nProvider(
  models: readonly AppResource[],
  features: readonly UiFeature[],
): I18nProvider {
  const languages = languagesWith(models, features);
  const provider = polyglotI18nProvider(
    (locale) => languages[locale as keyof typeof languages] ?? languages.en,
    'en',
    [{ locale: 'en', name: 'English' }],
    { allowMissing: true },
  );
  const translate: I18nProvider['translate'] = (key, options) => {
    const label = labelOf(key);
    return provider.translate(key, label === undefined ? options : { ...options, _: label });
  };
  return { ...provider, translate };
}

/** What a model itself calls a field, where no language does: its labels come with its pages. */
function labelOf(key: string): string | undefined {
  const [, resource = '', source = ''] = /^resources\.([^.]+)\.fields\.(.+)$/.exec(key) ?? [];
  return resource === '' ? undefined : knownLabel(resource, source);
}

/** A further language is one more entry here and one more file like `en.ts`. */
function languagesWith(models: readonly AppResource[], features: readonly UiFeature[]) {
  const names = Object.fromEntries(models.map(({ name, label }) => [name, { name: label }]));
  const own = (language: string) =>
    Object.fromEntries(features.map(({ name, texts }) => [name, texts[language] ?? texts.en]));
  return {
    en: {
      ...reactAdminEnglish,
      ...english,
      ...own('en'),
      resources: { ...english.resources, ...names },
    },
  };
}
