import { describe, expect, it } from 'vitest';
import { aliasedFolders } from '../../../src/refactor/aliased-folders.js';
import { relocateTree } from '../../../src/refactor/relocate.js';
import type { Tree } from '../../../src/tree.js';

const tree = (files: Record<string, string>): Tree => new Map(Object.entries(files));

const render = tree({
  'package.json': JSON.stringify({
    imports: {
      '#engine': './engine/index.ts',
      '#engine/testing': './engine/testing/index.ts',
      '#ui': './ui/index.ts',
      '#x': './x.js',
    },
  }),
  'engine/index.ts': [
    "export { Field, Model } from './crud/field.js';",
    "export { refuse, type Refusal, hidden as shown } from './crud/refuse.js';",
    "export type { Settings } from './settings.js';",
    "export { sameName } from './other.js';",
    '/** Where it was split. */',
    "export { split } from './crud/split.js';",
    'export const VERSION = 1;',
  ].join('\n'),
  'engine/crud/field.ts':
    'export const Field = 1;\nexport const Model = 2;\nexport const deep = 3;\n',
  'engine/crud/refuse.ts':
    'export const refuse = 1;\nexport const hidden = 2;\nexport const sameName = 3;\nexport type Refusal = 1;\n',
  'engine/crud/split.ts': 'export const split = 1;\n',
  'engine/other.ts': 'export const sameName = 1;\n',
  'engine/settings.ts': 'export class Settings {}\n',
  'engine/testing/index.ts': "export { fresh } from './fresh.js';\n",
  'engine/testing/fresh.ts': 'export const fresh = 1;\n',
  'ui/index.ts': "export { ListPage } from './list/list-page';\n",
  'ui/list/list-page.tsx': 'export function ListPage() {}\n',
});

const before = {
  'src/crud/field.ts': '',
  'src/crud/refuse.ts': '',
  'src/settings.ts': '',
  'web/src/list/list-page.tsx': '',
  'test/fresh.ts': '',
};
const moves = new Map([
  ['src/crud/field.ts', 'engine/crud/field.ts'],
  ['src/crud/refuse.ts', 'engine/crud/refuse.ts'],
  ['src/settings.ts', 'engine/settings.ts'],
  ['web/src/list/list-page.tsx', 'ui/list/list-page.tsx'],
  ['test/fresh.ts', 'engine/testing/fresh.ts'],
]);

/** A file of the developer's after files have moved behind doors. */
function moved(text: string, path = 'src/models/task/own.ts'): string {
  const files = tree({ ...before, [path]: text });
  return relocateTree(files, moves, aliasedFolders(render)).get(moves.get(path) ?? path) ?? '';
}

