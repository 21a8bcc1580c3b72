import { diffIndices } from 'node-diff3';

/** A line of a file in an editor. */
export interface CodeLine {
  readonly number: number;
  readonly text: string;
  /** Whether the file lacked it before. */
  readonly isNew: boolean;
}

const TOKENS =
  /(\/\*\*.*?\*\/|\/\/.*$)|('[^']*'|"[^"]*")|(@\w+)|\b(import|export|class|function|return|if|null|number|string|this|Date)\b|((?<!\w)<\/?[A-Z]\w*|<\/?>|\/>)/g;
const KINDS = ['comment', 'string', 'decorator', 'keyword', 'tag'] as const;

/** Text that HTML shows as it stands. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A line of TypeScript as HTML, in which comments, strings and the like have a class. */
export function highlight(line: string): string {
  let html = '';
  let end = 0;
  for (const match of line.matchAll(TOKENS)) {
    const kind = KINDS[match.slice(1).findIndex((group) => group !== undefined)]!;
    html += escapeHtml(line.slice(end, match.index));
    html += `<span class="${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(line.slice(end));
}

/** The lines of a file, compared with those of the file before. */
export function compareLines(before: string, after: string): readonly CodeLine[] {
  const lines = after.split('\n');
  const added = new Set<number>();
  for (const { buffer2 } of diffIndices(before.split('\n'), lines))
    for (let index = 0; index < buffer2[1]; index += 1) added.add(buffer2[0] + index);
  return lines.map((text, index) => ({ number: index + 1, text, isNew: added.has(index) }));
}

/** The lines from the first one with some text on to the end of the declaration that it is in. */
export function excerpt(lines: readonly CodeLine[], from: string): readonly CodeLine[] {
  const first = lines.findIndex(({ text }) => text.includes(from));
  const last = lines.findIndex(({ text }, index) => index > first && text === '}');
  if (first < 0 || last < 0) throw new Error(`no declaration has ${from}`);
  return lines.slice(first, last + 1);
}
