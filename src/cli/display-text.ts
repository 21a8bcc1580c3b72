import stringWidth from 'string-width';

const TAB = 4;
let segmenter: Intl.Segmenter | undefined;

/** User-perceived characters; plain ASCII needs no segmenter. */
function graphemesOf(text: string): string[] {
  if (/^[\u0000-\u007f]*$/.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** A text that is safe to print: tabs become spaces, control and bidirectional characters become visible. */
export function displayText(text: string, column = 0): string {
  let shown = '';
  let at = column;
  for (const segment of graphemesOf(text)) {
    const part = segment === '\t' ? ' '.repeat(TAB - (at % TAB)) : visible(segment);
    shown += part;
    at += stringWidth(part);
  }
  return shown;
}

function visible(segment: string): string {
  return segment
    .replace(/[\u0000-\u001f\u007f]/g, (control) =>
      control === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + control.charCodeAt(0)),
    )
    .replace(/[\u0080-\u009f\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff\u2028\u2029]/g, '\ufffd');
}
