import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Choice, isEmptyPlan, type Plan } from '../../../src/plan/plan.js';
import { planChanges } from '../../../src/plan/plan-changes.js';
import type { Tree } from '../../../src/tree.js';
import { settleConflicts } from '../../../src/plan/settle-conflicts.js';

const P = 'src/a.ts';
const tree = (text: string | null, path = P): Tree => new Map(text === null ? [] : [[path, text]]);
const B = 'export const a = 1;\nexport const b = 1;\n';
const M = 'export const a = 2;\nexport const b = 1;\n';
const N = 'export const a = 1;\nexport const b = 2;\n';
const MN = 'export const a = 2;\nexport const b = 2;\n';
const OTHER = 'export const a = 3;\nexport const b = 1;\n';

const plan = (base: string | null, mine: string | null, next: string | null, path = P): Plan =>
  planChanges({ base: tree(base, path), mine: tree(mine, path), next: tree(next, path) });

describe('the table of the policy', () => {
  test('- - N: create', () => {
    const { changes, base } = plan(null, null, N);
    expect(changes).toEqual([{ kind: 'create', path: P, next: N }]);
    expect(base).toEqual(tree(N));
  });

  test('- M N: conflict, your file is already there', () => {
    const { changes, conflicts, base } = plan(null, M, N);
    expect(changes).toEqual([]);
    expect(base.size).toBe(0);
    expect(conflicts).toMatchObject([{ path: P, was: null, keepMine: M, takeTheirs: N }]);
  });

  test('- M N of a document that many repositories have: yours stays, silently', () => {
    expect(isEmptyPlan(plan(null, 'ours\n', 'theirs\n', 'SECURITY.md'))).toBe(true);
  });

  test('B B N: update', () => {
    const { changes, base } = plan(B, B, N);
    expect(changes).toEqual([{ kind: 'update', path: P, mine: B, next: N }]);
    expect(base).toEqual(tree(N));
  });

  test('B M B: yours stays, silently', () => expect(isEmptyPlan(plan(B, M, B))).toBe(true));

  test('B M N: merge', () => {
    const { changes, base } = plan(B, M, N);
    expect(changes).toEqual([{ kind: 'merge', path: P, mine: M, next: MN }]);
    expect(base).toEqual(tree(N));
  });

  test('B M N on a real overlap: conflict, and neither the file nor its base moves', () => {
    const { changes, conflicts, base } = plan(B, M, OTHER);
    expect(changes).toEqual([]);
    expect(base.size).toBe(0);
    expect(conflicts).toMatchObject([
      {
        line: 1,
        yours: 'export const a = 2;',
        crudgen: 'export const a = 3;',
        was: 'export const a = 1;',
      },
    ]);
  });

  test('B gone N: stays deleted, said once', () => {
    const first = plan(B, null, N);
    expect(first.changes).toEqual([]);
    expect(first.stayDeleted).toEqual([P]);
    expect(isEmptyPlan(plan(N, null, N))).toBe(true);
    expect(plan(N, null, N).stayDeleted).toEqual([]);
  });

  test('B gone -: forgotten', () => {
    expect(plan(B, null, null)).toMatchObject({ changes: [], base: new Map([[P, null]]) });
  });

  test('B B -: delete', () => {
    const { changes, base } = plan(B, B, null);
    expect(changes).toEqual([{ kind: 'delete', path: P, mine: B }]);
    expect(base).toEqual(new Map([[P, null]]));
  });

  test('B M -: refused, deleted or kept, as it is asked for', () => {
    const trees = { base: tree(B), mine: tree(M), next: tree(null) };
    expect(planChanges(trees).refused).toMatchObject([{ path: P, kind: 'edited-removed' }]);
    expect(planChanges(trees).base.size).toBe(0);
    expect(planChanges({ ...trees, removed: 'delete' }).changes).toMatchObject([
      { kind: 'delete' },
    ]);
    for (const removed of ['keep', 'keep-edited'] as const) {
      const kept = planChanges({ ...trees, removed });
      expect(kept.changes).toEqual([]);
      expect(kept.base).toEqual(new Map([[P, null]]));
    }
    expect(planChanges({ ...trees, mine: tree(B), removed: 'keep' }).changes).toEqual([]);
    expect(planChanges({ ...trees, mine: tree(B), removed: 'keep-edited' }).changes).toMatchObject([
      { kind: 'delete' },
    ]);
  });

  test('any M M: the same, and the base moves', () => {
    for (const base of [B, null]) {
      expect(plan(base, M, M)).toMatchObject({ changes: [], conflicts: [], base: tree(M) });
    }
  });

  test('no base at all: nothing is taken for a copy', () => {
    const none = new Map<string, string>();
    const { changes, conflicts, base } = planChanges({ base: none, mine: tree(M), next: tree(N) });
    expect([changes, conflicts.length, base]).toEqual([[], 1, none]);
  });

  test('no base and nothing there: a new project', () => {
    const none = new Map<string, string>();
    expect(planChanges({ base: none, mine: none, next: tree(N) }).changes).toHaveLength(1);
  });

  const G = 'src/models/models.gen.ts';
  test.each([
    ['ours', B],
    ['ours, reformatted', B.replaceAll(';', '').replaceAll(' = ', '=')],
    ['holding markers', `<<<<<<< HEAD\n${M}=======\nx\n>>>>>>> b\n`],
    ['holding only what crudgen wrote or wants', 'export const b = 1;\nexport const b = 2;\n'],
  ])('.gen file %s: rewrite', (_, mine) => {
    const changes = plan(B, mine, N, G).changes;
    expect(changes).toEqual([{ kind: 'update', path: G, mine, next: N }]);
  });

  test('.gen file edited by hand: refused', () => {
    expect(plan(B, M, N, G)).toMatchObject({
      changes: [],
      refused: [{ path: G, base: B, mine: M }],
    });
  });

  test('.gen file that is gone: it comes back', () => {
    expect(plan(B, null, N, G).changes).toMatchObject([{ kind: 'create' }]);
  });

  test('migrations and .env are written once and never touched again', () => {
    for (const path of ['.env', 'src/database/migrations/1-a.ts']) {
      expect(plan(null, null, N, path)).toMatchObject({
        changes: [{ kind: 'create' }],
        base: new Map(),
      });
      expect(isEmptyPlan(plan(null, M, null, path))).toBe(true);
      expect(isEmptyPlan(plan(B, M, null, path))).toBe(true);
    }
  });
});

