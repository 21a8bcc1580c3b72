import { CssBaseline, type ThemeOptions } from '@mui/material';
import { useMemo, type ReactNode } from 'react';
import { ThemeProvider, ThemesContext, useTranslate } from 'react-admin';
import { Direction, pageDirection } from '../theme/direction';
import { darkTheme, lightTheme } from '../theme/theme';

/** Colours and styles for the writing direction, and MUI's own texts; recreated when the language changes. */
export function AppTheme({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const direction = pageDirection();
  const themes = useMemo(() => {
    const inLanguage = (theme: ThemeOptions) => ({
      ...theme,
      direction,
      components: inWords(theme.components, translate),
    });
    return { lightTheme: inLanguage(lightTheme), darkTheme: inLanguage(darkTheme) };
  }, [direction, translate]);
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
