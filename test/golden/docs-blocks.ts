import { featuresIn, namedFeatures } from '../../src/render/features.js';
import { appOf, renderExample, templates } from './example.js';

const usual = namedFeatures(appOf('task-manager'), templates());
const withPages = featuresIn(templates()).filter(({ docs }) => docs.length > 0);
const FEATURES = [...usual, 'german', ...withPages.flatMap(({ name, needs }) => [...needs, name])];
/** With every feature that has a page. */
export const docsProject = renderExample('task-manager', FEATURES);
/** The same, whose code can write: a preview only reads. */
export const writableProject = renderExample(
  'task-manager',
  FEATURES.filter((name) => name !== 'preview'),
);
/** The pages, by their paths. */
export const pages = [...docsProject].filter(([path]) => /^docs\/[^/]+\.md$/.test(path));
/** A file of a page, or members of a class that the project has. */
export interface Block {
  readonly path: string;
  readonly className: string | null;
  readonly code: string;
}

/** Pages whose spec makes a project of its own; `spec-pages.test.ts` tests their code. */
export const PAGES_WITH_SPEC = ['docs/public-shop.md', 'docs/tenants.md'];

/** The blocks of some pages that say by their first line where they stand. */
const blocksIn = (some: typeof pages) =>
  some.flatMap(([, text]): Block[] =>
    [...text.matchAll(/^```tsx?\n\/\/ (\S+?)(?:, in class (\w+))?\n([^]*?)^```$/gm)].map(
      ([, path = '', className = null, code = '']) => ({ path, className, code }),
    ),
  );
/** What all pages say of the project that they share. */
export const blocks = blocksIn(pages.filter(([path]) => !PAGES_WITH_SPEC.includes(path)));
