import { format } from 'prettier';
import { expect, it } from 'vitest';
import { breakLists } from '../../../src/merge/break-lists.js';

const words =
  "'reference', 'channel', 'discount', 'pickup_time', 'total', 'number', 'starts_on', 'ends_on'";

it.each([
  ['a list', `const HIDDEN = [${words}];\n`],
  [
    'an object',
    "const more = { reference: 'reference 7', channel: 'channel 7', discount: 1.5, pickup_time: '07:30:00' };\n",
  ],
  ['a list in a loop', `for (const field of [${words}]) {\n  it(field, check);\n}\n`],
  [
    'a list in a call',
    `describe('a', () => {\n  expect(Object.keys(row)).toEqual([${words}]);\n});\n`,
  ],
  [
    'the last of two',
    `make([1, 2], { first: 'the first one', second: 'the second one', third: 'the third one', fourth: 4 });\n`,
  ],
  [
    'an element',
    `const page = (\n  <ShowPage state="status" facts={<Facts />} cards={<Cards />} stamps={{ created: 'created_at', updated: 'updated_at' }}>\n    <List />\n  </ShowPage>\n);\n`,
  ],
  ['an attribute', `const list = (\n  <List\n    hidden={[${words}]}\n  />\n);\n`],
])('%s longer than a line is broken as prettier does', async (_, text) => {
  const options = { parser: 'typescript', singleQuote: true, printWidth: 100 } as const;
  const clean = await format(text, options);
  expect(clean).not.toBe(text);
  const broken = breakLists('a.tsx', '', text);
  expect(await format(broken, options)).toBe(broken);
});

it('leaves what was there, what is short, comments, numbers and wider files alone', () => {
  const long = `const HIDDEN = [${words}];\n`;
  expect(breakLists('a.ts', long, `${long}const b = [1];\n`)).toBe(`${long}const b = [1];\n`);
  const odd = [
    `const HIDDEN = [/* all */ ${words}];\n`,
    `const numbers = [${Array.from({ length: 40 }, (_, n) => n).join(', ')}];\n`,
    `// [${words}, ${words}]\n`,
    `const text = '${'x'.repeat(120)}';\n`,
  ];
  for (const text of odd) expect(breakLists('a.ts', '', text)).toBe(text);
  const wide = `const wide = ${'x + '.repeat(40)}y;\n`;
  expect(breakLists('a.ts', wide, wide + long)).toBe(wide + long);
});

it('keeps line ends and tabs', () => {
  const before = 'function f() {\r\n\treturn [];\r\n}\r\n';
  const after = `function f() {\r\n\treturn [${words}];\r\n}\r\n`;
  const lines = words.split(', ').map((word) => `\t\t${word},\r\n`);
  expect(breakLists('a.ts', before, after)).toBe(
    `function f() {\r\n\treturn [\r\n${lines.join('')}\t];\r\n}\r\n`,
  );
});
