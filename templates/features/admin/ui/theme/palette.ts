/** The colours of one theme. */
export interface Ink {
  page: string;
  surface: string;
  sunken: string;
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
  shadow: string;
}

export const LIGHT: Ink = {
  page: '#f6f7f9',
  surface: '#ffffff',
  sunken: '#f9fafb',
  line: '#e5e8ec',
  strongLine: '#cfd5dd',
  text: '#161b26',
  quiet: '#566072',
  faint: '#98a1b0',
  primary: '#3454d1',
  onPrimary: '#ffffff',
  red: '#b32d27',
  amber: '#875600',
  green: '#196c3d',
  blue: '#1a62a0',
  tip: '#2b3240',
  shadow: '0 12px 32px rgba(22, 27, 38, 0.14)',
};

export const DARK: Ink = {
  page: '#0f1319',
  surface: '#171c24',
  sunken: '#1b212a',
  line: '#272f3a',
  strongLine: '#3a4452',
  text: '#e8ebf0',
  quiet: '#a0aaba',
  faint: '#6d7787',
  primary: '#8fa8ff',
  onPrimary: '#0f1736',
  red: '#ff8d85',
  amber: '#f0b55a',
  green: '#6fd39c',
  blue: '#7cc0f8',
  tip: '#323b48',
  shadow: '0 12px 32px rgba(0, 0, 0, 0.5)',
};
