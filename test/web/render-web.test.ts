import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import * as prettier from 'prettier';
import { afterAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/model/model.js';
import { renderPackage } from '../../src/render/render-package.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { appOf, renderExample, templates } from '../golden/example.js';
import { typeErrors } from '../support/type-errors.js';
import { sharedWithService } from './shared-with-service.js';
import { SCRATCH } from '../support/scratch.js';
import { webFiles } from '../support/web-files.js';

const ROOT = join(import.meta.dirname, '../..');
const STYLE = JSON.parse(readFileSync(join(ROOT, '.prettierrc.json'), 'utf8')) as prettier.Options;

/** Names and values that try the printing of lines: very short, very long, with quotes, reserved words. */
const ODD = appOfSpec(
  'odd',
  `
models:
  A:
    timestamps: false
    fields:
      b: integer
  SomethingThatHappenedOnADay:
    timestamps: false
    fields:
      a_day_with_a_name_that_is_so_long_that_a_line_has_no_room_for: date
  Fresh:
    fields:
      default: { type: string, default: "it's \\"so\\"", values: ["it's \\"so\\"", 'plain', "don't"] }
      only_json: json
      tags: refs=A:as=news
  SomethingWithALongNameThatGoesOn:
    fields:
      a_field_with_a_name_that_is_so_long_that_it_fits: string:required:max=1000
      another_field_with_a_name_that_is_so_long: ref=SomethingWithALongNameThatGoesOn:as=children_of_the_thing_with_the_long_name
      kind: enum=first_of_many_values,second_of_many_values,third_of_many_values,fourth_of_many_values,fifth
      state: string:values=todo,done
      price: decimal=15,4:min=0:default=1.5
      made_at: datetime:required:default=now
      is_on: boolean:required:default=false
`,
);

const APPS: readonly (readonly [string, App])[] = [
  ['task-manager', appOf('task-manager')],
  ['orders', appOf('orders')],
  ['clinic', appOf('clinic')],
  ['odd', ODD],
  ['empty', { ...ODD, name: 'empty', models: [] }],
];

/** The first two go past the door. */
const WAYS_IN = [
  '../../ui/components/page-header',
  '../../ui',
  '#ui',
  '@acme/ui/button',
  './ui-of-mine',
];

const pagesOf = (app: App) =>
  [...webFiles(app)].filter(([path]) => /^(test|web\/src\/(pages|settings))/.test(path));

describe.each(APPS)('the pages of %s', (_, app) => {
  test('are as prettier writes them', async () => {
    for (const [path, text] of pagesOf(app)) {
      const options = { ...STYLE, filepath: path };
      expect(await prettier.format(text, options), path).toBe(text);
    }
  });

  test('are as eslint wants them', async () => {
    const eslint = new ESLint({ cwd: ROOT });
    for (const [path, text] of pagesOf(app)) {
      const filePath = join(ROOT, 'templates/features/admin', path);
      const results = await eslint.lintText(text, { filePath });
      expect(
        results.flatMap(({ messages }) => messages.map(({ message }) => message)),
        path,
      ).toEqual([]);
    }
  });

  test('are the same in a second run', () => {
    expect(pagesOf(app)).toEqual(pagesOf(app));
  });
});

describe('the whole back-office', () => {
  const folder = join(SCRATCH, `web-types-${process.pid}`);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // Those of the examples are checked where they lie.
  test('of odd models type-checks', () => {
    const files = [
      ...webFiles(ODD),
      ...sharedWithService(),
      ['package.json', renderPackage(ODD, templates())] as const,
    ];
    for (const [path, text] of files) {
      const target = join(folder, 'odd', path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    expect(typeErrors(join(folder, 'odd'), 'web')).toBe('');
  });

  test('is entered through its door: another way is a warning', async () => {
    const config = join(folder, 'eslint.config.js');
    mkdirSync(folder, { recursive: true });
    writeFileSync(config, renderExample('task-manager').get('eslint.config.js')!);
    const eslint = new ESLint({
      cwd: folder,
      overrideConfigFile: config,
      overrideConfig: { languageOptions: { parserOptions: { tsconfigRootDir: folder } } },
    });
    const saidOf = async (path: string) => {
      const text = WAYS_IN.map((way) => `export { a } from '${way}';`).join('\n');
      const results = await eslint.lintText(text, { filePath: join(folder, path) });
      return results[0]!.messages.map(({ line, severity, message }) => ({
        way: WAYS_IN[line - 1],
        severity,
        message,
      }));
    };
    const message = expect.stringContaining('Import it from `#ui`.');
    const warned = WAYS_IN.slice(0, 2).map((way) => ({ way, severity: 1, message }));
    expect(await saidOf('web/src/pages/task/task.list.tsx')).toEqual(warned);
    expect(await saidOf('ui/layout/header.tsx')).toEqual([]);
  });

  test('has no test, no template and no build of ours in it', () => {
    const paths = [...webFiles(ODD).keys()];
    expect(paths.filter((path) => /\.ejs$|\/dist\//.test(path))).toEqual([]);
    expect(paths.filter((path) => !/^(?:web|ui)\//.test(path))).toEqual([
      'test/back-office.test.ts',
    ]);
    expect(new Set(paths).size).toBe(paths.length);
  });
});
