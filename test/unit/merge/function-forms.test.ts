import { expect, it } from 'vitest';
import { codeSource } from '../../../src/merge/code-parts.js';
import { functionForms } from '../../../src/merge/function-forms.js';
import { mergeText } from '../../../src/merge/merge-text.js';
import type { Part, PartList } from '../../../src/merge/part.js';

/** The first statement of a text. */
function read(text: string): Part {
  const [slot] = codeSource('a.tsx', text)!.root.slots!;
  return (slot as { list: PartList }).list.entries[0]!;
}

const DECLARED = 'function f(a) { return g(a); }';

it.each([
  'const f = (a) => g(a);',
  'const f = (a) => (g(a));',
  'const f = (a) => { return g(a); };',
  'const f = function (a) { return g(a); };',
  'const f = memo((a) => g(a));',
  'const f: F = React.memo(function f(a) { return g(a); });',
])('%s has the parts of a declaration', (text) => {
  const [part, declared] = [read(text).callable!, read(DECLARED).callable!];
  const partsOf = ({ slots }: Part) =>
    slots!.map((slot) => [
      slot.name,
      'list' in slot ? slot.list.entries.map(({ meaning }) => meaning) : slot.part.meaning,
    ]);
  expect(partsOf(part)).toEqual(partsOf(declared));
  expect(functionForms(read(DECLARED), read(text), read(DECLARED))).not.toBeNull();
});

it.each([
  'const f = 1;',
  'const f = g(1, (a) => a);',
  'const f = (a) => a, g = 1;',
  'function f(): void;',
])('%s is no function', (text) => expect(read(text).callable).toBeNull());

it.each([
  ['the same form', DECLARED, 'function f(a) { return h(a); }', DECLARED],
  ['one that the developer left as it was', DECLARED, DECLARED, 'const f = (a) => h(a);'],
  ['one that turns async', DECLARED, 'const f = (a) => g(a);', `async ${DECLARED}`],
  ['other arguments around it', 'const f = m((a) => a, 1);', DECLARED, 'const f = m((a) => a, 2);'],
  [
    'an object where brackets are missing',
    DECLARED,
    'const f = (a) => g(a);',
    'function f(a) { return {}; }',
  ],
])('%s has no common parts', (_, base, mine, next) =>
  expect(functionForms(read(base), read(mine), read(next))).toBeNull(),
);

it.each([
  [
    'a statement before the return, in a body that has room',
    'const f = memo((a) => {\n  own();\n  return g(a);\n});\n',
    'const f = memo((a) => {\n  own();\n  check(a);\n  return g(a);\n});\n',
    0,
  ],
  ['a conflict where it has none', 'const f = (a) => g(a);\n', 'const f = (a) => g(a);\n', 1],
])('crudgen adds %s', (_, mine, expected, conflicts) => {
  const next = 'function f(a) {\n  check(a);\n  return g(a);\n}\n';
  const { merged, settled } = mergeText('a.ts', { base: `${DECLARED}\n`, mine, next });
  expect(settled.keepMine).toBe(expected);
  expect(merged.overlaps).toHaveLength(conflicts);
  expect(settled.takeTheirs).toBe(conflicts ? next : expected);
});
