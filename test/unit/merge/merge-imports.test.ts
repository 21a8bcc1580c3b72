import { expect, it } from 'vitest';
import { mergeText } from '../../../src/merge/merge-text.js';

const merge = (base: string, mine: string, next: string) =>
  mergeText('src/a.ts', { base, mine, next }).settled.keepMine;

const A = "import { A } from './a.js';\n";
const AB = "import { A, B } from './a.js';\n";

it.each([
  [
    'a name that the new text uses',
    [`${A}f(A);\n`, `${A}f(A);\n`, `${AB}f(A);\ng(B);\n`],
    `${AB}f(A);\ng(B);\n`,
  ],
  [
    'no name that its owner has no use for',
    [`${AB}f(A);\n`, `${A}f(A);\n`, `${AB}f(A);\ng(C);\n`],
    `${A}f(A);\ng(C);\n`,
  ],
  [
    'no name that the file declares',
    [`${A}f(A);\n`, `${A}const B = 1;\nf(A, B);\n`, `${AB}f(A);\n`],
    `${A}const B = 1;\nf(A, B);\n`,
  ],
  [
    'no name that nothing uses any more',
    [`${AB}f(A);\ng(B);\n`, `${AB}f(A);\ng(B);\n`, `${A}f(A);\n`],
    `${A}f(A);\n`,
  ],
  [
    'a name that its owner still uses',
    [`${AB}g(B);\nf(A);\n`, `${AB}g(B);\nf(A);\nown(B);\n`, `${A}f(A);\n`],
    `${AB}f(A);\nown(B);\n`,
  ],
  [
    'no name that is only that of a property',
    [`${AB}g(B);\nf(A);\n`, `${AB}g(B);\nf(A); // own\n`, `${A}f(A);\nh({ B: 1 }).B;\n`],
    `${A}f(A); // own\nh({ B: 1 }).B;\n`,
  ],
  [
    'no name of which the new text has a declaration',
    [
      `${AB}f(A);\nlet b: B;\n`,
      `${AB}f(A);\nlet b: B; // own\n`,
      `${A}f(A);\nlet b: B;\n\nexport interface B {}\n`,
    ],
    `${A}f(A);\nlet b: B; // own\n\nexport interface B {}\n`,
  ],
  [
    'no name that is a variable now',
    [
      `${AB}f(A);\ng(B);\n`,
      `${AB}f(A); // own\ng(B);\n`,
      `${A}f(A);\nfunction h({ B }: { B: number }) {\n  return B;\n}\n`,
    ],
    `${A}f(A); // own\nfunction h({ B }: { B: number }) {\n  return B;\n}\n`,
  ],
  [
    'names beside those that go from the end of a line',
    [
      `import { A, B, C, D } from './a.js';\nf(A, B, C, D);\n`,
      `import { A, B, C, D } from './a.js';\nf(A, B, C, D); // own\n`,
      `import { B, X, Y } from './a.js';\nf(B, X, Y);\n`,
    ],
    `import { B, X, Y } from './a.js';\nf(B, X, Y); // own\n`,
  ],
  [
    'a type that stands beside values, beside other types',
    [
      `import type { T } from './a.js';\nlet t: T;\n`,
      `import type { T } from './a.js';\nlet t: T; // own\n`,
      `import { A, type T, type U } from './a.js';\nlet t: T;\nlet u: U = A;\n`,
    ],
    `import { A } from './a.js';\nimport type { T, U } from './a.js';\nlet t: T; // own\nlet u: U = A;\n`,
  ],
] as const)('imports %s', (_, [base, mine, next], text) =>
  expect(merge(base, mine, next)).toBe(text),
);

it('takes a declaration out with its line, and puts a new one behind that above it', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => `import { ${name} } from './${name}.js';\n`);
  const mine = `import { own } from './own.js';\n${a}${b}a(b, own);\n`;
  expect(merge(`${a}${b}a(b);\n`, mine, `${a}${c}a(c);\n`)).toBe(
    `import { own } from './own.js';\n${a}${c}a(c, own);\n`,
  );
});

it('leaves the comments of its owner where names go', () => {
  const base = "import { A, B } from './a.js';\nimport { C } from './c.js';\nf(A);\ng(B);\nh(C);\n";
  const mine =
    "import {\n  A,\n  B, // why\n} from './a.js';\nimport { C /* that */ } from './c.js'; // other\nf(A);\ng(B);\nh(C);\n";
  const merged = merge(base, mine, `${A}f(A);\n`);
  expect(merged).toMatch(/why[^]*that[^]*other\nf\(A\);/);
  expect(merged).not.toMatch(/\b[BC]\b/);
});

it('leaves no blank line at the top where the first ones go', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => `import { ${name} } from './${name}.js';\n`);
  const mine = `${a}${b}${c}a(c);\nb(c); // own\nc(c);\n`;
  expect(merge(`${a}${b}${c}a(c);\nb(c);\nc(c);\n`, mine, `${c}c(1);\nc(c);\n`)).toMatch(/^import/);
});

