// Writes every page of the site as Markdown to `.tmp/pages`, with what the generator reads for its bars.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { composeSite } from './compose.js';
import { deadLinks } from './links.js';

const MADE = join(import.meta.dirname, '../.tmp');

/** A page shows no picture that nobody has taken: `pictures/main.ts` says why there may be none. */
const withPictures = (text: string): string =>
  text.replace(/^!\[.*\]\((\/pictures\/\S+)\)\n/gm, (line, path: string) =>
    existsSync(join(MADE, 'public', path)) ? line : '',
  );

const { pages, bars, llms, llmsFull } = await composeSite();
const dead = deadLinks(pages);
if (dead.length > 0) throw new Error(`links that lead nowhere:\n${dead.join('\n')}`);
rmSync(join(MADE, 'pages'), { recursive: true, force: true });
const files = new Map([
  ...pages.map(({ path, text }): [string, string] => [join('pages', path), withPictures(text)]),
  ['bars.json', JSON.stringify(bars, null, 2)],
  ['texts/llms.txt', llms],
  ['texts/llms-full.txt', llmsFull],
]);
for (const [path, text] of files) {
  mkdirSync(dirname(join(MADE, path)), { recursive: true });
  writeFileSync(join(MADE, path), text);
}
process.stdout.write(`composed ${pages.length} pages\n`);
