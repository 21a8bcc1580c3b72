import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ESLint } from 'eslint';
import { check, resolveConfig } from 'prettier';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../../src/model/model.js';
import type { Tree } from '../../../src/tree.js';
import { readProject } from '../../../src/code/read-project.js';
import { staticFiles } from '../../../src/render/project-files.js';
import {
  draftApp,
  keepsBase,
  renderApp,
  renderProject,
} from '../../../src/render/render-project.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';
import { keyedApp } from '../../support/keyed-app.js';
import { typeErrors } from '../../support/type-errors.js';
import { SCRATCH } from '../../support/scratch.js';

const ROOT = join(import.meta.dirname, '../../..');
const NOW = new Date('2026-11-21T09:46:12Z');

const spec = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const render = (app: App) =>
  renderProject(app, { templates: templates(), now: NOW, secret: 'x'.repeat(43) });
/** What is not copied as it is. */
const rendered = (tree: Tree) =>
  [...tree].filter(([path, text]) => staticFiles(templates()).get(path)?.text !== text);

/** One model with 60 fields of every type, alone and with every modifier. */
function wideSpec(): string {
  const kinds = [
    'string:required:unique:min=2:max=40',
    "string:default=it's",
    'text:values=a,b',
    'integer:index:min=-5:max=5',
    'bigint:default=7',
    'float:required:default=1.5',
    'decimal=9,3:min=0.001',
    'boolean:default=true',
    'date:default=today',
    'time',
    'datetime:required',
    'uuid:unique',
    'json:required',
    'enum=s,m,l:default=m',
    'string:email:read=Admin:write=',
    'text:url:required:write=Admin,Clerk',
    'ref=User',
    'ref=Wide:as=back_NUMBER',
    'ref=User:unique',
    'refs=Wide:as=linked_NUMBER',
  ];
  const fields = Array.from({ length: 60 }, (_, index) => {
    const kind = kinds[index % kinds.length]!.replace('NUMBER', String(index));
    return `      field_${index}: ${JSON.stringify(kind)}`;
  });
  return `models:\n  Wide:\n    fields:\n${fields.join('\n')}\n`;
}

const APPS: readonly (readonly [string, () => App])[] = [
  ['odd', () => appOfSpec('odd', spec('odd.yaml'))],
  ['borrowed names', () => appOfSpec('borrowed', spec('borrowed-names.yaml'))],
  ['wide', () => appOfSpec('wide', wideSpec(), { database: 'postgres', features: ['containers'] })],
  ['keyed', keyedApp],
  ['none', () => ({ name: 'none', database: 'sqlite', models: [] })],
];

const folderOf = (name: string) => join(SCRATCH, 'render-odd', name.replaceAll(' ', '-'));

function write(tree: Tree, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of tree) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describe.each(APPS)('a project of %s models', (name, makeApp) => {
  let app: App;
  let tree: Tree;
  beforeAll(() => {
    app = makeApp();
    tree = render(app);
  });

  it('is the same however often and in whatever order it is rendered, but for the order of the menu', () => {
    expect(render(app)).toEqual(tree);
    const other = render({ ...app, models: app.models.toReversed() });
    // Related records stand on the page of a record as their models stand in the menu.
    const isOfRecord = (path: string) => /\/pages\/.*\.(?:show|form)\.tsx$/.test(path);
    const inAnyOrder = (text: string) => text.split('\n').toSorted().join('\n');
    const withoutMenu = (files: Tree): Tree =>
      new Map(
        [...files]
          .filter(([path]) => path !== 'web/src/pages/resources.ts')
          .map(([path, text]) => [path, isOfRecord(path) ? inAnyOrder(text) : text]),
      );
    expect(withoutMenu(other)).toEqual(withoutMenu(tree));
  });

  it('is what its own code says', () => {
    const read = readProject(tree);
    expect(read.problems).toEqual([]);
    const migrations = [...tree.keys()].filter((path) => !keepsBase(path));
    const again = renderApp(read.app, { templates: templates(), migrations });
    const differing = [...again].filter(([path, text]) => tree.get(path) !== text);
    expect(differing.map(([path]) => path)).toEqual([]);
  });

  it('is laid out as prettier lays it out', async () => {
    const config = await resolveConfig(join(ROOT, 'package.json'));
    const wrong: string[] = [];
    for (const [path, text] of rendered(tree)) {
      if (!/\.(tsx?|js|json|md|yaml)$/.test(path)) continue;
      if (!(await check(text, { ...config, filepath: path }))) wrong.push(path);
    }
    expect(wrong).toEqual([]);
  });

  it('type-checks and lints', { timeout: 120_000 }, async () => {
    const folder = folderOf(name);
    write(tree, folder);
    expect(typeErrors(folder)).toBe('');
    const eslint = new ESLint({
      cwd: folder,
      overrideConfigFile: 'eslint.config.js',
      // Several projects in one process need to be told apart.
      overrideConfig: { languageOptions: { parserOptions: { tsconfigRootDir: folder } } },
    });
    const files = rendered(tree).map(([path]) => path);
    const results = await eslint.lintFiles(files.filter((path) => /^src\/.*\.ts$/.test(path)));
    expect(results.flatMap(({ messages }) => messages)).toEqual([]);
  });
});

it.each(APPS.filter(([name]) => ['borrowed names', 'keyed'].includes(name)))(
  'the back-office of %s models type-checks',
  { timeout: 120_000 },
  (name, makeApp) => {
    const folder = folderOf(`web of ${name}`);
    write(render(makeApp()), folder);
    expect(typeErrors(folder, 'web')).toBe('');
  },
);

it('the tests of models with keys of all kinds pass', { timeout: 240_000 }, async () => {
  const folder = folderOf('tests of keyed');
  write(render(keyedApp()), folder);
  const vitest = join(ROOT, 'node_modules/.bin/vitest');
  const env = { ...process.env, VITEST: undefined };
  await promisify(execFile)(vitest, ['run', 'src'], { cwd: folder, env });
});

describe('a large project', () => {
  const manyModels = Array.from(
    { length: 300 },
    (_, index) =>
      `  Model${index}:\n    fields:\n      name: string:required\n      amount: decimal=12,2\n      next: ref=Model${(index * 7 + 1) % 300}:as=back_${index}`,
  ).join('\n');
  const manyFields = Array.from(
    { length: 300 },
    (_, index) => `      field_${index}: ${index % 2 ? 'string:index' : 'integer:required'}`,
  ).join('\n');

  it(
    'of 300 models, or of one model with 300 fields, is drafted in a moment: what is needed is laid out',
    { timeout: 180_000 },
    () => {
      const large = appOfSpec('large', `models:\n${manyModels}\n`);
      const long = appOfSpec('long', `models:\n  Long:\n    fields:\n${manyFields}\n`);
      templates();
      const spent = () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1000;
      };
      const start = spent();
      const draft = (app: App) => draftApp(app, { templates: templates(), migrations: [] });
      const models = [...draft(large).keys()].filter((path) =>
        /^src\/models\/(?!user\/).*model\.ts$/.test(path),
      );
      expect(models).toHaveLength(300);
      expect(spent() - start).toBeLessThan(2500);
      const before = spent();
      draft(long);
      expect(spent() - before).toBeLessThan(1000);
    },
  );
});
