import { describe, expect, it } from 'vitest';
import { basePath } from '../../../../src/disk/base-store.js';
import { isEmptyPlan } from '../../../../src/plan/plan.js';
import { settleConflicts } from '../../../../src/plan/settle-conflicts.js';
import { changedSince } from '../../../../src/project/history/layout-moves.js';
import type { LayoutMove } from '../../../../src/project/history/layouts/layout-move.js';
import { brokenImports } from '../../../../src/refactor/broken-imports.js';
import { relocateTree } from '../../../../src/refactor/relocate.js';
import { renameExports } from '../../../../src/refactor/rename-exports.js';
import { renderExample } from '../../../golden/example.js';
import { withPlainCopies } from '../../../support/store-of.js';
import { type Upgraded, upgradeTree, written } from '../../../support/upgrade-tree.js';

/*
 * A layout that never was, of a later version: `values.ts` had the declarations of two files, one of them by another name, and
 * one that is gone.
 */
const OLD = 'engine/fields/values.ts';
const FORMATS = 'engine/fields/formats.ts';
const PERIODS = 'engine/fields/periods.ts';
const GONE = '\nexport const isEmpty = (text: string): boolean => text.length === 0;\n';

const LAYOUTS: readonly LayoutMove[] = [
  {
    since: '99.0.0',
    until: '100.0.0',
    moves: [[OLD, FORMATS, PERIODS]],
    names: { [OLD]: { startOf: 'startOfPeriod' } },
    gone: { [OLD]: { isEmpty: `\`parseDate\` in ${FORMATS}` } },
  },
];

const now = renderExample('task-manager');

/** The project as the version before would have made it. */
const rendered = (() => {
  const named = renameExports(now, new Map([[PERIODS, new Map([['startOfPeriod', 'startOf']])]]));
  const files = new Map(
    relocateTree(
      named,
      new Map([
        [FORMATS, OLD],
        [PERIODS, OLD],
      ]),
    ),
  );
  return files.set(OLD, files.get(OLD)! + GONE);
})();
const older = withPlainCopies(rendered);

/** The older project with some files as its developer has them. */
function edited(edits: Readonly<Record<string, (text: string) => string>>): Map<string, string> {
  const files = new Map(older);
  for (const [path, change] of Object.entries(edits))
    files.set(path, change(files.get(path) ?? ''));
  return files;
}

const upgrade = (files: ReadonlyMap<string, string>): Upgraded =>
  upgradeTree(files, new Date('2026-11-29T12:00:00Z'), LAYOUTS);

