import { expect, it } from 'vitest';
import { codeSource } from '../../../../src/merge/code-parts.js';
import { withColumnsLike } from '../../../../src/merge/dialect/column-form.js';

const file = (call: string) =>
  codeSource(
    'a.ts',
    `import { Column } from 'typeorm';\nclass A {\n  @Column(${call}) a!: string;\n}\n`,
  )!;

it.each([
  ["{ type: 'text' }", "'text'", "{ type: 'text' }"],
  ["{ type: 'text' }", "'text', { nullable: true }", "{ type: 'text', nullable: true }"],
  ["{ 'type': 'text' }", "'text', {}", "{ type: 'text' }"],
  ["{ type: 'text' }", '{ nullable: true }', '{ nullable: true }'],
  ["'text'", "'text', { nullable: true }", "'text', { nullable: true }"],
])('where its owner writes @Column(%s), @Column(%s) is read as @Column(%s)', (mine, next, read) => {
  expect(withColumnsLike({ mine: file(mine), base: file(next) }, 'a.ts', file(next)).text).toBe(
    file(read).text,
  );
});
