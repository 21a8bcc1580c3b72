import { describe, expect, it } from 'vitest';
import { codeSource } from '../../../src/merge/code-parts.js';
import type { Part } from '../../../src/merge/part.js';

const read = (text: string) => codeSource('a.tsx', text)!;

/** The parts of a text, outer ones first. */
function partsOf(part: Part): Part[] {
  const inner = part.slots?.flatMap((slot) => ('part' in slot ? [slot.part] : slot.list.entries));
  return [part, ...(inner ?? []).flatMap(partsOf)];
}
const find = (text: string, kind: string) =>
  partsOf(read(text).root).find((one) => one.kind === kind)!;

it('a text with syntax errors has no structure', () =>
  expect(codeSource('a.ts', 'const = 1')).toBeNull());

it.each([
  ['quotes', `f('a', "b");`, `f("a", 'b');`],
  ['semicolons and commas at the end', 'f({ a: 1 });', 'f({\n  a: 1,\n})'],
  ['brackets of one parameter', 'f((a) => a);', 'f(a => a);'],
  ['brackets around JSX', 'const a = <B />;', 'const a = (\n  <B />\n);'],
  ['comments', 'f();', '// note\nf(); // here'],
  ['how the argument of a read is called', 'f((task) => task.owner);', 'f((t) => t.owner);'],
])('%s mean nothing', (_, a, b) => expect(read(a).root.meaning).toBe(read(b).root.meaning));

it('an argument is known by its place, whatever it is', () => {
  const { slots } = find('f(1, { a: 1 });', 'CallExpression');
  const list = slots!.flatMap((slot) => ('list' in slot ? slot.list.entries : []));
  expect(list.map(({ role, pairing, identities: [first] }) => [role, pairing, first])).toEqual([
    ['argument', 'key', { by: 'position', value: '0' }],
    ['argument', 'key', { by: 'position', value: '1' }],
  ]);
});

describe('a part', () => {
  it('knows data', () => {
    const text = 'f({ a: [1] });';
    const kinds = [
      'ObjectLiteralExpression',
      'PropertyAssignment',
      'ArrayLiteralExpression',
      'Identifier',
    ];
    expect(kinds.map((kind) => find(text, kind).data)).toEqual(['object', 'entry', 'array', null]);
  });

  it('says a column in the terms of the model', () => {
    const text =
      "import { Column } from 'typeorm';\nclass A { @Column({ length: 4 }) a!: string; }";
    expect(find(text, 'PropertyDeclaration').facts).toContain('4');
    expect(find(text.replace('4', 'f()'), 'PropertyDeclaration').unread).toBe(true);
  });

  it.each([
    ['a type check', 'f({} satisfies T);', 'SatisfiesExpression', 'ObjectLiteralExpression'],
    ['a call of one argument', 'f({});', 'CallExpression', 'ObjectLiteralExpression'],
    ['a call of two', 'f({}, 1);', 'CallExpression', undefined],
    ['a constant of its own', 'const a = [1];\n(a);', 'Identifier', 'ArrayLiteralExpression'],
    ['a constant with two uses', 'const a = [1];\n(a); (a);', 'Identifier', undefined],
    [
      'a constant with a type of it',
      'type A = typeof a; const a = [1];\n(a);',
      'Identifier',
      'ArrayLiteralExpression',
    ],
    ['a variable', 'let a = [1];\n(a);', 'Identifier', undefined],
    ['a name from elsewhere', '(a);', 'Identifier', undefined],
  ])('stands for the value in %s', (_, text, kind, value) =>
    expect(partsOf(read(text).root).findLast((one) => one.kind === kind)?.inner?.kind).toBe(value),
  );

  it('has its own words beside its slots', () => {
    expect(find('let a = 1;', 'VariableDeclarationList').skeleton).toBe('let');
  });

  it('has a place for modifiers even where it has none', () => {
    const [slot] = find('function f() {}', 'FunctionDeclaration').slots!;
    expect(slot).toMatchObject({ name: 'modifiers', holds: 'frame', list: { entries: [] } });
  });

  it('without its name is like another that only has another name', () => {
    const shape = (name: string) =>
      find(`const o = { ${name}: f(${name}) };`, 'PropertyAssignment').shape;
    expect(shape('a')).toBe(shape('b'));
  });
});