it('follows a name to another module, and from a type to a value', () => {
  const moved = AB.replace('./a.js', './moved.js');
  expect(merge(`${AB}f(A, B);\n`, `${AB}f(A, B, 1);\n`, `${moved}f(A, B);\n`)).toBe(
    `${moved}f(A, B, 1);\n`,
  );
  const typed = `import type { A } from './a.js';\n`;
  expect(
    merge(`${typed}let a: A;\n`, `${typed}let a: A; // own\n`, `${A}let a: A;\nnew A();\n`),
  ).toBe(`${A}let a: A; // own\nnew A();\n`);
});

it('joins types to an import of values as types', () => {
  const next = `${A}import type { T } from './a.js';\nf(A);\nlet t: T;\n`;
  expect(merge(`${A}f(A);\n`, `${A}f(A); // own\n`, next)).toBe(
    `import { type T, A } from './a.js';\nf(A); // own\nlet t: T;\n`,
  );
});

it('brings imports for their effect alone along, in the quotes of the file', () => {
  const mine = A.replaceAll("'", '"') + 'f(A);\n';
  expect(merge(`${A}f(A);\n`, mine, `${A}import './effect.js';\nf(A);\n`)).toBe(
    `import { A } from "./a.js";\nimport "./effect.js";\nf(A);\n`,
  );
});

const from = (...names: readonly string[]): string => {
  const line = `import { ${names.join(', ')} } from '#engine';\n`;
  return line.length <= 101
    ? line
    : `import {\n${names.map((one) => `  ${one},\n`).join('')}} from '#engine';\n`;
};
const uses = (...names: readonly string[]): string => names.map((one) => `use(${one});\n`).join('');
const LONG = Array.from({ length: 9 }, (_, at) => `middleware${at}OfMany`);

it.each([
  [
    'both after the last',
    ['Field'],
    ['Field', 'owner'],
    ['Field', 'where'],
    ['Field', 'owner', 'where'],
  ],
  [
    'both before the first',
    ['where'],
    ['DATETIME', 'where'],
    ['Field', 'where'],
    ['DATETIME', 'Field', 'where'],
  ],
  ['the same one', ['Field'], ['Field', 'owner'], ['Field', 'owner'], ['Field', 'owner']],
  [
    'one that the other side removes',
    ['Field', 'owner'],
    ['Field', 'owner', 'where'],
    ['Field'],
    ['Field', 'where'],
  ],
  ['where there was none', [], ['Field'], ['owner'], ['Field', 'owner']],
  ['of many', LONG, [...LONG, 'mine'], ['another', ...LONG], ['another', ...LONG, 'mine']],
])('names of a door that both sides add never conflict: %s', (_, base, mine, next, expected) => {
  const text = (names: readonly string[], body = names) =>
    (names.length > 0 ? from(...names) : '') + 'begin();\n' + uses(...body) + 'end();\n';
  const own = expected.filter(
    (name) => next.includes(name) || (mine.includes(name) && !base.includes(name)),
  );
  const merged = mergeText('src/a.ts', { base: text(base), mine: text(mine), next: text(next) });
  const [imports = ''] = merged.settled.keepMine.split('begin();');
  const said = /\{([^}]*)\}/
    .exec(imports)?.[1]
    ?.split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  expect([...(said ?? [])].sort()).toEqual([...own].sort());
  expect(imports.match(/import/g)).toHaveLength(1);
});

it('a name of a door that both sides add, as a type and as a value, is a value', () => {
  const base = `${from('Field')}use(Field);\n`;
  const mine = `${from('Field', 'type Where')}use(Field);\nlet own: Where;\n`;
  const next = `${from('Field', 'Where')}use(Field);\nuse(Where);\n`;
  const merged = mergeText('src/a.ts', { base, mine, next });
  expect(merged.merged.overlaps).toEqual([]);
  expect(merged.settled.keepMine).toMatch(/^import \{ Field, Where \} from '#engine';\n/);
});

const both = (mine: string, theirs: string) =>
  `<<<<<<< yours\n${mine}=======\n${theirs}>>>>>>> crudgen\n`;

it.each([
  [
    'crudgen uses a name more',
    [`${A}f(A);\ng(1);\n`, `${A}f(A);\ng(2);\n`, `${AB}f(A);\ng(B);\n`],
    {
      keepMine: `${A}f(A);\ng(2);\n`,
      takeTheirs: `${AB}f(A);\ng(B);\n`,
      marked: `${AB}f(A);\n${both('g(2);\n', 'g(B);\n')}`,
    },
  ],
  [
    'crudgen uses a name no longer',
    [`${AB}f(A);\ng(B);\n`, `${AB}f(A);\ng(B + 1);\n`, `${A}f(A);\ng(3);\n`],
    {
      keepMine: `${AB}f(A);\ng(B + 1);\n`,
      takeTheirs: `${A}f(A);\ng(3);\n`,
      marked: `${AB}f(A);\n${both('g(B + 1);\n', 'g(3);\n')}`,
    },
  ],
])('each choice imports what its text uses: %s in a conflict', (_, [base, mine, next], settled) => {
  const versions = { base: base!, mine: mine!, next: next! };
  expect(mergeText('src/a.ts', versions).settled).toEqual(settled);
});
