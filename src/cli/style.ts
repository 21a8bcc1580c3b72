import { styleText } from 'node:util';

const FORMATS = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const;

/** Colours text, or leaves it plain. */
export type Style = Readonly<Record<(typeof FORMATS)[number], (text: string) => string>>;

/** Colours on a terminal unless NO_COLOR is set; FORCE_COLOR overrides. */
export function styleFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Style {
  const forced = env['FORCE_COLOR'];
  const allowed = (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  const wanted =
    forced === undefined ? allowed && stream.isTTY === true : forced !== '0' && forced !== 'false';
  return wanted ? COLOURED : PLAIN;
}

const styleBy = (paint: (format: keyof Style, text: string) => string): Style =>
  Object.fromEntries(
    FORMATS.map((format) => [format, (text: string) => paint(format, text)]),
  ) as unknown as Style;

/** Always coloured: `styleFor` has checked the stream. */
const COLOURED = styleBy((format, text) => styleText(format, text, { validateStream: false }));

/** No colours. */
export const PLAIN = styleBy((_, text) => text);
