import { expect, it } from 'vitest';
import { mergeText } from '../../../src/merge/merge-text.js';
import { yamlSource } from '../../../src/merge/yaml-parts.js';

it.each(['a: &x 1\nb: *x\n', 'a: !own 1\n', 'a: 1\n---\nb: 2\n', '\uFEFFa: 1\n', 'a: [1\n', ''])(
  'leaves to its lines: %j',
  (text) => expect(yamlSource(text)).toBeNull(),
);

it('knows comments from text', () => {
  const text = 'a: "#no" # one\n# two\nb: 1\n';
  const words = yamlSource(text)?.comments.map(({ start, end }) => text.slice(start, end));
  expect(words).toEqual(['# one', '# two']);
});

it('entries of a list begin at their dash and may have names', () => {
  const base = 'steps:\n  - name: a\n    run: one\n';
  const mine = 'steps:\n  - name: own\n  - name: a\n    run: one\n';
  const next = 'steps:\n  - name: a\n    run: two\n  - name: b\n';
  expect(mergeText('a.yml', { base, mine, next }).settled.keepMine).toBe(
    'steps:\n  - name: own\n  - name: a\n    run: two\n  - name: b\n',
  );
});
