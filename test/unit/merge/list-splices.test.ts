import { describe, expect, it } from 'vitest';
import { codeSource } from '../../../src/merge/code-parts.js';
import { insertEntry, removeEntry } from '../../../src/merge/list-splices.js';
import type { Part, PartList, Source } from '../../../src/merge/part.js';
import { applySplices } from '../../../src/merge/splice.js';
import { styleOf } from '../../../src/merge/text-style.js';

/** The innermost list of a text in which an entry begins with these words. */
function find(source: Source, words: string): { list: PartList; part: Part } {
  const search = (part: Part): { list: PartList; part: Part } | null => {
    for (const slot of part.slots ?? []) {
      const inner = 'part' in slot ? [slot.part] : slot.list.entries;
      for (const one of inner) {
        const found = search(one);
        if (found) return found;
        if ('list' in slot && source.text.startsWith(words, one.start))
          return { list: slot.list, part: one };
      }
    }
    return null;
  };
  return search(source.root)!;
}

/** The owner's text with the entry \`fresh\` of the render behind (or before) one of theirs. */
function insert(mine: string, next: string, at: { after?: string; before?: string }) {
  const [own, other] = [codeSource('a.tsx', mine)!, codeSource('a.tsx', next)!];
  const { list: nextList, part } = find(other, 'fresh');
  const { list, part: anchor } = find(own, at.after ?? at.before ?? '');
  const place = { mine: own, list, next: other, nextList, style: styleOf(own) };
  const anchors = {
    after: at.after ? anchor : null,
    before: at.before ? anchor : null,
    gone: new Set<Part>(),
  };
  return applySplices(mine, insertEntry(place, part, anchors));
}

describe('an entry goes in', () => {
  it.each([
    [
      'behind one on its line',
      'f({ a: 1 });',
      'f({ a: 1, fresh: 2 });',
      { after: 'a' },
      'f({ a: 1, fresh: 2 });',
    ],
    [
      'behind one on a line of its own',
      'f({\n  a: 1,\n});',
      'f({ a: 1, fresh: 2 });',
      { after: 'a' },
      'f({\n  a: 1,\n  fresh: 2,\n});',
    ],
    [
      'behind one with a comment',
      'f({\n  a: 1 // note\n});',
      'f({ a: 1, fresh: 2 });',
      { after: 'a' },
      'f({\n  a: 1, // note\n  fresh: 2\n});',
    ],
    [
      'before one',
      'f({ a: 1 });',
      'f({ fresh: 2, a: 1 });',
      { before: 'a' },
      'f({ fresh: 2, a: 1 });',
    ],
    [
      'as a statement',
      'if (b) {\n\ta();\n}',
      'if (b) {\n  a();\n\n  fresh();\n}',
      { after: 'a' },
      'if (b) {\n\ta();\n\n\tfresh();\n}',
    ],
    [
      'as an attribute',
      'f(<A\n  a={1}\n/>);',
      'f(<A a={1} fresh />);',
      { after: 'a' },
      'f(<A\n  a={1}\n  fresh\n/>);',
    ],
    [
      'with its comments',
      'a();\n',
      'a();\n// note\nfresh(); // here\n',
      { after: 'a' },
      'a();\n// note\nfresh(); // here\n',
    ],
  ])('%s', (_, mine, next, at, text) => expect(insert(mine, next, at)).toBe(text));
});

/** A text without the entry that begins with these words. */
function remove(text: string, words: string) {
  const source = codeSource('a.tsx', text)!;
  const { list, part } = find(source, words);
  return applySplices(text, [removeEntry(source, list, part, new Set([part]))]);
}

describe('an entry goes out', () => {
  it.each([
    ['the first', 'f({ gone: 1, a: 2 });', 'f({ a: 2 });'],
    ['the last', 'f({ a: 2, gone: 1 });', 'f({ a: 2 });'],
    ['the only one', 'f({ gone: 1 });', 'f({ });'],
    ['one with its comments', 'a();\n\n// note\ngone(); // here\nb();\n', 'a();\nb();\n'],
    ['one with its line', 'f({\n  a: 2,\n  gone: 1,\n});', 'f({\n  a: 2,\n});'],
    ['a modifier', 'class A {\n  gone = 1;\n}', 'class A {\n}'],
  ])('%s', (_, text, rest) => expect(remove(text, 'gone')).toBe(rest));
});