describe('imports of what has moved behind a door', () => {
  it('become one of the door, sorted, at the place of the first', () => {
    const text = [
      "import { Entity } from 'typeorm';",
      "import { type Refusal, refuse } from '../../crud/refuse.js';",
      "import { Task } from './task.model.js';",
      "import { Model as M, Field } from '../../crud/field.js';",
      '',
      'export const mine = 1;',
    ];
    expect(moved(text.join('\n')).split('\n')).toEqual([
      text[0],
      "import { Field, Model as M, refuse, type Refusal } from '#engine';",
      ...[text[2], '', text[5]],
    ]);
  });

  it.each([
    [
      'a type',
      "import type { Refusal } from '../../crud/refuse.js';",
      "import type { Refusal } from '#engine';",
    ],
    [
      'a type as such',
      "import { type Refusal } from '../../crud/refuse.js';",
      "import { type Refusal } from '#engine';",
    ],
    [
      'a class that is only given as a type',
      "import type { Settings } from '../../settings.js';",
      "import type { Settings } from '#engine';",
    ],
    [
      'what is passed on',
      "export { Field as F } from '../../crud/field.js';",
      "export { Field as F } from '#engine';",
    ],
    [
      'what went to another file',
      "import { split } from '../../crud/refuse.js';",
      "import { split } from '#engine';",
    ],
    [
      'the hand of the file',
      'import { Field } from "../../crud/field.js"\r\n',
      'import { Field } from "#engine"\r\n',
    ],
    [
      'a name for a folder',
      "import { Field } from '@/crud/field.js';",
      "import { Field } from '#engine';",
    ],
  ])('go by its name: %s', (_, text, expected) => {
    const tsconfig = JSON.stringify({ compilerOptions: { paths: { '@/*': ['./src/*'] } } });
    const files = tree({ ...before, 'tsconfig.json': tsconfig, 'src/models/task/own.ts': text });
    const after = relocateTree(files, moves, aliasedFolders(render));
    expect(after.get('src/models/task/own.ts')).toBe(expected);
  });

  it.each([
    "import { deep } from '../../crud/field.js';",
    "import { hidden } from '../../crud/refuse.js';",
    "import { sameName } from '../../crud/refuse.js';",
    "import { Settings } from '../../settings.js';",
    "import * as crud from '../../crud/field.js';",
    "import Field from '../../crud/field.js';",
    "import Default, { Field } from '../../crud/field.js';",
    "import '../../crud/field.js';",
    "export * from '../../crud/field.js';",
    "const { Field } = await import('../../crud/field.js');",
    "let one: import('../../crud/field.js').Field;",
    "vi.mock('../../crud/field.js');",
  ])('keep the path of the file: %s', (text) => {
    expect(moved(text)).toBe(text.replace('../../', '../../../engine/'));
  });

  it('leave those of other names behind', () => {
    const text = "import { deep, Field, type Refusal } from '../../crud/field.js';\n";
    expect(moved(text)).toBe(
      "import { Field, type Refusal } from '#engine';\nimport { deep } from '../../../engine/crud/field.js';\n",
    );
  });

  it('stay apart where words of their developer stand with them', () => {
    const text = [
      '// Ours.',
      "import { Field } from '../../crud/field.js';",
      '// Not theirs.',
      "import { refuse } from '../../crud/refuse.js';",
      "import { Model } from '../../crud/field.js'; // later",
      "import type { Refusal /* why */ } from '../../crud/refuse.js';",
    ];
    expect(moved(text.join('\n')).split('\n')).toEqual(
      text.map((line) => line.replace(/'[./]+crud\/\w+\.js'/, "'#engine'")),
    );
  });

  it('are broken into lines like those that crudgen writes', () => {
    const long = Array.from(
      { length: 6 },
      (_, at) => `Field as aRatherLongNameOfTheDevelopers${at}`,
    );
    const text = `import { ${long.join(', ')} } from '../../crud/field.js';`;
    expect(moved(text)).toBe(
      `import {\n${long.map((one) => `  ${one},\n`).join('')}} from '#engine';`,
    );
  });

  it('take in one that is there already', () => {
    const text = "import { Model } from '#engine';\nimport { Field } from '../../crud/field.js';\n";
    expect(moved(text)).toBe("import { Field, Model } from '#engine';\n");
  });

  it('know the back-office, whose files are named without an ending', () => {
    const text = "import { ListPage } from '../../list/list-page';\n";
    expect(moved(text, 'web/src/pages/task/task.list.tsx')).toBe(
      "import { ListPage } from '#ui';\n",
    );
  });

  it('take the inner of two doors, from outside of both', () => {
    const text =
      "import { refuse } from '../../crud/refuse.js';\nimport { fresh } from '../../../test/fresh.js';\n";
    expect(moved(text)).toBe(
      "import { refuse } from '#engine';\nimport { fresh } from '#engine/testing';\n",
    );
    const inside = "import { fresh } from '../../test/fresh.js';\n";
    expect(moved(inside, 'src/crud/field.ts')).toBe(
      "import { fresh } from '../testing/fresh.js';\n",
    );
  });

  it('stay paths inside of the folder, and nothing else is touched', () => {
    const inside =
      "import { Field } from './field.js';\nimport { Task } from '../models/task.js';\n";
    expect(moved(inside, 'src/crud/refuse.ts')).toBe(
      inside.replace('../models', '../../src/models'),
    );
    const said =
      "// import { Field } from '../../crud/field.js';\nconst path = 'src/crud/field.ts';\n";
    expect(moved(said)).toBe(said);
    const own = "import { Field } from '../../../engine/crud/field.js';\n";
    expect(moved(own)).toBe(own);
  });
});
