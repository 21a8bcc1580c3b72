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

/** Tables, tabs and chips. */
export function tables(ink: Ink): NonNullable<ThemeOptions['components']> {
  return {
    MuiChip: {
      defaultProps: { size: 'small' },
      styleOverrides: { root: { borderRadius: 6, fontWeight: 500 } },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: ink.line, fontSize: '0.8125rem' },
        head: {
          color: ink.quiet,
          fontSize: '0.75rem',
          fontWeight: 600,
          whiteSpace: 'nowrap',
          backgroundColor: ink.sunken,
          lineHeight: 1.5,
        },
        sizeSmall: { padding: '7px 12px' },
      },
    },
    MuiTableSortLabel: {
      styleOverrides: { root: { verticalAlign: 'top' }, icon: { fontSize: 15 } },
    },
    MuiTableRow: {
      styleOverrides: {
        root: { '&:last-child > td, &:last-child > th[scope="row"]': { borderBottom: 0 } },
      },
    },
    MuiTab: { styleOverrides: { root: { minHeight: 42, padding: '8px 14px', minWidth: 0 } } },
    MuiTabs: { styleOverrides: { root: { minHeight: 42 }, indicator: { height: 2 } } },
    MuiTablePagination: { styleOverrides: { root: { borderTop: `1px solid ${ink.line}` } } },
  };
}

/** Buttons and inputs. */
export function controls(ink: Ink): NonNullable<ThemeOptions['components']> {
  return {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'small', color: 'inherit' },
      styleOverrides: {
        root: {
          minHeight: 34,
          padding: '5px 12px',
          whiteSpace: 'nowrap',
          '&.Mui-focusVisible': { outline: `2px solid ${ink.primary}`, outlineOffset: 2 },
        },
        outlined: { borderColor: ink.strongLine, backgroundColor: ink.surface },
        startIcon: { marginRight: 6, '& > *:nth-of-type(1)': { fontSize: 17 } },
      },
    },
    MuiIconButton: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        root: {
          borderRadius: 8,
          '&.Mui-focusVisible': { outline: `2px solid ${ink.primary}`, outlineOffset: 2 },
        },
      },
    },
    MuiTextField: { defaultProps: { size: 'small', variant: 'outlined', margin: 'none' } },
    MuiFormControl: { defaultProps: { size: 'small', variant: 'outlined', margin: 'none' } },
    MuiInputBase: { styleOverrides: { root: { fontSize: '0.875rem' } } },
    MuiInputLabel: { styleOverrides: { root: { fontSize: '0.875rem' } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { backgroundColor: ink.surface, '&.Mui-disabled': { backgroundColor: ink.sunken } },
        notchedOutline: { borderColor: ink.strongLine },
      },
    },
    MuiFormHelperText: {
      styleOverrides: { root: { marginLeft: 2, '&:empty': { display: 'none' } } },
    },
    MuiAutocomplete: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        paper: { border: `1px solid ${ink.line}`, boxShadow: ink.shadow },
        listbox: { fontSize: '0.875rem' },
      },
    },
    MuiMenuItem: { styleOverrides: { root: { fontSize: '0.875rem', minHeight: 34 } } },
    MuiCheckbox: { defaultProps: { size: 'small' } },
  };
}
