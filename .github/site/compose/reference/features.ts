import { type Feature, featuresIn } from '../../../../src/render/features.js';
import { sizeOfFeature } from '../../../../src/render/project-files.js';
import type { Templates } from '../../../../src/render/template.js';
import { anchorOf, code, page, sentence, table } from '../markdown.js';
import type { Page } from '../page.js';

/** The page of all features, from their manifests. */
export function featuresPage(templates: Templates): Page {
  const features = featuresIn(templates);
  const text = page(
    '# Features',
    'A feature is an optional part of a project. `crudgen add <feature>` merges it into a project with its files, packages, settings and tables, and `crudgen drop <feature>` takes all of it away again.',
    table(
      ['Feature', 'Content'],
      features.map((one) => [`[${one.name}](#${anchorOf(one.name)})`, sentence(one.about)]),
    ),
    ...features.map((one) => describe(one, sizeIn(templates, one))),
  );
  return { path: 'reference/features.md', text };
}

/** `23 files, 1,576 lines`, in a project with all features. */
function sizeIn(templates: Templates, { name }: Feature): string {
  const all = featuresIn(templates).map((one) => one.name);
  const app = { name: '', database: 'sqlite', models: [], features: all } as const;
  const { files, lines } = sizeOfFeature(name, app, templates);
  return `${files} ${files === 1 ? 'file' : 'files'}, ${lines.toLocaleString('en-US')} lines`;
}

function describe(feature: Feature, size: string): string {
  const { name, about, needs, docs, settings, tables, scripts, dependencies } = feature;
  const facts = [
    ['In a new project', presenceOf(feature)],
    ['Size', size],
    ['Needs', listed(needs, (one) => `[${one}](#${anchorOf(one)})`)],
    ['Guides', listed(docs, ({ file, about: subject }) => `[${subject}](${guideOf(file)})`)],
    [
      'Settings',
      listed(settings, (one) => `[${code(one.name)}](./settings.md#${anchorOf(one.name)})`),
    ],
    ['Tables', listed(Object.keys(tables), code)],
    ['Scripts', listed(Object.keys(scripts), (script) => code(`npm run ${script}`))],
    [
      'Packages',
      listed(Object.entries(dependencies), ([one, version]) => code(`${one} ${version}`)),
    ],
  ].filter(([, value]) => value !== '') as string[][];
  return page(
    `## ${name}`,
    sentence(about),
    facts.map(([title, value]) => `- **${title}**: ${value}`).join('\n'),
  ).trimEnd();
}

const guideOf = (file: string): string => file.replace('docs/', '../guides/');

function presenceOf({ name, default: isDefault, broughtBy }: Feature): string {
  if (broughtBy === 'self-reference') return 'where a model refers to itself';
  if (broughtBy === 'trigram-index') return 'where a field has `search=trigram`';
  if (broughtBy === 'exact') return 'where a field is an exact decimal';
  if (broughtBy === 'list') return 'where a field is a list of values';
  if (broughtBy === 'board') return 'where a model has `board: status`';
  if (broughtBy === 'calendar') return 'where a model has `calendar: starts_at`';
  if (broughtBy === 'layout') return 'where a model has a `board` or a `calendar`';
  if (broughtBy === 'frozen') return 'where a model has `frozen: { when: status=paid }`';
  if (broughtBy === 'steps') return 'where an enum has `steps=todo/doing,doing/done`';
  if (broughtBy === 'series') return 'where a field has `series=INV-{year}-{0000}`';
  if (broughtBy === 'no-overlap') return 'where a model has `no_overlap`';
  return isDefault
    ? `yes; ${code(`crudgen init --without ${name}`)} leaves it out`
    : `no; ${code(`crudgen add ${name}`)} adds it`;
}

const listed = <One>(all: readonly One[], show: (one: One) => string): string =>
  all.map(show).join(', ');
