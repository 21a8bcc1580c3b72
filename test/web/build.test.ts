import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderPackage } from '../../src/render/render-package.js';
import { sharedWithService } from './shared-with-service.js';
import { appOf, templates } from '../golden/example.js';
import { buildWeb } from './serve-example.js';
import { SCRATCH } from '../support/scratch.js';
import { webFiles } from '../support/web-files.js';

const FOLDER = join(SCRATCH, `web-build-${process.pid}`);
const PADDING = join(FOLDER, 'web/src/pages/padding.ts');
const MAIN = join(FOLDER, 'web/src/main.tsx');

/** What is fetched when it is opened first, though pages name it through one door. */
const LAZY = [
  'dashboard',
  'tree-page',
  'filter-drawer',
  'list-page',
  'related',
  'form-pages',
  'conflict-dialog',
  'inputs',
];

describe('the build of the back-office', () => {
  let transferred = 0;

  beforeAll(() => {
    const app = appOf('task-manager');
    const files = [
      ...webFiles(app),
      ...sharedWithService(),
      ['package.json', renderPackage(app, templates())] as const,
    ];
    for (const [path, text] of files) {
      mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
      writeFileSync(join(FOLDER, path), text);
    }
  });
  afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

  test('has every file compressed, pages and their heavy parts in files of their own, and no other host', async () => {
    const said = await buildWeb(FOLDER);
    transferred = Number(/a signed-in list transfers ([\d.]+) kB/.exec(said)?.[1]);
    const files = readdirSync(join(FOLDER, 'web/dist'), { recursive: true, encoding: 'utf8' });
    const entry = files.find((file) => /index-[\w-]+\.js$/.test(file)) ?? '';
    expect(files).toContain(`${entry}.br`);
    expect(files).toContain(`${entry}.gz`);
    for (const lazy of LAZY)
      expect(
        files.some((file) => basename(file).startsWith(`${lazy}-`) && file.endsWith('.js')),
        lazy,
      ).toBe(true);
    const page = readFileSync(join(FOLDER, 'web/dist/index.html'), 'utf8');
    expect(page.match(/(?:src|href)="(?!\/admin\/)[^"]*"/g)).toBeNull();
  });

  test('has in one file what every page needs first: apart it is larger by 14 kB', () => {
    const page = readFileSync(join(FOLDER, 'web/dist/index.html'), 'utf8');
    // Those that it imports would be preloaded.
    expect(page.match(/[\w-]+\.js"/g)).toEqual([expect.stringMatching(/^index-/)]);
  });

  test('has lists that take at most 350 kB of JavaScript, of any number of models', () => {
    expect(transferred).toBeGreaterThan(200);
    expect(transferred).toBeLessThanOrEqual(350);
  });

  test('fails over its budget, and says which files of the project and which packages are the largest', async () => {
    // What a project makes large is named, not what is large in every project.
    const words = Array.from({ length: 60_000 }, (_, at) => (at * 2654435761).toString(36));
    writeFileSync(PADDING, `export const padding = ${JSON.stringify(words.join(' '))};\n`);
    const main = readFileSync(MAIN, 'utf8');
    const shown = "import { padding } from './pages/padding';\ndocument.title = padding;\n";
    writeFileSync(MAIN, shown + main);
    const failure = await buildWeb(FOLDER, { outDir: 'over' }).then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    );
    const [own = '', packages = ''] = failure.split('and the largest packages:');
    expect(own).toContain('over budget; the largest files of this project');
    const listed = (text: string) => [...text.matchAll(/^\s+([\d.]+) kB {2}(.+)$/gm)];
    const namesOf = (text: string) => listed(text).map(([, , name]) => name);
    expect(namesOf(own)).toEqual(
      expect.arrayContaining(['web/src/pages/padding.ts', 'ui/', 'web/src/app.tsx']),
    );
    expect(namesOf(own)[0]).toBe('web/src/pages/padding.ts');
    expect(namesOf(packages)).toHaveLength(10);
    expect(namesOf(packages)).toContain('react-dom');
    for (const text of [own, packages]) {
      const sizes = listed(text).map(([, size]) => Number(size));
      expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
    }
  });
});
