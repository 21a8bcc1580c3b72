type Rows = readonly (readonly string[])[];

/** A table of Markdown from its head and its rows; columns of figures stand at the right. */
export function table(head: readonly string[], rows: Rows): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  const isFigures = (at: number) => rows.every((row) => /^[\d,.]+$/.test(row[at] ?? ''));
  const rule = head.map((_, at) => (isFigures(at) ? '---:' : '---'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** A cell has one line, and a bar in it would end it. */
const cell = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replace(/(?<!\\)\|/g, '\\|');

/** Words as code. */
export const code = (text: string): string => `\`${text}\``;

/** A block of code. */
export const block = (language: string, text: string): string =>
  `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** Half a sentence as a sentence; a name at its beginning, such as `allowed_methods`, stays as it is. */
export const sentence = (text: string): string =>
  text.replace(/^[a-z](?=[a-z-]*[ ,:])/, (first) => first.toUpperCase()) +
  (/[.!?:]$/.test(text) ? '' : '.');

/** Parts of a page with a blank line between them. */
export const page = (...parts: readonly (string | false | null)[]): string =>
  `${parts.filter((part) => part).join('\n\n')}\n`;

/** The anchor of a heading, as the generator of the site makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .replace(/ \{#[\w-]+\}$/, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\s~!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase();

/** The anchors of a page, in order; a heading that is there twice gets a number. */
export function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  const bare = text.replace(/^ *```[^]*?^ *```$/gm, '');
  return [...bare.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const given = / \{#([\w-]+)\}$/.exec(heading)?.[1];
    const anchor = given ?? anchorOf(heading);
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}
