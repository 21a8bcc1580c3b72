import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderPackage } from '../../src/render/render-package.js';
import { renderWeb } from '../../src/render/render-web.js';
import { appOf, templates } from '../golden/example.js';
import { buildWeb } from './serve-example.js';

const FOLDER = join(import.meta.dirname, `../../.tmp/web-build-${process.pid}`);
const CONFIG = join(FOLDER, 'web/vite.config.ts');

/** What is fetched when it is opened first, though pages name it through one door. */
const LAZY = [
  'charts',
  'tree-page',
  'command-palette',
  'json-editor',
  'filter-drawer',
  'list-page',
  'show-page',
  'create-page',
  'inputs',
];

describe('the build of the back-office', () => {
  beforeAll(() => {
    const app = appOf('task-manager');
    const files = [...renderWeb(app, templates()), ['package.json', renderPackage(app)] as const];
    for (const [path, text] of files) {
      mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
      writeFileSync(join(FOLDER, path), text);
    }
  });
  afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

  test('has every file compressed, pages and their heavy parts in files of their own, and no other host', async () => {
    await buildWeb(FOLDER);
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

  test('fails over its budget, and says which ten packages are the largest', async () => {
    const config = readFileSync(CONFIG, 'utf8');
    writeFileSync(CONFIG, config.replace('limitKilobytes: 350', 'limitKilobytes: 200'));
    const failure = await buildWeb(FOLDER, { outDir: 'over' }).then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    );
    expect(failure).toContain('over budget; the largest packages');
    const packages = [...failure.matchAll(/^\s+([\d.]+) kB {2}(.+) \(before minifying\)$/gm)];
    expect(packages).toHaveLength(10);
    expect(packages.map(([, , name]) => name)).toContain('react-dom');
    const sizes = packages.map(([, size]) => Number(size));
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
  });
});
