/** Puts colour on text, or leaves it as it is. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** Colours where the reader sees them: a terminal, unless NO_COLOR is set; FORCE_COLOR overrides. */
export function styleFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Style {
  const forced = env['FORCE_COLOR'];
  const allowed = (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  const wanted =
    forced === undefined ? allowed && stream.isTTY === true : forced !== '0' && forced !== 'false';
  return wanted ? COLOURED : PLAIN;
}

const code = (open: number, close: number) => (text: string) =>
  `\u001b[${open}m${text}\u001b[${close}m`;

const COLOURED: Style = {
  bold: code(1, 22),
  dim: code(2, 22),
  red: code(31, 39),
  green: code(32, 39),
  yellow: code(33, 39),
  cyan: code(36, 39),
};

const same = (text: string) => text;

/** No colour at all. */
export const PLAIN: Style = {
  bold: same,
  dim: same,
  red: same,
  green: same,
  yellow: same,
  cyan: same,
};
