const TAB = 4;
let segmenter: Intl.Segmenter | undefined;

/** What people take for one character each; plain ASCII needs no tables. */
function graphemesOf(text: string): string[] {
  if (/^[\u0000-\u007f]*$/.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** A text as a terminal can show it: tabs as spaces, control and direction characters made visible. */
export function displayText(text: string, column = 0): string {
  let shown = '';
  let at = column;
  for (const segment of graphemesOf(text)) {
    const part = segment === '\t' ? ' '.repeat(TAB - (at % TAB)) : visible(segment);
    shown += part;
    at += segment === '\t' ? part.length : widthOf(part);
  }
  return shown;
}

/** How many columns of a terminal a text takes, after `displayText`. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const segment of graphemesOf(text)) width += widthOf(segment);
  return width;
}

function visible(segment: string): string {
  return segment
    .replace(/[\u0000-\u001f\u007f]/g, (control) =>
      control === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + control.charCodeAt(0)),
    )
    .replace(/[\u0080-\u009f\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff\u2028\u2029]/g, '\ufffd');
}

function widthOf(grapheme: string): number {
  const code = grapheme.codePointAt(0) ?? 0;
  if (/^[\p{Mark}\u200b-\u200d]+$/u.test(grapheme)) return 0;
  if (/\p{Emoji_Presentation}|\ufe0f|\p{Regional_Indicator}{2}/u.test(grapheme)) return 2;
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

/** East Asian wide and fullwidth blocks. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd],
];
