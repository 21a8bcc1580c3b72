import { describe, expect, it } from 'vitest';
import { codeSource } from '../../../src/merge/code-parts.js';
import { jsonSource } from '../../../src/merge/json-parts.js';
import { matchEntries } from '../../../src/merge/match-entries.js';
import type { PartList, Source } from '../../../src/merge/part.js';

/** The entries of a source with the words that each is shown by. */
function listOf({ text, root }: Source): { list: PartList; words: Map<unknown, string> } {
  const slot = root.slots![0]!;
  const list = 'list' in slot ? slot.list : null!;
  return {
    list,
    words: new Map(list.entries.map((part) => [part, text.slice(part.start, part.end)])),
  };
}

/** Which entries are one: base, mine and next of each. */
function match(read: (text: string) => Source, texts: readonly [string | null, string, string]) {
  const [base, mine, next] = texts.map((text) => (text === null ? null : listOf(read(text))));
  const words = new Map([base, mine, next].flatMap((one) => [...(one?.words ?? [])]));
  return matchEntries(base?.list ?? null, mine!.list, next!.list).map((triple) =>
    [triple.base, triple.mine, triple.next]
      .map((part) => (part ? words.get(part) : '-'))
      .join(' | '),
  );
}
const json = (...texts: [string | null, string, string]) =>
  match((text) => jsonSource(text)!, texts);
const code = (...texts: [string | null, string, string]) =>
  match((text) => codeSource('a.ts', text)!, texts);

describe('entries are one', () => {
  it('by a key, wherever they stand', () => {
    expect(json('{"a":1,"b":2}', '{"b":2,"a":3}', '{"c":1,"a":1}')).toEqual([
      '"a":1 | "a":3 | "a":1',
      '"b":2 | "b":2 | -',
      '- | - | "c":1',
    ]);
  });

  it('by what they say, then by their place', () => {
    expect(json('["a","b","c"]', '["x","b","c"]', '["a","b","y"]')).toEqual([
      '"a" | "x" | "a"',
      '"b" | "b" | "b"',
      '"c" | "c" | "y"',
    ]);
  });

  it('not by their place where the sides have another number there', () => {
    expect(json('["a"]', '["x","y"]', '["a"]')).toEqual([
      '"a" | - | "a"',
      '- | "x" | -',
      '- | "y" | -',
    ]);
  });

  it('on both sides, where both added them', () => {
    expect(json('{}', '{"a":1}', '{"a":2}')).toEqual(['- | "a":1 | "a":2']);
    expect(json(null, '["a"]', '["a","b"]')).toEqual(['- | "a" | "a"', '- | - | "b"']);
  });

  it('the second of a name by its number', () => {
    expect(code('f("a"); f("a");', 'f("a"); f("a");', 'f("a");')).toEqual([
      'f("a"); | f("a"); | f("a");',
      'f("a"); | f("a"); | -',
    ]);
  });

  it('under another name, where nothing else is other and nothing else is like them', () => {
    const [a, b] = ['function a() { return 1; }', 'function b() { return 1; }'];
    expect(code(a, a, b)).toEqual([`${a} | ${a} | ${b}`]);
    const routes = (name: string) => `router.get('/${name}', f);`;
    expect(code(routes('a'), routes('a'), routes('b'))).toHaveLength(2);
  });

  it('under another title, where nothing else but names is other', () => {
    const suite = (title: string, name: string) => `describe('${title}', () => f(${name}));`;
    const [task, job] = [suite('task', 'Task'), suite('job', 'Job')];
    expect(code(task, task, job)).toEqual([`${task} | ${task} | ${job}`]);
    expect(code(task, task, job.replace('describe', 'it'))).toHaveLength(2);
  });
});
