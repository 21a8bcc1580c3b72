/** A page of the site as Markdown. */
export interface Page {
  /** Its place on the site: `guides/endpoint.md`. */
  readonly path: string;
  /** Markdown whose one heading of the first level is the title; the first page has it in its settings. */
  readonly text: string;
  /** Half a sentence about it, for lists of pages. */
  readonly summary?: string;
}

/** The title of a page. */
export function titleOf({ path, text }: Page): string {
  const title = /^(?:# |title: )(.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`${path} has no title`);
  return title.replaceAll('`', '');
}

/** What a list of pages says about one: its first sentence of prose, unless something better is known. */
export function summaryOf({ text, summary }: Page): string {
  if (summary !== undefined) return summary;
  const body = withoutFrontMatter(text).replace(/^ *```[^]*?^ *```$/gm, '');
  const first = body.split(/\n\s*\n/).find((part) => /^[A-Za-z`]/.test(part)) ?? '';
  return first
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^(.{40,}?[.:])\s.*$/, '$1');
}

/** The text of a page below the settings that the generator reads. */
export const withoutFrontMatter = (text: string): string => text.replace(/^---\n[^]*?\n---\n+/, '');
