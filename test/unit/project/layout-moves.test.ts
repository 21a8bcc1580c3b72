import { describe, expect, it } from 'vitest';
import { filesAfter, type Plan } from '../../../src/plan/plan.js';
import { movedSince, type LayoutMove } from '../../../src/project/layout-moves.js';
import { openProject, type OpenProject } from '../../../src/project/open-project.js';
import { planProject } from '../../../src/project/plan-project.js';
import { readSyncedState } from '../../../src/project/read-synced-state.js';
import { relocate } from '../../../src/refactor/relocate.js';
import type { Tree } from '../../../src/tree.js';
import { renderExample } from '../../golden/example.js';
import { useProject } from '../cli/project.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const layouts: readonly LayoutMove[] = [
  { since: '0.0.5', moves: [['src/find/', 'src/finder/']] },
  {
    since: '0.1.0',
    moves: [
      ['src/finder/', 'src/engine/search/'],
      ['web/src/top.tsx', 'web/src/app.tsx'],
    ],
  },
];

describe('the layout of a version', () => {
  it('is followed through all that came since, and no further back', () => {
    const paths = ['src/find/a.ts', 'src/finder/b.ts', 'web/src/top.tsx', 'src/other.ts'];
    expect(Object.fromEntries(movedSince('0.0.1', paths, layouts))).toEqual({
      'src/find/a.ts': 'src/engine/search/a.ts',
      'src/finder/b.ts': 'src/engine/search/b.ts',
      'web/src/top.tsx': 'web/src/app.tsx',
    });
    expect(movedSince('0.0.5', ['src/find/a.ts'], layouts).size).toBe(0);
    expect(movedSince('0.1.0', paths, layouts).size).toBe(0);
    expect(movedSince(null, paths, layouts).size).toBe(3);
  });
});

/** The example as a version before wrote it: other folders, and another version in `crudgen.json`. */
function older(): Tree {
  const now = renderExample('task-manager');
  const back = new Map(
    [...now.keys()].flatMap((path): [string, string][] => {
      if (path === 'web/src/app.tsx') return [[path, 'web/src/top.tsx']];
      return path.startsWith('src/engine/search/')
        ? [[path, path.replace('src/engine/search/', 'src/find/')]]
        : [];
    }),
  );
  return new Map(
    [...now].map(([path, text]) => [
      back.get(path) ?? path,
      path === 'crudgen.json'
        ? text.replace(/"version": "[^"]*"/, '"version": "0.0.4"')
        : relocate(text, path, back),
    ]),
  );
}

describe('upgrade to another layout', () => {
  const { root, read, write, edit } = useProject(older());

  async function upgrade(): Promise<{ plan: Plan; project: OpenProject }> {
    const { project } = await openProject(root());
    const known = readSyncedState(project);
    const change = { mode: 'upgrade', after: project.app, known, removed: 'keep-edited' } as const;
    const { plan } = planProject(project, { ...change, now: NOW, layouts });
    return { plan, project };
  }

  it('moves every file, and says nothing of what is the same', async () => {
    const { plan, project } = await upgrade();
    expect([plan.conflicts, plan.refused, plan.stayDeleted]).toEqual([[], [], []]);
    const after = filesAfter(plan, project.onDisk);
    expect([...after.keys()].filter((path) => /^src\/find\/|top\.tsx$/.test(path))).toEqual([]);
    const rendered = renderExample('task-manager');
    for (const path of rendered.keys())
      if (path !== '.env') expect(after.get(path), path).toBe(rendered.get(path));
    expect(new Set(plan.changes.map(({ kind }) => kind))).toEqual(new Set(['move', 'update']));
    expect(plan.base.get('src/find/search-config.ts')).toBeNull();
  });

  it('takes the edits of a developer along, and rewrites what they import', async () => {
    edit('src/find/search-config.ts', (text) => `${text}\nexport const mine = 1;\n`);
    write('src/find/own.ts', "import { mine } from './search-config.js';\nexport default mine;\n");
    write('src/own.ts', "export { mine } from './find/search-config.js';\n");
    const { plan, project } = await upgrade();
    expect(plan.conflicts).toEqual([]);
    const after = filesAfter(plan, project.onDisk);
    expect(after.get('src/engine/search/search-config.ts')).toBe(
      `${renderExample('task-manager').get('src/engine/search/search-config.ts')}\nexport const mine = 1;\n`,
    );
    expect(after.has('src/find/search-config.ts')).toBe(false);
    expect(after.get('src/find/own.ts')).toContain("from '../engine/search/search-config.js'");
    expect(after.get('src/own.ts')).toBe(
      "export { mine } from './engine/search/search-config.js';\n",
    );
  });

  it('makes a conflict of an edit that has no place any more, and leaves no file behind', async () => {
    edit('web/src/top.tsx', (text) => text.replace(/^export /m, 'export /* mine */ async '));
    const { plan } = await upgrade();
    expect(plan.changes.some(({ path }) => path === 'web/src/top.tsx')).toBe(false);
    const moved = [...plan.changes, ...plan.conflicts].find(
      ({ path }) => path === 'web/src/app.tsx',
    );
    expect(moved).toMatchObject({ path: 'web/src/app.tsx', from: 'web/src/top.tsx' });
  });

  it('refuses where a file of the developer stands at a new path', async () => {
    write('web/src/app.tsx', 'export {};\n');
    await expect(upgrade()).rejects.toMatchObject({
      problems: [{ code: 'file-there', message: expect.stringContaining('web/src/app.tsx') }],
    });
    expect(read('web/src/app.tsx')).toBe('export {};\n');
  });
});
