import { describe, expect, it } from 'vitest';
import { memberChanges } from '../../../src/merge/member-changes.js';

/** The changes between two texts, in a word each. */
const told = (path: string, before: string, after: string) =>
  memberChanges(path, before, after)?.map(
    ({ kind, name, line }) => `${kind} ${name}${line === null ? '' : `:${line}`}`,
  );

describe('what differs between two versions of a file', () => {
  it('is told by the members of a class', () => {
    const before = `class Task {\n  title!: string;\n  done = false;\n  old() {}\n}\n`;
    const after = `class Task {\n  title!: number;\n\n  done=false\n  isLate() { return this.done; }\n}\n`;
    expect(told('a.ts', before, after)).toEqual([
      'changed Task.title:2',
      'removed Task.old',
      'added Task.isLate:5',
    ]);
  });

  it('is told by the decorators of a class, and by what a constant holds, however deep', () => {
    expect(told('a.ts', `class A {}`, `@Index(['a'])\nclass A {}`)).toEqual(['added A.@Index:1']);
    const text = (title: string, more = '') =>
      `export const task = page({\n  texts: { title: '${title}' },${more}\n});\n`;
    expect(told('a.ts', text('Title'), text('Headline', "\n  icon: 'x',"))).toEqual([
      'changed task.texts.title:2',
      'added task.icon:3',
    ]);
  });

  it('is told by elements of pages and calls of tests, each once', () => {
    const page = (columns: string) =>
      `export function List() {\n  return (\n    <Page>\n      ${columns}\n    </Page>\n  );\n}\n`;
    expect(
      told(
        'a.tsx',
        page('<Text source="a" /><Text source="b" />'),
        page('<Text source="b" wide />'),
      ),
    ).toEqual(["removed List.<Page>.<Text 'a'>", "changed List.<Page>.<Text 'b'>:4"]);
    const suite = (test: string) => `describe('tasks', () => {\n  ${test}\n});\n`;
    expect(
      told('a.ts', suite(`it('works', () => {});`), suite(`it('works', () => { f(); });`)),
    ).toEqual(['changed describe tasks.it works:2']);
  });

  it('is a change of what holds it where it has no name', () => {
    const body = (code: string) => `function f() {\n  return ${code};\n}\n`;
    expect(told('a.ts', body('1'), body('2'))).toEqual(['changed f:1']);
  });

  it('is told by keys of data', () => {
    expect(
      told('a.json', '{ "scripts": { "a": "1" } }', '{ "scripts": { "a": "2", "b": "" }, "x": 1 }'),
    ).toEqual(['changed scripts.a:1', 'added scripts.b:1', 'added x:1']);
    expect(told('a.yaml', 'a:\n  b: 1\n', 'a:\n  b: 2\n')).toEqual(['changed a.b:2']);
  });

  it('is not format, nor the order of decorators', () => {
    expect(told('a.ts', `const a = { b: "c" };`, `const a = {\n  b: 'c',\n}`)).toEqual([]);
  });

  it('is unknown in what has no structure', () => {
    expect(told('a.md', 'a', 'b')).toBeUndefined();
    expect(told('a.ts', 'const a', 'const (')).toBeUndefined();
  });
});
