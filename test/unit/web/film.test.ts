import { expect, test } from 'vitest';
import { compareLines, excerpt, highlight } from '../../web/film/code.js';

const BEFORE = 'class A {\n  a = 1;\n\n  own() {}\n}\nclass B {\n}\n';
const AFTER = BEFORE.replace('a = 1;\n', 'a = 1;\n\n  b = 2;\n');

test('lines that a change added are new, and no others', () => {
  const lines = compareLines(BEFORE, AFTER);
  expect(lines.map(({ text }) => text).join('\n')).toBe(AFTER);
  const added = lines.filter(({ isNew }) => isNew);
  expect(added.map(({ text }) => text.trim()).toSorted()).toEqual(['', 'b = 2;']);
  expect(added.at(-1)!.number).toBeGreaterThan(2);
});

test('an excerpt ends with its declaration', () => {
  const lines = excerpt(compareLines('', AFTER), 'b = 2');
  expect(lines.map(({ text }) => text)).toEqual(['  b = 2;', '', '  own() {}', '}']);
  expect(() => excerpt(lines, 'c = 3')).toThrow('no declaration has c = 3');
});

test('code is shown as it stands, with classes', () => {
  const html = highlight("  return <A b={c < 'd'} />;");
  expect(html).toBe(
    '  <span class="keyword">return</span> <span class="tag">&lt;A</span> b={c &lt; <span class="string">\'d\'</span>} <span class="tag">/&gt;</span>;',
  );
  expect(highlight('x?: Relation<Tenant>;')).toBe('x?: Relation&lt;Tenant&gt;;');
});
