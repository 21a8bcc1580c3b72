/** The colours of one theme. Greys take the hue of the project's colour, and `primary` is that colour: see `ramp.ts`. */
export interface Ink {
  /** Behind everything, behind cards and tables, and behind what lies deeper than these. */
  page: string;
  surface: string;
  sunken: string;
  /** Behind the menu, and behind what floats above a page. */
  side: string;
  raised: string;
  line: string;
  strongLine: string;
  text: string;
  quiet: string;
  faint: string;
  primary: string;
  onPrimary: string;
  red: string;
  amber: string;
  green: string;
  blue: string;
  tip: string;
  /** How much of its colour lies behind a word, such as a state, or behind what is chosen. */
  wash: number;
  /** Below cards, and below what floats. */
  lift: string;
  shadow: string;
}

/** The colour of a back-office whose project says none. */
export const COLOR = '#5551c9';

export const LIGHT: Ink = {
  page: '#fcfcfc',
  surface: '#ffffff',
  sunken: '#f6f6f7',
  side: '#f5f5f6',
  raised: '#ffffff',
  line: '#e9e9eb',
  strongLine: '#d6d7db',
  text: '#1a1b20',
  quiet: '#5d5f6a',
  faint: '#9a9ca7',
  primary: COLOR,
  onPrimary: '#ffffff',
  red: '#b3261e',
  amber: '#835200',
  green: '#17693b',
  blue: '#1a5f9c',
  tip: '#26272e',
  wash: 0.08,
  lift: 'none',
  shadow: '0 0 0 1px rgba(20, 20, 30, 0.06), 0 16px 40px -8px rgba(20, 20, 30, 0.2)',
};

export const DARK: Ink = {
  page: '#111216',
  surface: '#17181d',
  sunken: '#1a1b20',
  side: '#0d0e11',
  raised: '#1f2026',
  line: '#22232a',
  strongLine: '#31333b',
  text: '#ececf0',
  quiet: '#abadb8',
  faint: '#6b6d78',
  primary: '#9d9af5',
  onPrimary: '#0d0d12',
  red: '#ff8f86',
  amber: '#eeb45c',
  green: '#6fd19a',
  blue: '#7fbef5',
  tip: '#383a44',
  wash: 0.12,
  lift: 'none',
  shadow: '0 0 0 1px rgba(255, 255, 255, 0.06), 0 20px 48px -8px rgba(0, 0, 0, 0.7)',
};
