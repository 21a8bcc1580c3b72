import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readTree } from '../../../test/golden/read-tree.js';
import { block } from './markdown.js';
import type { Page } from './page.js';
import { withFigures } from './report.js';
import { read, ROOT } from './repository.js';

/** A line of its own, in place of which a page shows a file of the repository, or one of its headings. */
const INCLUDE = /^<!-- include (\S+?)(?:#(.+?))? -->$/gm;

/** The folder of the pages that are written for the site. */
export const PAGES = join(import.meta.dirname, '../pages');

/** These pages, with the files that they show. Their links are those of the site. */
export const writtenPages = (): Page[] =>
  [...readTree(PAGES)].map(([path, text]) => ({
    path: path === 'index.md' || path.includes('/') ? path : `about/${path}`,
    text: withFigures(
      text.replace(INCLUDE, (_, file: string, heading?: string) => included(file, heading)),
    ),
  }));

/** Markdown is included as it is, below a heading if one is given; any other file as code. */
function included(file: string, heading?: string): string {
  if (!existsSync(join(ROOT, file))) throw new Error(`a page shows ${file}, which is not there`);
  const text = read(file).trim();
  if (!file.endsWith('.md')) return block(file.split('.').at(-1)!, text);
  if (heading === undefined) return text;
  const parts = text.split(/^#{2,3} /m);
  const part = parts.find((one) => one.startsWith(`${heading}\n`));
  if (part === undefined) throw new Error(`${file} has no heading ${heading}`);
  return part.slice(heading.length).trim();
}
