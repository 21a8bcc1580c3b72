import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from '../../../src/plan/diff-lines.js';
import { excerpts } from '../../../src/plan/excerpts.js';
import { planJson } from '../../../src/cli/plan-json.js';
import { showConflicts, showPlan, showRefused, summarize } from '../../../src/cli/show-plan.js';
import { EMPTY_PLAN, type Plan } from '../../../src/plan/plan.js';

const plan: Plan = {
  ...EMPTY_PLAN,
  changes: [
    { kind: 'merge', path: 'b.ts', mine: 'a\nb\nc\n', next: 'a\nx\nc\n' },
    { kind: 'create', path: 'a.ts', next: 'new\n' },
    { kind: 'delete', path: 'c.ts', mine: 'old\n' },
  ],
  stayDeleted: ['d.ts'],
};

describe('a plan', () => {
  it('is shown a file a line, by path', () => {
    expect(showPlan(plan)).toBe(
      '  create  a.ts\n  merge   b.ts\n  delete  c.ts\n  stays deleted  d.ts',
    );
    expect(summarize(plan)).toBe('1 file created, 1 merged with your edits, 1 deleted');
  });

  it('is shown with its diff', () => {
    expect(showPlan(plan, undefined, { diff: true })).toContain(
      [
        '  merge   b.ts',
        '      @@ -1,3 +1,3 @@',
        '       a',
        '      -b',
        '      +x',
        '       c',
      ].join('\n'),
    );
  });

  it('names both paths of a file that moves', () => {
    const moved = { kind: 'move', path: 'b.ts', from: 'a.ts', mine: 'a\n', next: 'b\n' } as const;
    const moving = { ...EMPTY_PLAN, changes: [moved] };
    expect(showPlan(moving)).toBe('  move    a.ts -> b.ts');
    expect(summarize(moving)).toBe('1 file moved');
    expect(planJson(moving, true)).toMatchObject({
      changes: [{ kind: 'move', from: 'a.ts', path: 'b.ts', diff: expect.stringContaining('+b') }],
    });
  });

  it('tells many moves by their folders, but for edited files, and programs of each', () => {
    const move = (from: string, path: string) =>
      ({ kind: 'move', path, from, mine: 'a\n', next: 'b\n' }) as const;
    const names = Array.from({ length: 12 }, (_, at) => `${at}.ts`);
    const changes = [
      ...names.map((name) => move(`src/crud/${name}`, `engine/crud/${name}`)),
      ...names.map((name) => move(`src/database/steps/${name}`, `engine/database/steps/${name}`)),
      ...names.map((name) => move(`src/database/${name}`, `engine/database/${name}`)),
      move('src/start.ts', 'engine/service/start.ts'),
      { ...move('src/crud/list.ts', 'engine/crud/list.ts'), edited: true as const },
    ];
    const moving = { ...EMPTY_PLAN, changes };
    expect(
      showPlan(moving, undefined, { diff: true })
        .split('\n')
        .filter((line) => !/^ {6}/.test(line)),
    ).toEqual([
      '  move    12 files  src/crud/ -> engine/crud/',
      '  move    24 files  src/database/ -> engine/database/',
      '  move    src/crud/list.ts -> engine/crud/list.ts',
      '  move    src/start.ts -> engine/service/start.ts',
    ]);
    expect(summarize(moving)).toBe('37 files moved, 1 moved with your edits');
    expect(planJson(moving, false)).toMatchObject({
      changes: changes.map(({ from, path }) => ({ from, path })),
    });
  });

  it('tells many new files of a folder in a line, unless another file of the folder changes', () => {
    const names = Array.from({ length: 21 }, (_, at) => `${at}.ts`);
    const create = (path: string) => ({ kind: 'create', path, next: 'a\n' }) as const;
    const changes = [
      ...names.map((name) => create(`ui/icons/${name}`)),
      ...names.map((name) => create(`ui/list/${name}`)),
      { kind: 'delete', path: 'ui/list/old.ts', mine: 'a\n' } as const,
      create('ui/a.ts'),
      create('ui/z.ts'),
    ];
    const creating = { ...EMPTY_PLAN, changes };
    const lines = showPlan(creating).split('\n');
    expect(lines.slice(0, 2)).toEqual(['  create  ui/a.ts', '  create  ui/icons/ (21 files)']);
    expect(lines.filter((line) => line.includes('ui/list/'))).toHaveLength(22);
    expect(lines.at(-1)).toBe('  create  ui/z.ts');
    const contents = showPlan(creating, undefined, { contents: true });
    expect(contents).toContain('  create  ui/icons/3.ts\n');
    expect(planJson(creating, false)).toMatchObject({
      changes: changes.map(({ path }) => ({ path })),
    });
  });

  it('is shown with the text of new files where that is asked for', () => {
    expect(showPlan(plan, undefined, { contents: true })).toContain(
      ['  create  a.ts', '      @@ -0,0 +1,1 @@', '      +new'].join('\n'),
    );
  });

  it('is data for programs: what changes and by how much, and with its contents also how', () => {
    const brief = [
      { kind: 'merge', path: 'b.ts', bytes: 6, added: 1, removed: 1 },
      { kind: 'create', path: 'a.ts', bytes: 4, added: 1, removed: 0 },
      { kind: 'delete', path: 'c.ts', bytes: 0, added: 0, removed: 1 },
    ];
    const rest = { conflicts: [], refused: [], stay_deleted: ['d.ts'] };
    expect(planJson(plan, false)).toEqual({ changes: brief, ...rest });
    const [merged, made, gone] = brief;
    expect(planJson(plan, true)).toEqual({
      changes: [
        { ...merged, diff: '@@ -1,3 +1,3 @@\n a\n-b\n+x\n c' },
        { ...made, content: 'new\n' },
        gone,
      ],
      ...rest,
    });
  });

  it('shows conflicts as the design does', () => {
    const conflict = {
      kind: 'changed' as const,
      line: 14,
      yours: 'title!: Date',
      crudgen: 'title!: string',
      was: 'title!: number',
      mine: '',
      marked: '',
      keepMine: '',
      takeTheirs: '',
    };
    const path = 'src/models/post/post.model.ts';
    const conflicts = [{ ...conflict, path, from: path, settles: { path, text: null } }];
    const changes = Array.from({ length: 8 }, (_, index) => ({
      kind: 'create' as const,
      path: `${index}`,
      next: '',
    }));
    expect(showConflicts({ ...EMPTY_PLAN, changes, conflicts })).toBe(
      [
        'error[conflict]: 1 of 9 files cannot be merged; nothing was written',
        '  src/models/post/post.model.ts:14',
        '      yours    title!: Date',
        '      crudgen  title!: string     (was: title!: number)',
        'help: --on-conflict=mine keeps your side, theirs takes the side of crudgen, mark writes both between markers;',
        '      mine:<path> resolves one file',
      ].join('\n'),
    );
  });

  it('shows long sides where they differ, each place of it', () => {
    const path = 'src/models/bill/bill.test.ts';
    const was = `const answer = await user.post(PATH, { number: 'B-1', total: 12.5, paid: false, customer_id: customer.id, due: '2026-01-01', note: 'some note' });`;
    const yours = was.replace('B-1', 'Mine 7');
    const crudgen = was.replace(/note: 'some note'/, "remark: 'some remark'");
    const whole = { mine: '', marked: '', keepMine: '', takeTheirs: '' };
    const kind = 'changed' as const;
    const sides = { kind, path, from: path, line: 1, yours, crudgen, was, ...whole };
    const conflicts = [{ ...sides, settles: { path, text: null } }];
    expect(showConflicts({ ...EMPTY_PLAN, conflicts })).toContain(
      [
        `      yours    …, { number: 'Mine 7', total: 12 … 01-01', note: 'some note' });`,
        `      crudgen  …, { number: 'B-1', total: 12 … 01-01', remark: 'some remark' });     (was: …, { number: 'B-1', total: 12 … 01-01', note: 'some note' });)`,
      ].join('\n'),
    );
  });

  it.each([
    ['', `${'a '.repeat(60)}b`, 'a'],
    [`${'a '.repeat(60)}b`, '', null],
    [`${'a '.repeat(900)}b`, `${'c '.repeat(900)}d`, null],
  ])('shows a side that is gone, or all another: %#', (yours, crudgen, was) => {
    for (const text of excerpts(yours, crudgen, was)) {
      expect(text).not.toBe('');
      expect(text.length).toBeLessThanOrEqual(160);
    }
  });

  it('shows the edits that stop it', () => {
    const refused = [
      {
        kind: 'edited-generated' as const,
        path: 'm.gen.ts',
        mine: 'a\nb\n',
        base: 'a\n',
        breaks: [],
      },
    ];
    expect(showRefused({ ...EMPTY_PLAN, refused })).toContain('      +b');
  });
});

it('a diff applied gives the new text', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', ''), { maxLength: 30 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after, 1000);
      const now = lines
        .filter(({ kind }) => kind === ' ' || kind === '+')
        .map((line) => `${line.text}\n`)
        .join('');
      const old = lines
        .filter(({ kind }) => kind === ' ' || kind === '-')
        .map((line) => `${line.text}\n`)
        .join('');
      expect([old, now]).toEqual(before === after ? ['', ''] : [before, after]);
    }),
  );
});
