import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderProject } from '../../src/render/render-project.js';
import { VERSION } from '../../src/version.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const README = read('README.md');

/** What begins each part, in their order. */
const PARTS = [
  '# crudgen\n\ncrudgen turns ',
  '.github/pictures/film.gif',
  '## Three commands\n',
  '## For coding agents\n\nEdit any file; the next command merges.',
  '## What is yours\n',
  '## Proofs\n',
  '## The back-office\n',
  '## How it differs\n',
  '## When not to choose crudgen\n',
  '## Help, licence, contributing\n',
];
/** Bytes: what a page may load for its film. */
const FILM_LIMIT = 2_000_000;

describe('the README', () => {
  it('has at most 900 words, those of its tables and blocks included', () => {
    expect(README.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(900);
  });

  it('has its parts in order', () => {
    const places = PARTS.map((part) => README.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(README.match(/^## /gm)).toHaveLength(
      PARTS.filter((part) => part.startsWith('## ')).length,
    );
  });

  it('shows a film of less than 2 MB', () => {
    expect(statSync(join(ROOT, '.github/pictures/film.gif')).size).toBeLessThan(FILM_LIMIT);
  });

  it('shows pictures whose contents are told in a text, by which a release checks them', () => {
    const names = [...README.matchAll(/\.github\/pictures\/([\w-]+)\.(?:png|gif)/g)].map(
      ([, name]) => name!,
    );
    expect(names).toEqual(['film', 'dashboard', 'board', 'order', 'import', 'conflict']);
    const files = names.flatMap((name) => [
      `${name}.${name === 'film' ? 'gif' : 'png'}`,
      `${name}.txt`,
    ]);
    expect(readdirSync(join(ROOT, '.github/pictures')).toSorted()).toEqual(files.toSorted());
  });

  it('tells which version it is about', () => {
    expect(README).toContain(`this is ${VERSION.replace(/\.\d+$/, '')}`);
  });
});

describe('a figure of the README', () => {
  it('of conflicts in a year is that of the count', () => {
    const together = read('test/evolve/results.md').split('### All together')[1]!;
    const cells = (who: string) =>
      together
        .match(RegExp(`^\\| ${who} \\|.*$`, 'm'))![0]
        .split('|')
        .map((cell) => cell.trim());
    const conflicts = (who: string) => cells(who)[2]!.split(' ')[0]!;
    const lost = (who: string) => cells(who)[4]!.split(' ')[0]!;
    expect(README).toContain(
      `\`git merge\` stopped at ${conflicts('git merge')} conflicts and overwriting lost ${lost('overwriting')} lines; [crudgen asked ${conflicts('crudgen')} times and lost none]`,
    );
    expect(lost('crudgen')).toBe('0');
    expect(README).toContain(`named ${cells('crudgen')[3]!} places to change by hand`);
    const [, red, steps, foretold] = cells('crudgen')[5]!.match(/^(\d+) of (\d+) \((\d+)\)$/)!;
    expect([red, foretold]).toEqual(['2', '2']);
    expect(README).toContain('foretold both red builds');
    expect(README).toContain(`a simulated year of ${steps} steps`);
  });

  it('of speed is that of the report', () => {
    const report = read('test/bench/results/report.md');
    const rate = (operation: string, target: string) =>
      report.match(RegExp(`^\\| ${operation} \\| ${target} \\| ([\\d,]+) `, 'm'))![1]!;
    const [own, written] = ['crudgen', 'limit'] as const;
    expect(README).toContain(`serves [${rate('list 25', own)} lists a second]`);
    expect(README).toContain(`hand-written code serves ${rate('list 25', written)}.`);
    expect(README).toContain(
      `For single records, crudgen serves ${rate('get', own)} a second and hand-written code ${rate('get', written)};`,
    );
    const pages = '40 pages, one write in ten';
    expect(README).toContain(
      `for 40 pages with writes, ${rate(pages, own)} against ${rate(pages, written)}.`,
    );
  });

  it('of writes that a failover lost is that of the measurement', () => {
    const page = read('templates/service/docs/failover.md');
    const [, figure] = page.match(/^\| wait for it .*\| (0 of [\d,]+) +\|$/m)!;
    expect(README).toContain(`[${figure} acknowledged writes](`);
  });

  it('of what is yours is counted from the garage, rounded', () => {
    const sizes = sizesOf(garage());
    const rows = [...README.matchAll(/^\| (.+?) +\| +([\d,]+) \| +([\d,]+) \|$/gm)];
    expect(rows.map(([, part]) => part)).toEqual(Object.keys(sizes));
    for (const [, part, files, lines] of rows) {
      const size = sizes[part!]!;
      expect(isAbout(files!, size.files), `${part}: ${size.files} files`).toBe(true);
      expect(isAbout(lines!, size.lines), `${part}: ${size.lines} lines`).toBe(true);
    }
    const engine = Object.values(sizes).at(-1)!.lines;
    const [, thousands] = README.match(/alone are (\d+),000 lines/)!;
    expect(Number(thousands)).toBe(Math.round(engine / 1000));
  });
});

/** Whether a figure still tells what was counted: a line more is no other figure. */
const isAbout = (figure: string, count: number): boolean =>
  Math.abs(Number(figure.replaceAll(',', '')) - count) <= count * 0.03;

const garage = () =>
  renderProject(appOfSpec('garage', read('test/fixtures/garage.yaml')), {
    templates: templates(),
    now: MADE_AT,
    secret: 'x'.repeat(43),
  });

/** How many files and lines the parts of a project have. */
function sizesOf(tree: ReadonlyMap<string, string>) {
  const parts: readonly (readonly [part: string, paths: RegExp])[] = [
    ['Models, their tests and pages', /^(src\/models|web\/src\/pages)\//],
    [
      'App, migrations, settings, deployment',
      /^(?!engine\/|ui\/|docs\/|src\/models\/|web\/src\/pages\/)/,
    ],
    ['Guides (`docs/`)', /^docs\//],
    ['Engine and UI kit (`engine/`, `ui/`)', /^(engine|ui)\//],
  ];
  return Object.fromEntries(
    parts.map(([part, paths]) => {
      const texts = [...tree].filter(([path]) => paths.test(path)).map(([, text]) => text);
      const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
      return [part, { files: texts.length, lines }] as const;
    }),
  );
}
