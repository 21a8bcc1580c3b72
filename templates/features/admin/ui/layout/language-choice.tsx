import { useLocaleState, useLocales, useTranslate } from 'react-admin';
import { Segments } from '../components/segments';

/** The languages of this application, and the current one; empty if there is only one. */
export function useLanguages() {
  const all = useLocales();
  const [current, choose] = useLocaleState();
  return { languages: all.length > 1 ? all : [], current, choose };
}

/** A button for each language, in its own name. */
export function LanguageButtons() {
  const translate = useTranslate();
  const { languages, current, choose } = useLanguages();
  if (languages.length === 0) return null;
  return (
    <Segments
      label={translate('app.language')}
      options={languages.map(({ locale, name }) => ({ value: locale, text: name, lang: locale }))}
      chosen={current}
      onChoose={choose}
    />
  );
}
