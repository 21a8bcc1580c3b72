import { readdirSync } from 'node:fs';
import { featuresIn } from '../../../src/render/features.js';
import type { Templates } from '../../../src/render/template.js';
import { type Page, titleOf } from './page.js';
import { PAGES } from './written-pages.js';

/** Some pages under a heading, in the order in which they are read. */
export interface Group {
  readonly title: string;
  readonly pages: readonly string[];
}

/** A part of the site with a bar of its own. */
export interface Section {
  readonly title: string;
  /** The folder of its pages. */
  readonly folder: string;
  readonly groups: readonly Group[];
}

const START: readonly Group[] = [
  {
    title: 'Evaluate',
    pages: ['overview', 'how-it-differs', 'when-not', 'coming-from', 'gallery'],
  },
  { title: 'Build', pages: ['install', 'first-project', 'existing-database', 'example', 'agents'] },
  { title: 'Run', pages: ['run'] },
];

const GUIDES: readonly Group[] = [
  { title: 'Orientation', pages: ['index', 'project'] },
  { title: 'Model', pages: ['units', 'validation', 'lines', 'computed-field'] },
  {
    title: 'Access',
    pages: [
      ...['tenants', 'users', 'row-rule', 'owners-and-roles', 'administering-users'],
      ...['public-shop', 'prove-rules'],
    ],
  },
  { title: 'Read', pages: ['lists', 'figures', 'sql', 'large-pages', 'slow-reads'] },
  {
    title: 'Write',
    pages: ['endpoint', 'data', 'hooks', 'changed-lines', 'many-records', 'concurrency'],
  },
  { title: 'Back-office', pages: ['back-office', 'replace-a-page', 'own-input', 'languages'] },
  {
    title: 'Operate',
    pages: [
      ...['deploy', 'postgres', 'several-processes', 'failover', 'rotate-the-secret'],
      ...['seeds', 'end-to-end-test'],
    ],
  },
  { title: 'House style', pages: ['templates', 'template-views', 'own-features'] },
];

/** Features of which people think as of one subject; all others are under a heading together. */
const SIGN_IN = [
  ...['sessions', 'oidc', 'passkeys', 'two-factor', 'password-reset', 'invitations'],
  ...['api-keys', 'security-log'],
];

const REFERENCE: readonly Group[] = [
  { title: 'Writing models', pages: ['field-types', 'ids', 'spec-file'] },
  { title: 'The command', pages: ['commands', 'errors', 'json-output'] },
  { title: 'The service', pages: ['endpoints', 'service-errors', 'settings', 'features'] },
];

/** Pages that are written beside the first one: they belong to the project. */
const OF_PROJECT = readdirSync(PAGES)
  .filter((name) => name.endsWith('.md') && name !== 'index.md')
  .map((name) => name.slice(0, -'.md'.length));

const ABOUT: readonly Group[] = [
  { title: 'Proof', pages: ['year', 'expressed', 'speed', 'benchmarks'] },
  { title: 'Inside', pages: ['how-it-works', 'engine', 'back-office-code', 'tests'] },
  { title: 'Project', pages: ['changelog', 'contributing', ...OF_PROJECT, 'security'] },
];

/** All parts of the site; pages of features follow from their manifests. */
export function navigation(templates: Templates): readonly Section[] {
  const pagesOf = (names: (name: string) => boolean) =>
    featuresIn(templates)
      .filter(({ name }) => names(name))
      .flatMap(({ docs }) => docs.map(({ file }) => file.slice('docs/'.length, -'.md'.length)));
  const placed = new Set(GUIDES.flatMap(({ pages }) => pages));
  const own = (pages: readonly string[]) => pages.filter((one) => !placed.has(one));
  return [
    { title: 'Start', folder: 'start', groups: START },
    {
      title: 'Guides',
      folder: 'guides',
      groups: [
        ...GUIDES,
        {
          title: 'Signing in',
          pages: own(SIGN_IN.flatMap((one) => pagesOf((name) => name === one))),
        },
        { title: 'Features', pages: own(pagesOf((name) => !SIGN_IN.includes(name))) },
      ],
    },
    { title: 'Reference', folder: 'reference', groups: REFERENCE },
    { title: 'About', folder: 'about', groups: ABOUT },
  ];
}

/** The place of a page of a section. */
export const pathIn = ({ folder }: Section, page: string): string => `${folder}/${page}.md`;

/** What is wrong with the navigation, in words: pages that it lacks, and places without a page. */
export function misplaced(sections: readonly Section[], pages: readonly Page[]): string[] {
  const listed = sections.flatMap((one) =>
    one.groups.flatMap((group) => group.pages.map((name) => pathIn(one, name))),
  );
  const there = pages.map(({ path }) => path);
  return [
    ...there
      .filter((path) => path !== 'index.md' && !listed.includes(path))
      .map((path) => `${path} is in no group of compose/navigation.ts`),
    ...listed.filter((path) => !there.includes(path)).map((path) => `there is no page ${path}`),
    ...listed
      .filter((path, at) => listed.indexOf(path) !== at)
      .map((path) => `${path} is listed twice`),
  ];
}

/** The navigation as the generator of the site reads it. */
export function barsOf(sections: readonly Section[], pages: readonly Page[]): object {
  const titles = new Map(pages.map((one) => [one.path, titleOf(one)]));
  const link = (path: string) => `/${path.replace(/(index)?\.md$/, '')}`;
  const bar = (section: Section) =>
    section.groups.map(({ title, pages: names }) => ({
      text: title,
      items: names.map((name) => {
        const path = pathIn(section, name);
        return { text: titles.get(path), link: link(path) };
      }),
    }));
  return {
    nav: sections.map((one) => ({
      text: one.title,
      link: link(pathIn(one, one.groups[0]!.pages[0]!)),
      activeMatch: `^/${one.folder}/`,
    })),
    sidebar: Object.fromEntries(sections.map((one) => [`/${one.folder}/`, bar(one)])),
  };
}
