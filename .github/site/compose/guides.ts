import { docsProject, pages as docs } from '../../../test/golden/docs-blocks.js';
import { relink } from './links.js';
import type { Page } from './page.js';

/** Files of a project that are pages of the site, at their places there; all of `docs/` is besides. */
const PLACES: Readonly<Record<string, string>> = {
  'README.md': 'guides/project.md',
  'docs/README.md': 'guides/index.md',
  // The reference has each setting under a heading of its own.
  'docs/settings.md': 'reference/settings.md',
  'engine/README.md': 'about/engine.md',
  'ui/README.md': 'about/back-office-code.md',
};

const placeOf = (path: string): string => PLACES[path] ?? path.replace(/^docs\//, 'guides/');

/** The guides: the pages of a project's `docs/`, rendered for a project with every feature. */
export function guidePages(): Page[] {
  const sources = [...docs.map(([path]) => path), ...Object.keys(PLACES)];
  const pages = new Map(sources.map((path) => [path, placeOf(path)]));
  const places = { pages, address: () => null };
  return [...pages]
    .filter(([, path]) => path.startsWith('guides/') || path.startsWith('about/'))
    .map(([source, path]) => {
      const text = docsProject.get(source);
      if (text === undefined) throw new Error(`a project has no ${source}`);
      const titled = source === 'README.md' ? text.replace(/^# .+$/m, PROJECT) : text;
      const summary = SUMMARIES.get(source);
      return {
        path,
        text: relink(titled, source, path, places),
        ...(summary !== undefined && { summary }),
      };
    });
}

/** What the list of pages in a project's `AGENTS.md` says about each. */
const SUMMARIES: ReadonlyMap<string, string> = new Map(
  [...docsProject.get('AGENTS.md')!.matchAll(/^- `(docs\/\S+)`: (.+)$/gm)].map(
    ([, file = '', about = '']): [string, string] => [file, about],
  ),
);

const PROJECT = `# What a project contains

Every project has this page as its \`README.md\`, here for a project with all features.`;
