import { describe, expect, it } from 'vitest';
import { EMPTY_PLAN, type Plan } from '../../../../src/plan/plan.js';
import { settleConflicts } from '../../../../src/plan/settle-conflicts.js';
import { movedOrigins, workOn } from '../../../../src/project/change/workspace.js';
import { rebasePlan } from '../../../../src/project/plan/rebase-plan.js';
import type { Tree } from '../../../../src/tree.js';

const tree = (files: Record<string, string>): Tree => new Map(Object.entries(files));

describe('a plan over files that were edited first', () => {
  const project = {
    onDisk: tree({ 'a.ts': 'one', 'c.ts': 'from a' }),
    mine: tree({ 'a.ts': 'one', 'c.ts': 'from a' }),
    base: tree({ 'a.ts': 'base' }),
    repaired: tree({}),
    remade: new Map(),
    isAdopted: false,
  };
  const work = {
    mine: tree({ 'b.ts': 'one', 'c.ts': 'from b' }),
    base: tree({ 'b.ts': 'base' }),
    origins: movedOrigins(workOn(project).origins, new Map([['a.ts', 'b.ts']])),
  };
  const land = (plan: Partial<Plan>) => rebasePlan({ ...EMPTY_PLAN, ...plan }, project, work);

  it('moves what has another path, and changes who speaks of it', () => {
    const plan = land({});
    expect(plan.changes).toEqual([
      { kind: 'move', path: 'b.ts', from: 'a.ts', mine: 'one', next: 'one', edited: true },
      { kind: 'update', path: 'c.ts', mine: 'from a', next: 'from b' },
    ]);
    expect(Object.fromEntries(plan.base)).toEqual({ 'a.ts': null, 'b.ts': 'base' });
  });

  it('moves a file with what is merged into it, and one in conflict as it is settled', () => {
    const change = { kind: 'merge', path: 'b.ts', mine: 'one', next: 'two' } as const;
    const merged = land({ changes: [change], base: new Map([['b.ts', 'new']]) });
    expect(merged.changes[0]).toEqual({
      kind: 'move',
      path: 'b.ts',
      from: 'a.ts',
      mine: 'one',
      next: 'two',
      edited: true,
    });
    expect(merged.base.get('b.ts')).toBe('new');
    const sides = { keepMine: 'one', takeTheirs: 'two', marked: '<<' };
    const conflict = {
      kind: 'removed' as const,
      ...{ path: 'b.ts', from: 'b.ts' },
      line: 1,
      yours: '',
      crudgen: '',
      was: null,
      mine: 'one',
      ...sides,
      settles: { path: 'b.ts', text: 'new' },
    };
    const landed = land({ conflicts: [conflict] });
    expect(settleConflicts(landed, () => 'mine').changes).toContainEqual({
      kind: 'move',
      path: 'b.ts',
      from: 'a.ts',
      mine: 'one',
      next: 'one',
      edited: true,
    });
  });

  it('deletes what crudgen no longer writes where it is now', () => {
    const change = { kind: 'delete', path: 'b.ts', mine: 'one' } as const;
    const plan = land({ changes: [change], base: new Map([['b.ts', null]]) });
    expect(plan.changes[0]).toEqual({ kind: 'delete', path: 'a.ts', mine: 'one' });
  });

  it('writes what was edited and not planned, once, as a change of what is on disk', () => {
    const onDisk = tree({ 'a.json': 'old', 'b.ts': 'same' });
    const own = { ...project, onDisk, mine: onDisk, base: tree({}) };
    const edited = workOn(own, [() => tree({ 'a.json': 'new', 'b.ts': 'same', 'c.ts': 'made' })]);
    expect(rebasePlan(EMPTY_PLAN, own, edited).changes).toEqual([
      { kind: 'update', path: 'a.json', mine: 'old', next: 'new' },
      { kind: 'create', path: 'c.ts', next: 'made' },
    ]);
  });

  it('calls an edit a merge if the file is edited by hand, and its render changes as the edit does', () => {
    const onDisk = tree({ 'a.ts': 'title // mine', 'b.ts': 'title // own file' });
    const own = { ...project, onDisk, mine: onDisk, base: tree({ 'a.ts': 'title' }) };
    const next = tree({ 'a.ts': 'name // mine', 'b.ts': 'name // own file' });
    const edited = workOn(own, [() => next]);
    const plan = { ...EMPTY_PLAN, base: new Map([['a.ts', 'name']]) };
    expect(rebasePlan(plan, own, edited).changes.map(({ path, kind }) => [path, kind])).toEqual([
      ['a.ts', 'merge'],
      ['b.ts', 'update'],
    ]);
  });

  it('deletes what an edit took away, once', () => {
    const onDisk = tree({ 'a.ts': 'gone', 'b.ts': 'stays', 'c.ts': 'planned' });
    const own = { ...project, onDisk, mine: onDisk };
    const edited = workOn(own, [() => tree({ 'b.ts': 'stays' })]);
    const planned = { kind: 'delete', path: 'c.ts', mine: 'planned' } as const;
    expect(rebasePlan({ ...EMPTY_PLAN, changes: [planned] }, own, edited).changes).toEqual([
      { kind: 'delete', path: 'a.ts', mine: 'gone' },
      planned,
    ]);
  });

  it('combines files, of which an edited one is moved and the others go', () => {
    const onDisk = tree({ 'a.ts': 'one', 'b.ts': 'two // mine', 'c.ts': 'three' });
    const copies = tree({ 'a.ts': 'one', 'b.ts': 'two', 'c.ts': 'three' });
    const own = { ...project, onDisk, mine: onDisk, base: copies };
    const all = (...paths: string[]) => new Map(paths.map((path) => [path, 'all.ts']));
    const combined = (origins: ReturnType<typeof movedOrigins>, path: string) =>
      rebasePlan(EMPTY_PLAN, own, { mine: tree({ [path]: 'all' }), base: copies, origins });
    const moved = movedOrigins(workOn(own).origins, all('a.ts', 'b.ts', 'c.ts'));
    expect(combined(moved, 'all.ts').changes).toEqual([
      { kind: 'delete', path: 'a.ts', mine: 'one' },
      {
        kind: 'move',
        path: 'all.ts',
        from: 'b.ts',
        mine: 'two // mine',
        next: 'all',
        edited: true,
      },
      { kind: 'delete', path: 'c.ts', mine: 'three' },
    ]);
    // A file that is there already stays, and counts as edited with what it gets.
    const there = movedOrigins(
      workOn(own).origins,
      new Map([
        ['a.ts', 'c.ts'],
        ['b.ts', 'c.ts'],
      ]),
    );
    const planned = new Map([['c.ts', 'all']]);
    const { changes } = rebasePlan({ ...EMPTY_PLAN, base: planned }, own, {
      mine: tree({ 'c.ts': 'all' }),
      base: copies,
      origins: there,
    });
    expect(changes.map(({ kind, path }) => [kind, path])).toEqual([
      ['delete', 'a.ts'],
      ['delete', 'b.ts'],
      ['merge', 'c.ts'],
    ]);
  });

  it('writes the copies that git left with markers with whatever is written', () => {
    const repaired = tree({ 'x.ts': 'whole' });
    expect(rebasePlan(EMPTY_PLAN, { ...project, repaired }, work).base.get('x.ts')).toBe('whole');
  });

  it('writes every copy of an adopted project with whatever is written, and says so', () => {
    const adopted = { ...project, base: work.base, isAdopted: true };
    const { base, warnings } = rebasePlan(EMPTY_PLAN, adopted, work);
    expect(Object.fromEntries(base)).toEqual({ 'b.ts': 'base' });
    expect(warnings).toMatchObject([{ code: 'adopted', severity: 'warning' }]);
  });

  it('does not say of a file that only crudgen writes that it is merged', () => {
    const path = 'src/models/models.gen.ts';
    const own = {
      onDisk: tree({ [path]: 'mine' }),
      mine: tree({ [path]: 'mine' }),
      base: tree({ [path]: 'kept' }),
      repaired: tree({}),
      remade: tree({}),
      isAdopted: false,
    };
    const edited = workOn(own, [() => tree({ [path]: 'next' })]);
    expect(rebasePlan(EMPTY_PLAN, own, edited).changes).toEqual([
      { kind: 'update', path, mine: 'mine', next: 'next' },
    ]);
  });
});
