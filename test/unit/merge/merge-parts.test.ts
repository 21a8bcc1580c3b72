import { describe, expect, it } from 'vitest';
import { codeSource } from '../../../src/merge/code-parts.js';
import { mergeParts } from '../../../src/merge/merge-parts.js';
import { settle } from '../../../src/merge/overlap.js';

/** What becomes of mine, and where both sides changed the same thing. */
function merge(base: string, mine: string, next: string) {
  const read = (text: string) => codeSource('a.ts', text)!;
  const merged = mergeParts(read(base), read(mine), read(next));
  const { overlaps, lacks } = merged;
  const text = settle(merged)!.keepMine;
  return { text, overlaps: overlaps.map(({ yours, crudgen }) => [yours, crudgen]), lacks };
}

describe('a part', () => {
  it.each([
    [
      'crudgen changed',
      'const a = 1;',
      'const a = 1; // own',
      'const a = 2;',
      'const a = 2; // own',
    ],
    ['its owner changed', 'const a = 1;', 'const a = 3;', 'const a = 1;', 'const a = 3;'],
    ['both changed alike', 'const a = 1;', 'const a = 2;', 'const a = 2;', 'const a = 2;'],
    ['got a type', 'let a = 1;', 'let a = 5;', 'let a: number = 1;', 'let a: number = 5;'],
    ['lost a type', 'let a: number = 1;', 'let a: number = 5;', 'let a = 1;', 'let a = 5;'],
    [
      'got a modifier',
      'const a = 1;',
      'const a = 5;',
      'export const a = 1;',
      'export const a = 5;',
    ],
    [
      'stands under a type of its owner',
      'const a = { b: 1 };',
      'const a = { b: 1 } satisfies T;',
      'const a = { b: 1, c: 2 };',
      'const a = { b: 1, c: 2 } satisfies T;',
    ],
  ])('that %s', (_, base, mine, next, text) => {
    expect(merge(base, mine, next)).toEqual({ text, overlaps: [], lacks: [] });
  });

  it('that both changed otherwise is an overlap', () => {
    const { text, overlaps } = merge('const a = 1;', 'const a = 2;', 'const a = 3;');
    expect([text, overlaps]).toEqual(['const a = 2;', [['2', '3']]]);
  });
});

describe('a list', () => {
  const list = (...entries: string[]) => `const a = { ${entries.join(', ')} };`;

  it.each([
    [
      'takes what both added',
      list('a: 1'),
      list('a: 1', 'm: 1'),
      list('a: 1', 'n: 1'),
      list('a: 1', 'n: 1', 'm: 1'),
    ],
    [
      'loses what crudgen removed',
      list('a: 1', 'b: 1'),
      list('a: 1', 'b: 1', 'm: 1'),
      list('b: 1'),
      list('b: 1', 'm: 1'),
    ],
    [
      'keeps out what its owner removed',
      list('a: 1', 'b: 1'),
      list('a: 1'),
      list('a: 2', 'b: 1'),
      list('a: 2'),
    ],
    [
      'joins data that both added',
      list(),
      list('x: { m: 1 }'),
      list('x: { n: 1 }'),
      list('x: { m: 1, n: 1 }'),
    ],
    [
      'replaces one entry by another',
      list('a: 1', 'b: 1'),
      list('a: 1', 'b: 1'),
      list('c: 1', 'b: 1'),
      list('c: 1', 'b: 1'),
    ],
  ])('%s', (_, base, mine, next, text) => {
    const merged = merge(base, mine, next);
    expect([merged.text, merged.overlaps]).toEqual([text, []]);
  });

  it.each([
    [
      'removed what the owner changed',
      list('a: 1', 'b: 1'),
      list('a: 1', 'b: 2'),
      list('a: 1'),
      [['b: 2', '']],
    ],
    [
      'changed what the owner removed',
      list('a: 1', 'b: 1'),
      list('a: 1'),
      list('a: 1', 'b: 2'),
      [['', 'b: 2']],
    ],
  ])('is an overlap where crudgen %s', (_, base, mine, next, overlaps) => {
    expect(merge(base, mine, next).overlaps).toEqual(overlaps);
  });

  it('that nobody speaks of any more is not missed', () => {
    const body = (text: string) => `const HIDDEN = [${text}];\nexport const b = HIDDEN;`;
    const mine = 'export const b = [];';
    expect(merge(body("'a'"), mine, body("'a', 'b'"))).toEqual({
      text: mine,
      overlaps: [],
      lacks: [],
    });
  });

  it("that is its owner's own stays, and lacks what is new", () => {
    const [base, next] = ['one();\ntwo();\n', 'one();\ntwo();\nthree();\n'];
    expect(merge(base, 'own.call(this);\n', next)).toEqual({
      text: 'own.call(this);\n',
      overlaps: [],
      lacks: ['three();'],
    });
  });
});
