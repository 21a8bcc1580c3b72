import polyglotI18nProvider from 'ra-i18n-polyglot';
import reactAdminEnglish from 'ra-language-english';
import { resources } from '../pages/resources.gen';
import { english } from './en';

const modelMessages = Object.fromEntries(resources.map(({ name, messages }) => [name, messages]));

/** A further language is one more entry here and one more file like `en.ts`. */
const languages = {
  en: {
    ...reactAdminEnglish,
    ...english,
    resources: { ...english.resources, ...modelMessages },
  },
};

/** Texts by key; keys that no language knows read as their default. */
export const i18nProvider = polyglotI18nProvider(
  (locale) => languages[locale as keyof typeof languages] ?? languages.en,
  'en',
  [{ locale: 'en', name: 'English' }],
  { allowMissing: true },
);
