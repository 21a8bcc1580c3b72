import { alpha, darken, lighten, type ThemeOptions } from '@mui/material';
import { DARK, LIGHT, type Ink } from './palette';
import { CELL, box, reactAdmin } from './react-admin';
import { values } from './tone';

const FONT = [
  'Inter',
  'system-ui',
  '-apple-system',
  '"Segoe UI"',
  'Roboto',
  '"Helvetica Neue"',
  'Arial',
  'sans-serif',
].join(',');

/** Fixed sizes that several parts of the page share. */
export const MEASURES = { sidebar: 232, header: 56, bar: 57, page: 1440, form: 960 };

/** What is of no use on paper: controls to click, type into or choose from. */
const SCREEN_ONLY = [
  'nav',
  '.on-screen',
  '.MuiButton-root',
  '.MuiIconButton-root',
  '.MuiCheckbox-root',
  '.MuiTablePagination-root',
  '.MuiTableCell-paddingCheckbox',
  `.${CELL.check}`,
  '.MuiTableSortLabel-icon',
  '.MuiSnackbar-root',
].join(', ');

/** The printed page: all of it, in black, without controls. */
const PRINT = {
  [SCREEN_ONLY]: { display: 'none !important' },
  '*': {
    color: '#000 !important',
    background: 'none !important',
    boxShadow: 'none !important',
  },
  main: { maxWidth: 'none !important', padding: '0 !important' },
  '.MuiPaper-root, [class*="tableWrapper"]': {
    overflow: 'visible !important',
    maxHeight: 'none !important',
  },
  'td, th': {
    position: 'static !important',
    maxWidth: 'none !important',
    overflow: 'visible !important',
    whiteSpace: 'normal !important',
    padding: '4px 6px !important',
  },
  tr: { breakInside: 'avoid' },
};

/** By two classes, as many as the kit's own place has. The buttons of a form stay free. */
const TOAST = {
  '&.MuiSnackbar-anchorOriginBottomRight': { bottom: 16 },
  'body:has(main form) &.MuiSnackbar-anchorOriginBottomRight': { bottom: MEASURES.bar + 16 },
};

/** The light and the dark theme: the same scale and spacing, different colours. */
export const lightTheme = makeTheme(LIGHT, 'light');
export const darkTheme = makeTheme(DARK, 'dark');

function makeTheme(ink: Ink, mode: 'light' | 'dark'): ThemeOptions {
  return {
    palette: {
      mode,
      primary: { ...hovering(ink.primary, mode), contrastText: ink.onPrimary },
      secondary: { ...hovering(ink.primary, mode), contrastText: ink.onPrimary },
      error: hovering(ink.red, mode),
      warning: { main: ink.amber },
      success: { main: ink.green },
      info: { main: ink.blue },
      background: { default: ink.page, paper: ink.surface },
      text: { primary: ink.text, secondary: ink.quiet, disabled: ink.faint },
      divider: ink.line,
      action: {
        hover: alpha(ink.text, 0.04),
        selected: alpha(ink.primary, 0.08),
        focus: alpha(ink.primary, 0.12),
      },
    },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: FONT,
      fontSize: 13,
      h1: { fontSize: '1.375rem', fontWeight: 650, letterSpacing: '-0.015em', lineHeight: 1.3 },
      h2: { fontSize: '1rem', fontWeight: 650, letterSpacing: '-0.005em', lineHeight: 1.4 },
      h3: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.4 },
      body1: { fontSize: '0.875rem', lineHeight: 1.5 },
      body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
      caption: { fontSize: '0.75rem', lineHeight: 1.4, color: ink.quiet },
      overline: {
        fontSize: '0.6875rem',
        fontWeight: 600,
        letterSpacing: '0.06em',
        lineHeight: 1.6,
        color: ink.quiet,
      },
      button: { fontSize: '0.8125rem', fontWeight: 550, textTransform: 'none' },
    },
    components: {
      ...surfaces(ink, mode),
      ...tables(ink),
      ...controls(ink),
      ...reactAdmin(ink, MEASURES.form),
    },
  };
}

/** A colour of buttons, with that below the mouse: further from their text, which is dark in the dark. */
function hovering(main: string, mode: 'light' | 'dark') {
  return { main, dark: mode === 'dark' ? lighten(main, 0.2) : darken(main, 0.3) };
}

/** Only for screen readers. */
export const VISUALLY_HIDDEN = {
  position: 'absolute',
  // In pixels: a bare 1 means the full width.
  width: '1px',
  height: '1px',
  m: '-1px',
  p: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
};

/** Paper, dialogs and floating surfaces. */
function surfaces(ink: Ink, mode: 'light' | 'dark'): NonNullable<ThemeOptions['components']> {
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
        ...values(ink, mode),
        [`.${CELL.box}`]: box(ink),
        '@media print': PRINT,
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            // An infinite animation would flicker, and repaint constantly.
            animationIterationCount: '1 !important',
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
    MuiCard: { defaultProps: { variant: 'outlined' } },
    MuiLink: { defaultProps: { underline: 'hover' } },
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
    MuiSnackbar: { styleOverrides: { root: TOAST } },
    MuiSnackbarContent: { styleOverrides: { root: { fontSize: '0.8125rem' } } },
  };
}

/** Tables, tabs and chips. */
function tables(ink: Ink): NonNullable<ThemeOptions['components']> {
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
function controls(ink: Ink): NonNullable<ThemeOptions['components']> {
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
      styleOverrides: {
        root: {
          marginLeft: 2,
          '&:empty': { display: 'none' },
          // It says why an input is disabled, and has to be read.
          '&.Mui-disabled': { color: ink.quiet },
        },
      },
    },
    MuiAutocomplete: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        paper: { border: `1px solid ${ink.line}`, boxShadow: ink.shadow },
        listbox: { fontSize: '0.875rem' },
      },
    },
    MuiMenuItem: { styleOverrides: { root: { fontSize: '0.875rem', minHeight: 34 } } },
  };
}
