import { describe, expect, it } from 'vitest';
import { factsOf, KINDS } from '../../../src/plan/conflict-kinds.js';
import { type Choice, CHOICES, type Conflict, EMPTY_PLAN } from '../../../src/plan/plan.js';
import { settleConflicts } from '../../../src/plan/settle-conflicts.js';

const path = 'engine/a.ts';
const place = {
  ...{ path, from: path, line: 3, yours: 'b', crudgen: 'c', was: 'a' },
  ...{ mine: 'x\nb\n', marked: '<<<', keepMine: 'y\nb\n', takeTheirs: 'y\nc\n' },
  settles: { path: 'key.ts', text: 'n' },
};
const file = { path, mine: 'x', base: 'w', breaks: [] };

/** A conflict of each kind. */
const SAMPLES: { readonly [K in Conflict['kind']]: Extract<Conflict, { readonly kind: K }> } = {
  changed: { kind: 'changed', ...place },
  removed: { kind: 'removed', ...place, crudgen: '' },
  moved: { kind: 'moved', ...place, crudgen: '', now: ['engine/b.ts'] },
  'edited-generated': { kind: 'edited-generated', ...file },
  'edited-removed': { kind: 'edited-removed', ...file, key: 'key.ts' },
  'own-removed': { kind: 'own-removed', ...file, breaks: [1] },
};

/** What becomes of a conflict by a choice. */
function settled(conflict: Conflict, choice: Choice) {
  const open = 'line' in conflict ? { conflicts: [conflict] } : { refused: [conflict] };
  const { conflicts, refused, changes, base } = settleConflicts(
    { ...EMPTY_PLAN, ...open },
    () => choice,
  );
  return { open: conflicts.length + refused.length, changes, base: [...base] };
}

describe.each(Object.values(SAMPLES))('a conflict $kind', (conflict) => {
  it.each(CHOICES)('is settled by its answer %s, or stays open without one', (choice) => {
    const answer = factsOf(conflict).answers.find((one) => one.choice === choice);
    const { open, changes, base } = settled(conflict, choice);
    expect(open).toBe(answer === undefined ? 1 : 0);
    if (answer === undefined) expect([changes, base]).toEqual([[], []]);
    else expect(changes).toEqual([answer.change(conflict) ?? []].flat());
  });
});

describe('a place', () => {
  it.each([
    ['mine', 'y\nb\n'],
    ['theirs', 'y\nc\n'],
    ['mark', '<<<'],
  ] as const)('gets the text of %s, and the new copy', (choice, next) => {
    expect(settled(SAMPLES.changed, choice)).toEqual({
      open: 0,
      changes: [{ kind: 'merge', path, mine: 'x\nb\n', next }],
      base: [['key.ts', 'n']],
    });
  });

  it('moves or is created with its file', () => {
    const moves = { ...SAMPLES.changed, from: 'src/a.ts' };
    const isNew = { ...SAMPLES.changed, from: null };
    expect(settled(moves, 'mine').changes).toMatchObject([{ kind: 'move', from: 'src/a.ts' }]);
    expect(settled(isNew, 'mine').changes).toEqual([{ kind: 'create', path, next: 'y\nb\n' }]);
  });

  it('that keeps its text is no change', () => {
    expect(settled({ ...SAMPLES.changed, keepMine: place.mine }, 'mine').changes).toEqual([]);
  });

  it('keeps the version of the project back while a file has markers', () => {
    const completes = new Set(['crudgen.json']);
    const changes = [{ kind: 'create', path: 'crudgen.json', next: '{}' }] as const;
    const plan = { ...EMPTY_PLAN, changes, completes, conflicts: [SAMPLES.changed] };
    const written = (choice: Choice) =>
      settleConflicts(plan, () => choice).changes.map((change) => change.path);
    expect(written('mark')).toEqual([path]);
    expect(written('theirs')).toEqual(['crudgen.json', path]);
  });
});

describe('a file of what is removed', () => {
  it('goes or stays, and its copy goes', () => {
    const base = [['key.ts', null]];
    expect(settled(SAMPLES['edited-removed'], 'mine')).toEqual({ open: 0, changes: [], base });
    const changes = [{ kind: 'delete', path, mine: 'x' }];
    expect(settled(SAMPLES['edited-removed'], 'theirs')).toEqual({ open: 0, changes, base });
  });
});

describe('the warning of the own side', () => {
  const warningOf = (conflict: Conflict) =>
    factsOf(conflict)
      .answers.find(({ choice }) => choice === 'mine')
      ?.warning?.(conflict)?.message;

  it('says for each kind why it may not fit', () => {
    expect(Object.values(SAMPLES).map(warningOf)).toEqual([
      'engine/a.ts:3 keeps `b`, but the rest of the engine expects `c`',
      'engine/a.ts:3 keeps `b`, but crudgen has removed this code',
      'engine/a.ts:3 keeps `b`, but crudgen has moved this code to engine/b.ts, so your edit may have no effect here',
      undefined,
      'engine/a.ts has your edits and stays, but crudgen no longer updates it',
      'engine/a.ts stays, but does not compile until you change it, because it imports removed files or names',
    ]);
    expect(Object.keys(SAMPLES)).toEqual(Object.keys(KINDS));
  });

  it('is left out where nothing depends on the place', () => {
    expect(warningOf({ ...SAMPLES.changed, path: 'src/models/a/a.model.ts' })).toBeUndefined();
  });
});
