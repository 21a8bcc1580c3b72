import type { ThemeOptions } from '@mui/material/styles';
import { alpha } from '@mui/material/styles';
import { controls, surfaces, tables } from './components';
import type { Ink } from './palette';
import { DARK, LIGHT } from './palette';

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

/** Fixed sizes that several parts of the page agree on. */
export const MEASURES = { sidebar: 232, header: 56, page: 1440, form: 960 };

/** The light and the dark look: the same scale and spacing, another ink. */
export const lightTheme = makeTheme(LIGHT, 'light');
export const darkTheme = makeTheme(DARK, 'dark');

function makeTheme(ink: Ink, mode: 'light' | 'dark'): ThemeOptions {
  return {
    palette: {
      mode,
      primary: { main: ink.primary, contrastText: ink.onPrimary },
      secondary: { main: ink.primary, contrastText: ink.onPrimary },
      error: { main: ink.red },
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
    components: { ...surfaces(ink), ...tables(ink), ...controls(ink) },
  };
}

/** There for screen readers alone. */
export const VISUALLY_HIDDEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  m: '-1px',
  p: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
};
