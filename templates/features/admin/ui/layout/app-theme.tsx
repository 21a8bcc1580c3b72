import { CssBaseline, type ThemeOptions } from '@mui/material';
import { Suspense, lazy, useEffect, useMemo, type ReactNode } from 'react';
import { ThemeProvider, ThemesContext, useTranslate } from 'react-admin';
import { useApplication } from '../application';
import { loadFont } from '../theme/font';
import { themesIn } from '../theme/theme';

/** Colours and styles for the writing direction, and MUI's own texts; recreated when the language changes. */
export function AppTheme({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const { color } = useApplication();
  const direction = pageDirection();
  useEffect(() => void loadFont(), []);
  const themes = useMemo(() => {
    const inLanguage = (theme: ThemeOptions) => ({
      ...theme,
      direction,
      components: inWords(theme.components, translate),
    });
    const { lightTheme, darkTheme } = themesIn(color);
    return { lightTheme: inLanguage(lightTheme), darkTheme: inLanguage(darkTheme) };
  }, [color, direction, translate]);
  return (
    <ThemesContext.Provider value={themes}>
      <Direction>
        <ThemeProvider>
          <CssBaseline enableColorScheme />
          {children}
        </ThemeProvider>
      </Direction>
    </ThemesContext.Provider>
  );
}

const inWords = (
  components: ThemeOptions['components'],
  translate: (key: string) => string,
): ThemeOptions['components'] => ({
  ...components,
  MuiAlert: { ...components?.MuiAlert, defaultProps: { closeText: translate('app.close') } },
  MuiAutocomplete: {
    ...components?.MuiAutocomplete,
    defaultProps: {
      ...components?.MuiAutocomplete?.defaultProps,
      clearText: translate('ra.action.clear_input_value'),
      closeText: translate('app.close'),
      openText: translate('ra.action.open'),
      noOptionsText: translate('form.no_options'),
      loadingText: translate('app.loading'),
    },
  },
});

/** The current writing direction, from `<html dir>`. */
export const pageDirection = (): 'ltr' | 'rtl' =>
  globalThis.document?.dir === 'rtl' ? 'rtl' : 'ltr';

const RightToLeft = lazy(() =>
  import('../theme/right-to-left').then((module) => ({ default: module.RightToLeft })),
);

/** Mirrors every style where the page is written from right to left. */
export function Direction({ children }: { children: ReactNode }) {
  if (pageDirection() === 'ltr') return children;
  return (
    <Suspense fallback={null}>
      <RightToLeft>{children}</RightToLeft>
    </Suspense>
  );
}
