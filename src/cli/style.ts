import { styleText } from 'node:util';

/** Colours text, or leaves it plain. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** Colours on a terminal unless NO_COLOR is set; FORCE_COLOR overrides. */
export function styleFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Style {
  const forced = env['FORCE_COLOR'];
  const allowed = (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  const wanted =
    forced === undefined ? allowed && stream.isTTY === true : forced !== '0' && forced !== 'false';
  return wanted ? COLOURED : PLAIN;
}

/** Always coloured: `styleFor` has checked the stream. */
const styled = (format: keyof Style) => (text: string) =>
  styleText(format, text, { validateStream: false });

const COLOURED: Style = {
  bold: styled('bold'),
  dim: styled('dim'),
  red: styled('red'),
  green: styled('green'),
  yellow: styled('yellow'),
  cyan: styled('cyan'),
};

const same = (text: string) => text;

/** No colours. */
export const PLAIN: Style = {
  bold: same,
  dim: same,
  red: same,
  green: same,
  yellow: same,
  cyan: same,
};
