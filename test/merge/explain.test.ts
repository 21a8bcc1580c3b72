import { expect, test } from 'vitest';
import { explainText } from './explain.js';

const CLASS = `import { Column } from 'typeorm';

export class Task {
  @Column({ length: 40 })
  title!: string;

  done = false;
}
`;

test.each([
  ['a value', ['40', '60'], 'ClassDeclaration Task.members > PropertyDeclaration title.modifiers'],
  ['a member that is missing', ['\n  done = false;\n', ''], 'lacks'],
  ['imports', ['import { Column }', 'import { Column, Entity }'], '(merge-imports)'],
  ['the form alone', ['false;', 'false'], 'a.ts:7: says the same in another form'],
  ['a text that cannot be read', ['export class', 'export class class'], '(merge-lines)'],
])('a case that fails says where: %s', (_, [old, now], said) => {
  expect(explainText('a.ts', CLASS.replace(old!, now!), CLASS)).toContain(said);
});

test('keys of JSON too', () => {
  expect(explainText('a.json', '{ "a": { "b": 1 } }', '{ "a": { "b": 2 } }')).toBe(
    'a.json > object.entries > entry "a" > object.entries > entry "b" > scalar: is `1`, not `2` (merge-parts)',
  );
});
