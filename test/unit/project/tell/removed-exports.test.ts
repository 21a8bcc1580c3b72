import { expect, it } from 'vitest';
import { EMPTY_PLAN } from '../../../../src/plan/plan.js';
import { removedExports } from '../../../../src/project/tell/removed-exports.js';

const SHARED = {
  'package.json': '{"imports":{"#engine":"./engine/index.js"}}',
  'engine/index.ts':
    "export { list as read } from './records/list.js';\nexport type { Row } from './rows.js';\n",
  'engine/records/list.ts': 'export function list() {}\nexport const [a, b] = [1, 2], c = 1;\n',
  'engine/rows.ts': 'export interface Row {}\n',
  'ui/index.ts': "export * from './page.js';\n",
};

const told = (code: string) =>
  removedExports(
    new Map(Object.entries({ ...SHARED, 'src/own.ts': code })),
    EMPTY_PLAN,
    new Map(),
  ).map(({ message, help }) => [message, help]);

it('a name that its file of the engine has no longer is told, with the file that has it', () => {
  expect(told("import { read, list } from '#engine';\n")).toEqual([
    [
      'src/own.ts:1 imports `list` from `#engine`, which has no such export',
      'import it from engine/records/list.ts',
    ],
  ]);
  expect(told("\nexport { gone as mine } from '../engine/rows.js';\n")).toEqual([
    [
      'src/own.ts:2 imports `gone` from `../engine/rows.js`, which has no such export',
      'see CHANGELOG.md of crudgen for its replacement',
    ],
  ]);
});

it('nothing is told of what is there, of whole modules, and of other files', () => {
  for (const code of [
    "import { read, type Row } from '#engine';\n",
    "import { a, b, c, list } from '../engine/records/list.js';\n",
    "import * as all from '#engine';\nimport one from '../engine/rows.js';\n",
    "import { anything } from '../ui/index.js';\n",
    "import { other } from './other.js';\nimport { x } from 'express';\n",
    'export { list };\n',
  ])
    expect(told(code), code).toEqual([]);
});
