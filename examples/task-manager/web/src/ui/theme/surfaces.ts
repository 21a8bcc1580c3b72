import type { ThemeOptions } from '@mui/material/styles';
import type { Ink } from './palette';

/** Paper, dialogs and what floats. */
export function surfaces(ink: Ink): NonNullable<ThemeOptions['components']> {
  return {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontSize: '0.875rem', WebkitFontSmoothing: 'antialiased' },
        ':focus-visible': { outline: `2px solid ${ink.primary}`, outlineOffset: 2 },
        a: {
          color: ink.primary,
          textDecoration: 'none',
          '&:hover': { textDecoration: 'underline' },
        },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            transitionDuration: '0.01ms !important',
          },
        },
      },
    },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: {
        root: { backgroundImage: 'none' },
        outlined: { borderColor: ink.line },
      },
    },
    MuiPopover: {
      styleOverrides: { paper: { border: `1px solid ${ink.line}`, boxShadow: ink.shadow } },
    },
    MuiDialog: {
      styleOverrides: { paper: { border: `1px solid ${ink.line}`, boxShadow: ink.shadow } },
    },
    MuiDialogTitle: {
      styleOverrides: { root: { fontSize: '1rem', fontWeight: 650, padding: '20px 24px 8px' } },
    },
    MuiDialogActions: {
      styleOverrides: { root: { padding: '12px 24px 20px', gap: 4, flexWrap: 'wrap' } },
    },
    MuiTooltip: {
      defaultProps: { enterDelay: 400 },
      styleOverrides: { tooltip: { fontSize: '0.75rem', backgroundColor: ink.tip } },
    },
    MuiSnackbarContent: { styleOverrides: { root: { fontSize: '0.8125rem' } } },
  };
}
