import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import { alpha, darken, lighten, type ThemeOptions } from '@mui/material';
import { createElement } from 'react';
import { FALLBACK, withFallback } from './font';
import { DARK, LIGHT, type Ink } from './palette';
import { inkIn } from './ramp';
import { CELL, PHONE, TICK, box, reactAdmin, tick } from './react-admin';
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
const FAMILY = withFallback(FONT);

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

/** The light and the dark theme in a project's colour: the same scale and spacing, different inks. */
export const themesIn = (color: string) => ({
  lightTheme: makeTheme(inkIn(color, LIGHT, 'light'), 'light'),
  darkTheme: makeTheme(inkIn(color, DARK, 'dark'), 'dark'),
});

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
        selected: alpha(ink.primary, ink.wash),
        focus: alpha(ink.text, mode === 'dark' ? 0.1 : 0.07),
      },
    },
    shape: { borderRadius: 7 },
    typography: {
      fontFamily: FAMILY,
      fontSize: 13,
      h1: {
        fontSize: '1.375rem',
        fontWeight: 640,
        letterSpacing: '-0.016em',
        lineHeight: 1.25,
        [PHONE]: { fontSize: '1.25rem' },
      },
      h2: { fontSize: '1rem', fontWeight: 630, letterSpacing: '-0.012em', lineHeight: 1.4 },
      h3: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.4 },
      body1: { fontSize: '0.875rem', lineHeight: 1.5 },
      body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
      caption: { fontSize: '0.75rem', lineHeight: 1.4, color: ink.quiet },
      overline: {
        fontSize: '0.75rem',
        fontWeight: 500,
        letterSpacing: 0,
        lineHeight: 1.6,
        textTransform: 'none',
        color: ink.quiet,
      },
      button: { fontSize: '0.8125rem', fontWeight: 500, letterSpacing: 0, textTransform: 'none' },
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

/** The page, paper, and what floats above them. */
function surfaces(ink: Ink, mode: 'light' | 'dark'): NonNullable<ThemeOptions['components']> {
  return {
    MuiCssBaseline: {
      styleOverrides: {
        '@font-face': FALLBACK,
        ':root': { '--menu': ink.side },
        body: { fontSize: '0.875rem', WebkitFontSmoothing: 'antialiased' },
        ':focus-visible': { outline: `2px solid ${ink.primary}`, outlineOffset: 2 },
        a: {
          color: ink.primary,
          textDecoration: 'none',
          '&:hover': { textDecoration: 'underline' },
        },
        ...values(ink, mode),
        [`.${CELL.box}`]: box(ink),
        [`.${TICK}`]: tick(ink),
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
        rounded: { borderRadius: 10 },
        outlined: { borderColor: ink.line, boxShadow: ink.lift },
      },
    },
    MuiCard: { defaultProps: { variant: 'outlined' } },
    MuiLink: { defaultProps: { underline: 'hover' } },
    ...layers(ink, mode),
  };
}

/** Menus, dialogs, tips and messages. */
function layers(ink: Ink, mode: 'light' | 'dark'): NonNullable<ThemeOptions['components']> {
  return {
    MuiPopover: floating(ink, 10),
    MuiDialog: floating(ink, 16),
    MuiBackdrop: {
      styleOverrides: {
        root: {
          '&:not(.MuiBackdrop-invisible)': {
            backgroundColor: alpha(mode === 'dark' ? '#000000' : ink.text, 0.4),
          },
        },
      },
    },
    MuiDialogTitle: {
      styleOverrides: { root: { fontSize: '1rem', fontWeight: 620, padding: '20px 24px 8px' } },
    },
    MuiDialogActions: {
      styleOverrides: { root: { padding: '12px 24px 20px', gap: 4, flexWrap: 'wrap' } },
    },
    MuiTooltip: {
      defaultProps: { enterDelay: 400 },
      styleOverrides: {
        tooltip: { borderRadius: 6, fontSize: '0.75rem', backgroundColor: ink.tip },
      },
    },
    MuiSnackbar: { styleOverrides: { root: TOAST } },
    MuiSnackbarContent: {
      styleOverrides: {
        root: {
          borderRadius: 10,
          fontSize: '0.8125rem',
          color: '#ffffff',
          backgroundColor: ink.tip,
        },
      },
    },
    MuiAlert: { styleOverrides: { root: { borderRadius: 10, fontSize: '0.8125rem' } } },
  };
}

/** What lies above the page: its shadow has its edge, too. */
const floating = (ink: Ink, borderRadius: number) => ({
  styleOverrides: {
    paper: { borderRadius, backgroundColor: ink.raised, boxShadow: ink.shadow },
  },
});

/** Tables, tabs and chips. */
function tables(ink: Ink): NonNullable<ThemeOptions['components']> {
  return {
    MuiChip: {
      defaultProps: { size: 'small' },
      styleOverrides: { root: { borderRadius: 6, fontWeight: 500 } },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: ink.line, fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums' },
        head: {
          color: ink.quiet,
          fontSize: '0.75rem',
          fontWeight: 500,
          whiteSpace: 'nowrap',
          backgroundColor: ink.surface,
          lineHeight: 1.5,
        },
        sizeSmall: { padding: '7px 12px' },
      },
    },
    MuiTableSortLabel: {
      defaultProps: { IconComponent: DownIcon },
      styleOverrides: { root: { verticalAlign: 'top' }, icon: { fontSize: 15 } },
    },
    MuiTableRow: {
      styleOverrides: {
        root: {
          '&:last-child > td, &:last-child > th[scope="row"]': { borderBottom: 0 },
          '&.MuiTableRow-hover:hover': { backgroundColor: alpha(ink.text, 0.025) },
        },
      },
    },
    MuiTab: {
      styleOverrides: {
        root: {
          minHeight: 40,
          minWidth: 0,
          padding: '8px 12px',
          fontWeight: 500,
          color: ink.quiet,
          '&:hover, &.Mui-selected': { color: ink.text },
        },
      },
    },
    MuiTabs: {
      styleOverrides: { root: { minHeight: 40 }, indicator: { height: 2, borderRadius: 2 } },
    },
    MuiTablePagination: {
      styleOverrides: {
        root: { borderTop: `1px solid ${ink.line}` },
        selectLabel: { fontSize: '0.8125rem', color: ink.quiet },
        displayedRows: { fontSize: '0.8125rem', color: ink.quiet },
      },
    },
    MuiPaginationItem: { styleOverrides: { root: { borderRadius: 6, margin: '0 1px' } } },
  };
}

