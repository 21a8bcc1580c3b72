import { describe, expect, it } from 'vitest';
import { placesIn, splitText } from '../../../src/refactor/split-text.js';

const PATH = 'engine/a.ts';
const pieces = [PATH, 'engine/2~a.ts'];
const [FIRST, SECOND] = pieces as [string, string];

/** Splits a text; `b...` is declared in the second file now, everything else in the first. */
function split(...lines: readonly string[]): readonly (string | undefined)[] {
  const text = `${lines.join('\n')}\n`;
  const known = new Map(
    [...text.matchAll(/^(?:export )?(?:function|const|type|interface|class) ((?:a|b)\w*)/gim)].map(
      ([, name = '']) => [name, /^b/i.test(name) ? SECOND : FIRST] as const,
    ),
  );
  const places = placesIn(PATH, text, known, FIRST);
  const found = splitText(PATH, text, { pieces, places });
  return pieces.map((piece) => found.get(piece));
}

describe('a file in pieces', () => {
  it('gives each declaration with its comments to its piece, and the imports that it uses', () => {
    expect(
      split(
        '/* Ours. */',
        "import { one, two } from './x.js';",
        "import type { Three } from './y.js';",
        "import * as all from 'all';",
        "import './effect.js';",
        '',
        '/** First. */',
        'export const a = (two: Three) => one + two; // of the first',
        '',
        '// Apart.',
        '',
        '/** Second. */',
        'export function b(): number {',
        '  return two + all.of; // inside',
        '}',
        '',
        '// The end.',
      ),
    ).toEqual([
      [
        '/* Ours. */',
        "import { one } from './x.js';",
        "import type { Three } from './y.js';",
        "import './effect.js';",
        '',
        '/** First. */',
        'export const a = (two: Three) => one + two; // of the first',
        '',
      ].join('\n'),
      [
        "import { two } from './x.js';",
        "import * as all from 'all';",
        '',
        '// Apart.',
        '',
        '/** Second. */',
        'export function b(): number {',
        '  return two + all.of; // inside',
        '}',
        '',
        '// The end.',
        '',
      ].join('\n'),
    ]);
  });

  it('imports from the other pieces, which export what was private', () => {
    expect(
      split(
        'interface BRow { id: number }',
        'const b = 1;',
        'class B2 { constructor(readonly b = 1) {} }',
        'export const a = (row: BRow): B2 => new B2(row.id + b);',
      ),
    ).toEqual([
      "import { B2, b, type BRow } from './2~a.js';\n\nexport const a = (row: BRow): B2 => new B2(row.id + b);\n",
      'export interface BRow { id: number }\nexport const b = 1;\nexport class B2 { constructor(readonly b = 1) {} }\n',
    ]);
  });

  it('keeps names of functions apart from those of the file', () => {
    const [first] = split('const b = 1;', 'export const a = (b: number) => ({ b, c: b });');
    expect(first).toBe('export const a = (b: number) => ({ b, c: b });\n');
  });

  it('takes own declarations along with those that use them, or that they use', () => {
    const [first, second] = split(
      'const LIMIT = 1;',
      'export const a = 1;',
      'export const b = () => LIMIT;',
      'export const mine = () => ours() + b();',
      'function ours() { return 1; }',
      'export const lone = 1;',
      'register(b);',
      'export { lone as other };',
    );
    expect(first).toBe('export const a = 1;\nexport const lone = 1;\nexport { lone as other };\n');
    expect(second).toMatch(
      /^const LIMIT.*\n.*b = .*\n.*mine.*\nfunction ours.*\nregister\(b\);\n$/,
    );
  });

  it('loses no line, whatever the line ends', () => {
    const lines = [
      "import { one /* note */, two } from './x.js';",
      "import unused from 'unused';",
      'export const a = one;',
      'export const b = two;',
    ];
    const [first, second] = splitText(PATH, `${lines.join('\r\n')}\r\n`, {
      pieces,
      places: new Map([
        ['a', FIRST],
        ['b', SECOND],
      ]),
    }).values();
    expect(first).toBe(
      "/* note */\r\nimport { one } from './x.js';\r\nimport unused from 'unused';\r\n\r\nexport const a = one;\r\n",
    );
    expect(second).toBe("import { two } from './x.js';\r\n\r\nexport const b = two;\r\n");
  });
});
