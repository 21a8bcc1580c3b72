import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { beforeAll, describe, expect, it } from 'vitest';
import { composeSite, type Site } from '../../.github/site/compose/compose.js';
import { deadLinks } from '../../.github/site/compose/links.js';
import { anchorsOf } from '../../.github/site/compose/markdown.js';
import { misplaced } from '../../.github/site/compose/navigation.js';
import type { Page } from '../../.github/site/compose/page.js';
import { commandNames, program } from '../../.github/site/compose/reference/commands.js';
import { REFUSAL_CODES } from '../../templates/service/engine/problem/problem.js';
import { featuresIn } from '../../src/render/features.js';
import { coreSettings } from '../../src/render/settings.js';
import { MODIFIERS, TYPES } from '../../src/spec/words.js';
import { appOfSpec } from './app-of-spec.js';
import { templates } from './example.js';
import { docsProject, pages as docs } from './docs-blocks.js';

const ROOT = join(import.meta.dirname, '../..');

let site: Site;
beforeAll(async () => {
  site = await composeSite();
}, 120_000);

const textOf = (path: string): string => {
  const found = site.pages.find((page) => page.path === path);
  if (found === undefined) throw new Error(`there is no page ${path}`);
  return found.text;
};

/** Blocks of a page in one of some languages. */
const blocksOf = ({ text }: Page, language: string): string[] =>
  [...text.matchAll(/^ *```([\w-]*).*\n([^]*?)^ *```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , block = '']) => block);

describe('the pages of the site', () => {
  it('lead nowhere that is not there', () => {
    expect(deadLinks(site.pages)).toEqual([]);
  });

  it('are told of when a link leads nowhere', () => {
    const [one, other] = ['a/one.md', 'a/other.md'];
    const text = '# One\n\n[there](./other.md#here) [no page](./lost.md) [no place](other.md#lost)';
    const found = deadLinks([
      { path: one, text },
      { path: other, text: '# Other\n\n## Here\n' },
    ]);
    expect(found).toEqual([
      'a/one.md: there is no page ./lost.md',
      'a/one.md: there is no place other.md#lost',
    ]);
  });

  it('have a title each, at one place of the navigation', () => {
    const listed = JSON.stringify(site.bars);
    for (const { path } of site.pages)
      if (path !== 'index.md') expect(listed).toContain(`"/${path.replace(/(index)?\.md$/, '')}"`);
  });

  it('are told of where the navigation lacks one', () => {
    const section = { title: 'A', folder: 'a', groups: [{ title: 'B', pages: ['one', 'lost'] }] };
    const pages = ['a/one.md', 'a/two.md'].map((path) => ({ path, text: '# T' }));
    expect(misplaced([section], pages)).toEqual([
      'a/two.md is in no group of compose/navigation.ts',
      'there is no page a/lost.md',
    ]);
  });

  it('have every page of the docs of a project', () => {
    const there = site.pages.map(({ path }) => path);
    for (const [path] of docs)
      expect(there).toContain(
        path === 'docs/settings.md'
          ? 'reference/settings.md'
          : path.replace(/^docs\/(README)?/, (_, index) => `guides/${index ? 'index' : ''}`),
      );
  });

  it('are all in the texts for programs', () => {
    for (const { path } of site.pages) {
      if (path === 'index.md') continue;
      expect(site.llms).toContain(`](${path})`);
      expect(site.llmsFull).toContain(`<!-- ${path} -->`);
    }
  });
});

