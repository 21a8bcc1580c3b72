import { expect, it } from 'vitest';
import { codeSource } from '../../../src/merge/code-parts.js';
import { matchEntries } from '../../../src/merge/match-entries.js';
import { entryOf, isOwnList } from '../../../src/merge/own-lists.js';
import type { PartList } from '../../../src/merge/part.js';

const source = (text: string) => codeSource('a.tsx', text)!;
function listOf(text: string): PartList {
  const [slot] = source(text).root.slots!;
  return slot && 'list' in slot ? slot.list : null!;
}
const isOwn = (...texts: [string, string, string]) => {
  const [base, mine, next] = texts.map(listOf) as [PartList, PartList, PartList];
  return isOwnList(base, mine, matchEntries(base, mine, next));
};

it.each([
  ['nothing of crudgen is left', 'a(1);\nb(2);', 'own.call(3);', true],
  ['one entry is left', 'a(1);\nb(2);', 'own.call(3);\nb(2);', false],
  [
    'something of an entry is left',
    "f('a', () => { b(); c(); });",
    "f('a', () => { own(); c(); });",
    false,
  ],
  ['there was nothing', '', 'own.call(3);', false],
])("a list is its owner's own or not where %s", (_, base, mine, own) => {
  expect(isOwn(base, mine, `${base}\nd(4);`)).toBe(own);
});

it('an entry is shown on one line, and not all of it', () => {
  const text = `f(\n  'a',\n  '${'b'.repeat(200)}',\n);`;
  const [part] = listOf(text).entries;
  expect(entryOf(source(text), part!)).toMatch(/^f\( 'a', 'b{100,}…$/);
});