/** Files of a few lines, so that random ones have much in common. */
const line = fc.constantFrom(
  'a',
  'b',
  'c',
  'const d = 1;',
  'const e = { f: 1 };',
  '}',
  '',
  '  g: 2,',
);
const text = fc
  .array(line, { maxLength: 6 })
  .map((lines) => lines.map((one) => `${one}\n`).join(''));
const path = fc.constantFrom<string>(
  'a.ts',
  'b.md',
  'c.json',
  'd.gen.ts',
  'src/e.tsx',
  'f.yaml',
  '.gitignore',
);
const anyTree = fc.array(fc.tuple(path, text), { maxLength: 5 }).map((files) => new Map(files));
const trees = fc.record({ base: anyTree, mine: anyTree, next: anyTree });

/** The project and its base after a plan. */
function after(mine: Tree, base: Tree, done: Plan): { mine: Tree; base: Tree } {
  const files = new Map(mine);
  for (const change of done.changes)
    if (change.kind === 'delete') files.delete(change.path);
    else files.set(change.path, change.next);
  const copies = new Map(base);
  for (const [key, value] of done.base)
    if (value === null) copies.delete(key);
    else copies.set(key, value);
  return { mine: files, base: copies };
}

test('a moved file is told from a like one that is gone', () => {
  const testOf = (name: string): string =>
    [...'abcdefghij'].map((one) => `test('${one}', () => run(${one}));`).join('\n') +
    `\ntest('it', () => run(${name}));\n`;
  const [a, b] = ['src/a/a.test.ts', 'src/b/b.test.ts'];
  const moved = planChanges({
    base: new Map([
      [a, testOf('a')],
      [b, testOf('b')],
    ]),
    mine: new Map([['test/other.test.ts', testOf('b')]]),
    next: new Map([
      [a, `${testOf('a')}// a\n`],
      [b, `${testOf('b')}// b\n`],
    ]),
  });
  expect(moved.changes).toMatchObject([
    { kind: 'update', path: 'test/other.test.ts', next: `${testOf('b')}// b\n` },
  ]);
  expect(moved.stayDeleted).toEqual([a]);
});

describe('laws', () => {
  test('the same trees make the same plan', () => {
    fc.assert(
      fc.property(trees, (given) => {
        expect(planChanges(given)).toEqual(planChanges(given));
      }),
    );
  });

  test('a second run plans nothing', () => {
    const choices = fc.constantFrom<Choice>('mine', 'theirs', 'mark');
    fc.assert(
      fc.property(trees, choices, (given, choice) => {
        const done = settleConflicts(planChanges({ ...given, moves: new Map() }), () => choice);
        const now = after(given.mine, given.base, done);
        const again = planChanges({ ...now, next: given.next, moves: new Map() });
        expect(again.changes).toEqual([]);
        expect(again.conflicts).toEqual([]);
        expect([...again.base]).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('what the owner wrote is in the result, and no file of theirs is deleted', () => {
    fc.assert(
      fc.property(trees, (given) => {
        const done = settleConflicts(planChanges({ ...given, moves: new Map() }), () => 'mine');
        const { mine } = after(given.mine, given.base, done);
        for (const [key, own] of given.mine) {
          if (key.includes('.gen.')) continue;
          const crudgens = new Set(
            (given.base.get(key) ?? '').split('\n').map((one) => one.trim()),
          );
          const now =
            mine
              .get(key)
              ?.split('\n')
              .map((one) => one.trim()) ?? [];
          const lost = own
            .split('\n')
            .filter((one) => !crudgens.has(one.trim()) && !now.includes(one.trim()));
          expect(lost, key).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a base moves only with its change, or with a file that stays deleted', () => {
    fc.assert(
      fc.property(trees, (given) => {
        const done = planChanges({ ...given, moves: new Map() });
        const stuck = new Set([...done.conflicts, ...done.refused].map((one) => one.path));
        for (const [key, value] of done.base) {
          expect(stuck.has(key)).toBe(false);
          expect(value).toBe(given.next.get(key) ?? null);
        }
      }),
      { numRuns: 300 },
    );
  });
});
