import { expect, it } from 'vitest';
import { codeSource } from '../../../src/merge/code-parts.js';
import { commaAfter, leadOf, tailOf } from '../../../src/merge/part-extent.js';

/** A text with its comments, and the call in it. */
function read(text: string) {
  const source = codeSource('a.ts', text)!;
  const start = text.indexOf('call');
  return { source, span: { start, end: start + 'call'.length }, text };
}

it.each([
  ['one above', '// note\ncall;\n', '// note\ncall'],
  ['several above', '/** doc */\n// note\ncall;\n', '/** doc */\n// note\ncall'],
  ['none over a blank line', '// note\n\ncall;\n', 'call'],
  ['none at the end of the line above', 'a; // note\ncall;\n', 'call'],
  ['one behind a bracket', 'f(/* first */ call);\n', '/* first */ call'],
])('the comments of an entry: %s', (_, text, said) => {
  const { source, span } = read(text);
  expect(text.slice(leadOf(source, span), span.end)).toBe(said);
});

it('a part that stands first in another has no comments of its own', () => {
  const { source, span } = read('// note\ncall;\n');
  expect(leadOf(source, { ...span, bare: true })).toBe(span.start);
});

it.each([
  ['with its comma', '[call, b];\n', 'call,'],
  ['with the comment of its line', '[\n  call, // note\n  b,\n];\n', 'call, // note'],
  ['without the comment of another', '[call, /* b */ b];\n', 'call,'],
  ['where no comma follows', '[call];\n', 'call'],
])('an entry ends %s', (_, text, said) => {
  const { source, span } = read(text);
  expect(text.slice(span.start, tailOf(source, span, true))).toBe(said);
});

it('a comma stands past blanks and comments', () => {
  const { source, span, text } = read('[call /* , */\n, b];\n');
  expect(commaAfter(source, span.end)).toBe(text.lastIndexOf(','));
});
