import { type Section, pathIn } from './navigation.js';
import { type Page, summaryOf, titleOf, withoutFrontMatter } from './page.js';

const ABOUT =
  'crudgen turns model specs into a complete TypeScript back end (Express, TypeORM, SQLite or PostgreSQL) with a React back-office, and merges later changes into the developer’s edits.';

/** `llms.txt`: every page as Markdown, with half a sentence about it (llmstxt.org). */
export function llmsIndex(sections: readonly Section[], pages: readonly Page[]): string {
  const byPath = new Map(pages.map((one) => [one.path, one]));
  const entry = (path: string): string => {
    const one = byPath.get(path)!;
    return `- [${titleOf(one)}](${path}): ${summaryOf(one)}`;
  };
  const parts = sections.map((section) => {
    const paths = section.groups.flatMap(({ pages: names }) =>
      names.map((name) => pathIn(section, name)),
    );
    return `## ${section.title}\n\n${paths.map(entry).join('\n')}`;
  });
  return [`# crudgen`, `> ${ABOUT}`, AGENTS, ...parts].join('\n\n') + '\n';
}

const AGENTS =
  'Every page of this site is here as Markdown: replace `.html` by `.md` in its address. `llms-full.txt` has all pages in one file. A project describes itself to programs with `crudgen describe --json`.';

/** `llms-full.txt`: all pages one after the other, in the order of the navigation. */
export function llmsFull(sections: readonly Section[], pages: readonly Page[]): string {
  const byPath = new Map(pages.map((one) => [one.path, one]));
  return sections
    .flatMap((section) =>
      section.groups.flatMap((group) => group.pages.map((name) => pathIn(section, name))),
    )
    .map((path) => `<!-- ${path} -->\n\n${withoutFrontMatter(byPath.get(path)!.text).trim()}\n`)
    .join('\n');
}