/** Buttons, inputs and menus. */
function controls(ink: Ink): NonNullable<ThemeOptions['components']> {
  return {
    ...buttons(ink),
    ...inputs(ink),
    MuiSelect: { defaultProps: { IconComponent: DownIcon } },
    MuiAutocomplete: {
      defaultProps: { size: 'small', popupIcon: createElement(DownIcon, { fontSize: 'small' }) },
      styleOverrides: {
        paper: { borderRadius: 10, backgroundColor: ink.raised, boxShadow: ink.shadow },
        listbox: { padding: 4, fontSize: '0.875rem' },
        option: { borderRadius: 7 },
      },
    },
    MuiSwitch: toggle(ink),
    MuiList: { styleOverrides: { padding: { paddingTop: 4, paddingBottom: 4 } } },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          minHeight: 34,
          margin: '0 4px',
          padding: '5px 10px',
          borderRadius: 7,
          fontSize: '0.8438rem',
        },
      },
    },
  };
}

function buttons(ink: Ink): NonNullable<ThemeOptions['components']> {
  const focused = { outline: `2px solid ${ink.primary}`, outlineOffset: 2 };
  return {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { fontFamily: FAMILY } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'small', color: 'inherit' },
      styleOverrides: {
        root: {
          minHeight: 34,
          padding: '5px 12px',
          whiteSpace: 'nowrap',
          '&.Mui-focusVisible': focused,
        },
        contained: {
          '&:not(.Mui-disabled)': {
            boxShadow: `inset 0 0 0 1px ${alpha('#000000', 0.12)}`,
          },
        },
        outlined: {
          borderColor: ink.strongLine,
          backgroundColor: ink.surface,
          boxShadow: ink.lift,
        },
        startIcon: { marginRight: 6, '& > *:nth-of-type(1)': { fontSize: 17 } },
      },
    },
    MuiIconButton: {
      defaultProps: { size: 'small' },
      styleOverrides: { root: { borderRadius: 8, '&.Mui-focusVisible': focused } },
    },
  };
}

/** A switch that can be told from the page also while it is off. */
const toggle = (ink: Ink) => ({
  styleOverrides: {
    root: { width: 34, height: 20, padding: 0, margin: '8px 8px 8px 12px' },
    switchBase: {
      padding: 3,
      '&.Mui-checked': {
        color: ink.onPrimary,
        transform: 'translateX(14px)',
        '& + .MuiSwitch-track': { opacity: 1, backgroundColor: ink.primary },
      },
      '&.Mui-disabled + .MuiSwitch-track': { opacity: 0.4 },
      '&.Mui-focusVisible + .MuiSwitch-track': {
        outline: `2px solid ${ink.primary}`,
        outlineOffset: 2,
      },
    },
    thumb: { width: 14, height: 14, boxShadow: 'none' },
    track: { borderRadius: 10, opacity: 1, backgroundColor: alpha(ink.quiet, 0.75) },
  },
});

/** Inputs with their label above them, where it stays whatever is typed. */
function inputs(ink: Ink): NonNullable<ThemeOptions['components']> {
  return {
    MuiTextField: { defaultProps: { size: 'small', variant: 'outlined', margin: 'none' } },
    MuiFormControl: { defaultProps: { size: 'small', variant: 'outlined', margin: 'none' } },
    MuiInputBase: { styleOverrides: { root: { fontSize: '0.875rem' } } },
    MuiInputLabel: {
      defaultProps: { shrink: true },
      styleOverrides: { root: ABOVE(ink) },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          backgroundColor: ink.surface,
          '&.Mui-disabled': { backgroundColor: ink.sunken },
          '&.Mui-focused:not(.Mui-error)': { boxShadow: `0 0 0 3px ${alpha(ink.primary, 0.2)}` },
          '&.Mui-error.Mui-focused': { boxShadow: `0 0 0 3px ${alpha(ink.red, 0.2)}` },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 1 },
        },
        input: {
          '&.MuiInputBase-inputSizeSmall': { paddingTop: 7, paddingBottom: 7 },
          '&::-webkit-calendar-picker-indicator': { opacity: 0.6 },
        },
        notchedOutline: {
          top: 0,
          borderColor: ink.strongLine,
          '& legend': { display: 'none' },
        },
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
  };
}

const ABOVE = (ink: Ink) => ({
  position: 'static' as const,
  transform: 'none',
  maxWidth: '100%',
  marginBottom: 5,
  fontSize: '0.8125rem',
  fontWeight: 500,
  lineHeight: 1.4,
  color: ink.text,
  '&.Mui-focused': { color: ink.text },
  '&.Mui-error': { color: ink.red },
  '&.Mui-disabled': { color: ink.quiet },
});