describe('what the pages show', () => {
  it('are commands and flags that there are', () => {
    const shown = site.pages
      // Versions of the past have had others.
      .filter(({ path }) => path !== 'about/changelog.md')
      .flatMap((page) => blocksOf(page, 'sh'))
      .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
      .map((line) => line.trim())
      .filter((line) => line.startsWith('crudgen '));
    expect(shown.length).toBeGreaterThan(100);
    expect(shown.flatMap((line) => unknownIn(line).map((word) => `${line}: ${word}`))).toEqual([]);
  });

  it('are scripts that the repository or a project has', () => {
    const known = [
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
      docsProject.get('package.json')!,
    ].flatMap((text) => Object.keys((JSON.parse(text) as { scripts: object }).scripts));
    const own = site.pages.filter(({ path }) => path.startsWith('start/') || path === 'index.md');
    for (const { text } of own)
      for (const [, script = ''] of text.matchAll(/\bnpm run ([\w:]+)/g))
        expect(known).toContain(script);
  });

  it('are figures of the report', () => {
    const report = readFileSync(join(ROOT, 'test/bench/results/report.md'), 'utf8');
    const [, requests = ''] = /^\| list 25 \| crudgen \| ([\d,]+) \|/m.exec(report) ?? [];
    const page = textOf('about/speed.md');
    expect(page).toMatch(new RegExp(`^\\| list 25 \\| .* ${requests} `, 'm'));
    const [, ratio = ''] = /^\| 40 pages, .* \| crudgen \| [\d,]+ \| ([\d.]+) /m.exec(report) ?? [];
    expect(page).toContain(`crudgen serves ${ratio} of the requests of hand-written code`);
    const [, worst = ''] = /^\| contains \| WORKERS=2 \| [\d,]+ \| ([\d.]+) /m.exec(report) ?? [];
    expect(page).toMatch(new RegExp(`^\\| contains \\| .* ${worst} \\|$`, 'm'));
    expect(page).not.toContain('<!-- ratio');
  });

  it('are specs that crudgen reads', () => {
    const specs = site.pages
      .flatMap((page) => blocksOf(page, 'yaml'))
      .filter((text) => /^models:$/m.test(text));
    expect(specs.length).toBeGreaterThan(4);
    for (const spec of specs) expect(appOfSpec('shown', spec).models).not.toEqual([]);
  });
});

describe('the reference', () => {
  it('has every command', () => {
    const text = textOf('reference/commands.md');
    expect(commandNames().length).toBeGreaterThan(30);
    for (const name of commandNames()) expect(text).toContain(`### crudgen ${name}\n`);
  });

  it('has every type and modifier', () => {
    const anchors = anchorsOf(textOf('reference/field-types.md'));
    for (const type of TYPES) expect(anchors).toContain(type);
    for (const word of MODIFIERS)
      expect(anchors).toContain(`modifier-${word.replaceAll('_', '-')}`);
  });

  it('has every setting', () => {
    const text = textOf('reference/settings.md');
    const ofFeatures = featuresIn(templates()).flatMap(({ settings }) => settings);
    for (const { name } of [...coreSettings(templates()), ...ofFeatures])
      expect(text).toContain(`### ${name}\n`);
  });

  it('has every feature', () => {
    const anchors = anchorsOf(textOf('reference/features.md'));
    for (const { name } of featuresIn(templates())) expect(anchors).toContain(name);
  });

  it('has every error of crudgen that a test or a page names', () => {
    const anchors = anchorsOf(textOf('reference/errors.md'));
    const lines = execFileSync(
      'git',
      [
        'grep',
        '-hoE',
        '(error|warning)\\[[a-z]+-[a-z-]+\\]',
        '--',
        'test',
        'templates',
        'README.md',
        '.github',
      ],
      { cwd: ROOT, encoding: 'utf8' },
    );
    const codes = new Set(
      lines
        .trim()
        .split('\n')
        .map((line) => /\[(.*)\]/.exec(line)![1]!),
    );
    expect(codes.size).toBeGreaterThan(10);
    expect([...codes].filter((code) => !anchors.includes(code))).toEqual([]);
  });

  it('has every code of a refusal of the service', () => {
    const text = textOf('reference/service-errors.md');
    for (const code of Object.values(REFUSAL_CODES).flat())
      expect(text).toContain(`| \`${code}\` |`);
  });

  it('has the operators of the query language, and every part of the output for programs', () => {
    for (const operator of ['gte', 'in', 'ilike', 'isnull', 'startswith'])
      expect(textOf('reference/endpoints.md')).toContain(`field__${operator}=`);
    const schema = JSON.parse(readFileSync(join(ROOT, 'templates/output.schema.json'), 'utf8')) as {
      $defs: Record<string, { properties?: object }>;
    };
    for (const [name, { properties }] of Object.entries(schema.$defs))
      if (properties) expect(anchorsOf(textOf('reference/json-output.md'))).toContain(name);
  });
});

/** The words and flags of a command line that crudgen does not know. */
function unknownIn(line: string): string[] {
  const [, ...words] = line
    .replace(/ +#.*$/, '')
    .replace(/ [>|&].*$/, '')
    .split(/\s+/);
  let at: CommandUnknownOpts = program();
  const unknown: string[] = [];
  for (const word of words) {
    const next = at.commands.find((one) => one.name() === word);
    if (next) at = next;
    else if (word.startsWith('--') && !at.options.some(({ long }) => long === word.split('=')[0]))
      unknown.push(word);
    else if (at.commands.length > 0 && !word.startsWith('-') && !word.startsWith('['))
      unknown.push(word);
  }
  return unknown;
}
