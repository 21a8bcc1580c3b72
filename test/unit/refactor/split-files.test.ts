import { describe, expect, it } from 'vitest';
import { brokenImports } from '../../../src/refactor/broken-imports.js';
import { relocateTree } from '../../../src/refactor/relocate.js';
import { type Cuts, piecePath, splitFiles, wholePath } from '../../../src/refactor/split-files.js';

const PATH = 'engine/sizes.ts';
const pieces = [0, 1, 2].map((at) => piecePath(PATH, at)) as [string, string, string];
const CUTS: Cuts = new Map([
  [
    PATH,
    {
      pieces,
      places: new Map([
        ['measure', pieces[0]],
        ['encode', pieces[1]],
        ['Page', pieces[1]],
        ['wide', pieces[2]],
      ]),
    },
  ],
]);

const SIZES = [
  "import { bytes } from './bytes.js';",
  '',
  'export const measure = () => bytes;',
  'export interface Page { size: number }',
  'export const encode = (page: Page) => measure() + page.size;',
  'export const wide = (page: Page) => encode(page) > 9;',
  '',
].join('\n');

const files = (own: string, path = 'src/own.ts') =>
  new Map([
    ['engine/bytes.ts', 'export const bytes = 1;\n'],
    [PATH, SIZES],
    [path, own],
  ]);

/** What an own file says once the pieces are in new files. */
function moved(own: string, path = 'src/own.ts'): string {
  const moves = new Map([
    [pieces[0], 'engine/reading/measure.ts'],
    [pieces[1], 'engine/reading/encode.ts'],
    [pieces[2], 'engine/widths.ts'],
  ]);
  const after = relocateTree(splitFiles(files(own, path), CUTS), moves);
  expect(brokenImports(after)).toEqual([]);
  expect(after.has(PATH)).toBe(false);
  return after.get(path)!;
}

describe('a file whose declarations go to several files', () => {
  it('is several files, which import each other', () => {
    const after = splitFiles(files(''), CUTS);
    expect(after.get('engine/2~sizes.ts')).toBe(
      [
        "import { measure } from './sizes.js';",
        '',
        'export interface Page { size: number }',
        'export const encode = (page: Page) => measure() + page.size;',
        '',
      ].join('\n'),
    );
    expect([...after.keys()].map(wholePath)).toEqual([
      'engine/bytes.ts',
      PATH,
      PATH,
      PATH,
      'src/own.ts',
    ]);
  });

  it.each([
    [
      "import { encode, measure as m, type Page } from '../engine/sizes.js';",
      "import { measure as m } from '../engine/reading/measure.js';\nimport { encode, type Page } from '../engine/reading/encode.js';",
    ],
    [
      "import type { Page } from '../engine/sizes.js'; // of ours",
      "import type { Page } from '../engine/reading/encode.js'; // of ours",
    ],
    [
      'import {\n  wide, // of ours\n  measure,\n} from "../engine/sizes.js"',
      '// of ours\nimport { measure } from "../engine/reading/measure.js"\nimport { wide } from "../engine/widths.js"',
    ],
    [
      "export { encode, wide as far } from '../engine/sizes.js';",
      "export { encode } from '../engine/reading/encode.js';\nexport { wide as far } from '../engine/widths.js';",
    ],
    [
      "export * from '../engine/sizes.js';",
      "export * from '../engine/reading/measure.js';\nexport * from '../engine/reading/encode.js';\nexport * from '../engine/widths.js';",
    ],
    [
      "import * as sizes from '../engine/sizes.js';\nexport const own = sizes.wide;",
      "import * as sizes from '../engine/widths.js';\nexport const own = sizes.wide;",
    ],
    [
      "export type P = import('../engine/sizes.js').Page;",
      "export type P = import('../engine/reading/encode.js').Page;",
    ],
    [
      "const { wide } = await import('../engine/sizes.js');",
      "const { wide } = await import('../engine/widths.js');",
    ],
    ["vi.mock('../engine/sizes.js');", "vi.mock('../engine/reading/measure.js');"],
  ])('is imported from the file of each name: %s', (own, expected) => {
    expect(moved(own)).toBe(expected);
  });
});