describe('a layout in which a file becomes several', () => {
  it('is followed through later layouts, with names and places of what is gone', () => {
    const layouts: readonly LayoutMove[] = [
      {
        since: '0.5.1',
        until: '100.0.0',
        moves: [['a/one.ts', 'b/one.ts', 'b/two.ts']],
        names: { 'a/one.ts': { x: 'y' } },
      },
      {
        since: '0.5.2',
        until: '100.0.0',
        moves: [
          ['b/one.ts', 'c/three.ts'],
          ['b/two.ts', 'b/two.ts', 'c/three.ts', 'c/four.ts'],
        ],
        names: { 'b/two.ts': { y: 'z' } },
        gone: { 'b/one.ts': { y: 'c/four.ts', w: 'c/three.ts' } },
      },
    ];
    const { moves, splits, names, gone } = changedSince('0.5.0', ['a/one.ts', 'a/two.ts'], layouts);
    expect([...moves]).toEqual([['a/one.ts', 'c/three.ts']]);
    expect([...splits]).toEqual([['a/one.ts', ['c/three.ts', 'b/two.ts', 'c/four.ts']]]);
    expect([...names]).toEqual([['a/one.ts', new Map([['x', 'z']])]]);
    expect([...gone.get('a/one.ts')!]).toEqual([
      ['x', 'c/four.ts'],
      ['w', 'c/three.ts'],
    ]);
  });

  it('is reached without a question', () => {
    const { project, plan, after, onDisk } = upgrade(older);
    expect(brokenImports(project.mine)).toEqual([]);
    expect([plan.conflicts, plan.refused, plan.stayDeleted, plan.warnings]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect([...after.keys()].sort()).toEqual([...now.keys()].sort());
    for (const [path, text] of now) expect(after.get(path), path).toBe(text);
    expect(isEmptyPlan(upgrade(onDisk).plan)).toBe(true);
  });

  it('takes each edit to the file of its declaration, and own imports there', () => {
    const own =
      "import { LENGTHS, own, startOf, type Period } from '../engine/fields/values.js';\n";
    const use = '\nexport const all = [LENGTHS, own, startOf] as const;\nexport type P = Period;\n';
    const { plan, after, onDisk } = upgrade(
      edited({
        [OLD]: (text) =>
          `${text
            .replace('CACHED_DAYS = 730', 'CACHED_DAYS = 365 + 1')
            .replace(
              'string: 255',
              'string: 300',
            )}\n/** Ours. */\nexport const own = () => texts.size + limit;\n\nconst limit = 3;\n`,
        'src/own.ts': () => own + use,
      }),
    );
    expect([plan.conflicts, plan.warnings]).toEqual([[], []]);
    expect(after.has(OLD)).toBe(false);
    expect(after.get(FORMATS)).toBe(now.get(FORMATS)!.replace('string: 255', 'string: 300'));
    const periods = after.get(PERIODS)!;
    expect(periods).toContain('CACHED_DAYS = 365 + 1');
    expect(periods).toContain(
      '/** Ours. */\nexport const own = () => texts.size + limit;\n\nconst limit = 3;\n',
    );
    expect(after.get('src/own.ts')).toBe(
      [
        "import { LENGTHS } from '../engine/fields/formats.js';\n",
        "import { own, startOfPeriod, type Period } from '../engine/fields/periods.js';\n",
        use.replace('startOf]', 'startOfPeriod]'),
      ].join(''),
    );
    expect(brokenImports(after)).toEqual([]);
    expect(isEmptyPlan(upgrade(onDisk).plan)).toBe(true);
  });

  it('asks in the new file of a declaration that this version writes differently, too', () => {
    const was = edited({ [OLD]: (text) => text.replace('CACHED_DAYS = 730', 'CACHED_DAYS = 365') });
    was.set(basePath(OLD), rendered.get(OLD)!.replace('CACHED_DAYS = 730', 'CACHED_DAYS = 7'));
    const { project, plan } = upgrade(was);
    expect(plan.conflicts).toMatchObject([{ path: PERIODS, from: null }]);
    const settled = settleConflicts(plan, () => 'mine');
    expect(settled.changes.find(({ path }) => path === PERIODS)?.kind).toBe('create');
    const { after, onDisk } = written(project, settled);
    expect(after.get(PERIODS)).toContain('CACHED_DAYS = 365;');
    expect(isEmptyPlan(upgrade(onDisk).plan)).toBe(true);
  });

  it('tells who has edited a declaration that is gone where its work is done', () => {
    const place = `\`parseDate\` in ${FORMATS}`;
    const { plan } = upgrade(
      edited({
        [OLD]: (text) => text.replace('text.length === 0', "text.trim() === ''"),
      }),
    );
    expect(plan.conflicts).toMatchObject([{ kind: 'moved', path: FORMATS, now: [place] }]);
    expect(plan.conflicts[0]!.keepMine).toContain("text.trim() === ''");
  });

  it('tells who imports a declaration that is gone where its work is done', () => {
    const { plan } = upgrade(
      edited({
        'src/own.ts': () =>
          "import { isEmpty } from '../engine/fields/values.js';\n\nexport const own = isEmpty('');\n",
      }),
    );
    expect(plan.warnings.map(({ code, message, help }) => [code, message, help])).toEqual([
      [
        'gone-export',
        'src/own.ts:1 imports `isEmpty` from `../engine/fields/formats.js`, which has no such export',
        `use \`parseDate\` in ${FORMATS}`,
      ],
    ]);
  });

  it('follows a file that its developer has moved', () => {
    const files = new Map(relocateTree(rendered, new Map([[OLD, 'src/values.ts']])));
    files.set('src/values.ts', `${files.get('src/values.ts')!}\nexport const own = DAY;\n`);
    const kept = [...older].filter(([path]) => path.startsWith('.crudgen/'));
    const { plan, after } = upgrade(new Map([...files, ...kept]));
    expect([plan.conflicts, plan.refused]).toEqual([[], []]);
    expect(after.has('src/values.ts')).toBe(false);
    expect(after.get(PERIODS)).toContain('export const own = DAY;');
    expect(brokenImports(after)).toEqual([]);
  });
});
