import { describe, expect, it } from 'vitest';
import { codeSource } from '../../../src/merge/code-parts.js';
import { fitText, indentAt, indentUnit, lineEnd, styleOf } from '../../../src/merge/text-style.js';

it.each([
  ['a\nb\n', '\n'],
  ['a\r\nb\r\nc\n', '\r\n'],
  ['', '\n'],
])('%j ends its lines with %j', (text, end) => expect(lineEnd(text)).toBe(end));

it.each([
  ['a {\n  b {\n    c\n  }\n}\n', '  '],
  ['a {\n    b {\n        c\n    }\n}\n', '    '],
  ['a {\n\tb\n}\n', '\t'],
  ['a\n', '  '],
])('%j is indented by %j', (text, unit) => expect(indentUnit(text)).toBe(unit));

it('a line begins with its blanks, a byte order mark being none', () => {
  expect(indentAt('a\n\t b', 4)).toBe('\t ');
  expect(indentAt('\uFEFF  a', 3)).toBe('  ');
});

describe('a text fits', () => {
  const source = codeSource('a.ts', "if (a) {\n  f('x', \"it's\");\n  g(`1\n  2`);\n}\n")!;
  const whole = { start: 0, end: source.text.trimEnd().length };

  it.each([
    ['double quotes', { quote: '"' }, 'if (a) {\n  f("x", "it\'s");\n  g(`1\n  2`);\n}'],
    ['no semicolons', { semicolons: false }, "if (a) {\n  f('x', \"it's\")\n  g(`1\n  2`)\n}"],
    ['tabs', { unit: '\t' }, "if (a) {\n\tf('x', \"it's\");\n\tg(`1\n  2`);\n}"],
    [
      'other line ends',
      { eol: '\r\n' },
      "if (a) {\r\n  f('x', \"it's\");\r\n  g(`1\r\n  2`);\r\n}",
    ],
  ] as const)('%s', (_, change, text) => {
    expect(fitText(source, whole, { ...styleOf(source), ...change }, '')).toBe(text);
  });

  it('a deeper place', () => {
    expect(fitText(source, whole, styleOf(source), '    ')).toMatch(/\n {6}f\('x'/);
  });
});
