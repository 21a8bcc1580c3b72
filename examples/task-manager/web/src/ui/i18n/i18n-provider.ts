import polyglotI18nProvider from 'ra-i18n-polyglot';
import reactAdminEnglish from 'ra-language-english';
import type { I18nProvider } from 'react-admin';
import type { AppResource } from '../application/app-resource';
import { english } from './en';

/** Texts by key, those of the models among them; keys that no language knows read as their default. */
export function makeI18nProvider(models: readonly AppResource[]): I18nProvider {
  const languages = languagesWith(models);
  return polyglotI18nProvider(
    (locale) => languages[locale as keyof typeof languages] ?? languages.en,
    'en',
    [{ locale: 'en', name: 'English' }],
    { allowMissing: true },
  );
}

/** A further language is one more entry here and one more file like `en.ts`. */
function languagesWith(models: readonly AppResource[]) {
  const modelMessages = Object.fromEntries(models.map(({ name, messages }) => [name, messages]));
  return {
    en: {
      ...reactAdminEnglish,
      ...english,
      resources: { ...english.resources, ...modelMessages },
    },
  };
}
