import { posix } from 'node:path';
import { anchorsOf } from './markdown.js';
import type { Page } from './page.js';

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;
const isElsewhere = (target: string): boolean => /^([a-z]+:|\/)/.test(target);

/** Where the files are that a text links to. */
export interface Places {
  /** Sources -> pages of the site. */
  readonly pages: ReadonlyMap<string, string>;
  /** The address of a file that has no page; null where there is none, so that the words stay without a link. */
  readonly address: (source: string) => string | null;
}

/** Lets the links of a text, which is at `source`, lead to pages of the site instead. */
export const relink = (text: string, source: string, path: string, places: Places): string =>
  eachLink(text, ({ whole, mark, words, target }) => {
    if (isElsewhere(target) || target.startsWith('#')) return whole;
    const [file = '', anchor] = target.split('#');
    const at = posix.normalize(posix.join(posix.dirname(source), file));
    const found = places.pages.get(at);
    const address = found === undefined ? places.address(at) : relative(path, found);
    if (address === null) return words;
    return `${mark}[${words}](${address}${anchor === undefined ? '' : `#${anchor}`})`;
  });

/** The way from a page to another one. */
export const relative = (from: string, to: string): string => {
  const way = posix.relative(posix.dirname(from), to);
  return way.startsWith('.') ? way : `./${way}`;
};

interface Link {
  readonly whole: string;
  readonly mark: string;
  readonly words: string;
  readonly target: string;
}

function eachLink(text: string, change: (link: Link) => string): string {
  // The words of a link may be code, so that prose alone is too little: blocks are left out.
  return text
    .split(/(^ *```[^]*?^ *```$)/m)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(LINK, (whole: string, mark: string, words: string, target: string) =>
            change({ whole, mark, words, target }),
          ),
    )
    .join('');
}

/** Links of a page: the paths and anchors to which they lead, pictures left out. */
export function linksOf(page: Page): { target: string; path: string; anchor: string | null }[] {
  const found: string[] = [];
  eachLink(page.text, ({ whole, mark, target }) => {
    if (mark === '') found.push(target);
    return whole;
  });
  const settings = [...page.text.matchAll(/^ *link: (\S+)$/gm)].map(([, target = '']) => target);
  return [...found, ...settings].flatMap((target) => {
    if (/^[a-z]+:|\.txt$/.test(target)) return [];
    const [file = '', anchor = null] = target.split('#');
    const from = file.startsWith('/') ? '' : posix.dirname(page.path);
    const path = file === '' ? page.path : posix.normalize(posix.join(from, `./${file}`));
    return [{ target, path, anchor }];
  });
}

/** Links that lead nowhere, in words. */
export function deadLinks(pages: readonly Page[]): string[] {
  const anchors = new Map(pages.map(({ path, text }) => [path, new Set(anchorsOf(text))]));
  return pages.flatMap((page) =>
    linksOf(page).flatMap(({ target, path, anchor }) => {
      const there = anchors.get(path);
      if (there === undefined) return [`${page.path}: there is no page ${target}`];
      const isThere = anchor === null || there.has(anchor);
      return isThere ? [] : [`${page.path}: there is no place ${target}`];
    }),
  );
}
