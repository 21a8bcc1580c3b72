import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { relink } from './links.js';
import { page } from './markdown.js';
import type { Page } from './page.js';
import { addressOf, read, ROOT } from './repository.js';

const RESULTS = 'test/bench/results';

/** Pages that the repository has: sources -> places on the site. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['src/README.md', 'about/how-it-works.md'],
  ['CHANGELOG.md', 'about/changelog.md'],
  ['.github/CONTRIBUTING.md', 'about/contributing.md'],
  ['test/README.md', 'about/tests.md'],
  ['.github/SECURITY.md', 'about/security.md'],
]);

/** The pages about crudgen itself that the repository has, with its results of benchmarks. */
export const repositoryPages = (): Page[] => [
  ...[...PLACES].map(([source, path]) => ({
    path,
    text: relink(read(source), source, path, { pages: PLACES, address: addressOf }),
  })),
  benchmarksPage(),
];

/** All results that are measured and kept, each below a heading of its own. */
function benchmarksPage(): Page {
  const reports = readdirSync(join(ROOT, RESULTS)).filter((name) => name.endsWith('.md'));
  const parts = reports.flatMap((name) => [
    `## ${titleOf(name)}`,
    read(`${RESULTS}/${name}`).trim(),
  ]);
  const text = page(
    '# Benchmarks in full',
    `These are the results as the benchmarks write them; [How fast](./speed.md) explains the most important ones. \`npm run bench -- --peers --postgres --workers --growth --profile\` measures them again on your machine.`,
    ...parts,
  );
  return { path: 'about/benchmarks.md', text };
}

function titleOf(name: string): string {
  const words = basename(name, '.md').replaceAll('-', ' ');
  return words === 'report' ? 'Peers' : words.charAt(0).toUpperCase() + words.slice(1);
}

/** What results say by themselves, for a page that explains them. */
export const resultsOf = (path: string): string => read(path).trim();
