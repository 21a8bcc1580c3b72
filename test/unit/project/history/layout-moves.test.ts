import { describe, expect, it } from 'vitest';
import { isCode } from '../../../../src/code/typescript.js';
import { basePath } from '../../../../src/disk/base-store.js';
import { isSound } from '../../../../src/merge/is-sound.js';
import { filesAfter, isEmptyPlan, type Plan } from '../../../../src/plan/plan.js';
import { settleConflicts } from '../../../../src/plan/settle-conflicts.js';
import {
  LAYOUT_MOVES,
  layoutSince,
  movedSince,
} from '../../../../src/project/history/layout-moves.js';
import type { LayoutMove } from '../../../../src/project/history/layouts/layout-move.js';
import { filesAtOldPaths } from '../../../../src/project/tell/moved-paths.js';
import type { OpenProject } from '../../../../src/project/open/open-project.js';
import { planProject } from '../../../../src/project/plan/plan-project.js';
import { readSyncedState } from '../../../../src/project/open/read-synced-state.js';
import { relocateTree } from '../../../../src/refactor/relocate.js';
import { isGenerated, type Tree } from '../../../../src/tree.js';
import { OLDEST, VERSION } from '../../../../src/version.js';
import { renderExample } from '../../../golden/example.js';
import { brokenImports } from '../../../../src/refactor/broken-imports.js';
import { LAYOUTS, OLDER, olderProject } from '../../../support/older-layout.js';
import { openTree } from '../../../support/open-tree.js';
import { withPlainCopies } from '../../../support/store-of.js';

const NOW = new Date('2026-11-21T12:00:00Z');

describe('the layout of a version', () => {
  it('is followed through all that came since, and no further back', () => {
    const paths = [
      ...['src/find/a.ts', 'src/finder/b.ts', 'src/find/search-routes.ts'],
      ...['web/src/top.tsx', 'web/src/pages/task/task.edit.tsx', 'web/src/pages/task/my.edit.tsx'],
      'src/other.ts',
    ];
    expect(Object.fromEntries(movedSince(OLDER, paths, LAYOUTS))).toEqual({
      'src/find/a.ts': 'engine/search/a.ts',
      'src/finder/b.ts': 'engine/search/b.ts',
      'src/find/search-routes.ts': 'engine/search/search-config.ts',
      'web/src/top.tsx': 'web/src/app.tsx',
      'web/src/pages/task/task.edit.tsx': 'web/src/pages/task/task.form.tsx',
    });
    expect(movedSince('0.5.1', ['src/find/a.ts'], LAYOUTS).size).toBe(0);
    expect(movedSince('0.5.2', paths, LAYOUTS).size).toBe(0);
    expect(movedSince(null, paths, LAYOUTS).size).toBe(5);
  });

  it('is the layout of the last change', () => {
    expect(layoutSince()).toBe(LAYOUT_MOVES.at(-1)?.since ?? OLDEST);
  });
});

interface Upgraded {
  readonly project: OpenProject;
  readonly plan: Plan;
  readonly after: Tree;
  /** What is on disk then, the copies included. */
  readonly onDisk: Tree;
}

function upgrade(
  tree: Tree,
  settled: 'mine' | null = null,
  layouts: readonly LayoutMove[] = LAYOUTS,
): Upgraded {
  const project = openTree(tree);
  const known = readSyncedState(project);
  const change = { mode: 'upgrade', after: project.app, known, removed: 'keep-edited' } as const;
  const planned = planProject(project, { ...change, layouts }, NOW).plan;
  const plan = settled === null ? planned : settleConflicts(planned, () => settled);
  const after = filesAfter(plan, project.onDisk);
  const copies = new Map([...project.base, ...plan.base]);
  const kept = [...copies].flatMap(([path, text]): [string, string][] =>
    text === null ? [] : [[basePath(path), text]],
  );
  return { project, plan, after, onDisk: new Map([...after, ...kept]) };
}

const older = olderProject('task-manager');
const now = renderExample('task-manager');

/** The older project with some files as its developer has them. */
const edited = (edits: Readonly<Record<string, (text: string) => string>>): Map<string, string> => {
  const files = new Map(older);
  for (const [path, change] of Object.entries(edits))
    files.set(path, change(files.get(path) ?? ''));
  return files;
};

const CONFIG = 'engine/search/search-config.ts';
const [INPUTS, CREATE, EDIT, FORM] = ['inputs', 'create', 'edit', 'form'].map(
  (part) => `web/src/pages/task/task.${part}.tsx`,
) as [string, string, string, string];

describe('upgrade to another layout', () => {
  const whole = upgrade(older);

  it('is from a project that fits together', () => {
    expect(brokenImports(openTree(older).mine)).toEqual([]);
  });

  it('moves every file, and says nothing of what is the same', () => {
    const { plan, after, onDisk } = whole;
    expect([plan.conflicts, plan.refused, plan.stayDeleted, plan.warnings]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect([...after.keys()].sort()).toEqual([...now.keys()].sort());
    for (const [path, text] of now) expect(after.get(path), path).toBe(text);
    expect(plan.base.get('src/find/search-config.ts')).toBeNull();
    expect(isEmptyPlan(upgrade(onDisk).plan)).toBe(true);
  });

  it('takes the edits of a developer along, and rewrites what they import', () => {
    const { plan, after, onDisk } = upgrade(
      edited({
        'src/find/search-config.ts': (text) => `${text}\nexport const mine = 1;\n`,
        'src/find/search-routes.ts': (text) => `${text}\nexport const ours = 2;\n`,
        'src/find/own.ts': () =>
          "import { mine } from './search-config.js';\nimport { ours } from './search-routes.js';\nexport const own = mine + ours;\n",
        'src/own.ts': () =>
          "export { mine } from './find/search-config.js';\nexport { searchConfig } from './find/search-routes.js';\n",
        'src/words.ts': () =>
          "// See src/find/search-config.ts.\nexport const path = 'src/find/search-config.ts';\n",
      }),
    );
    expect(plan.conflicts).toEqual([]);
    expect(after.get(CONFIG)).toContain('export const mine = 1;');
    expect(after.get(CONFIG)).toContain('export const ours = 2;');
    expect(after.get('src/find/own.ts')!.match(/'\.\.\/.*'/g)).toEqual([
      "'../../engine/search/search-config.js'",
      "'../../engine/search/search-config.js'",
    ]);
    expect(after.get('src/own.ts')).toBe(
      "export { mine } from '../engine/search/search-config.js';\nexport { searchConfig } from '#engine';\n",
    );
    expect(after.get('src/words.ts')).toContain("'src/find/search-config.ts'");
    expect(brokenImports(after)).toEqual([]);
    expect(isEmptyPlan(upgrade(onDisk).plan)).toBe(true);
  });

  it('follows what a developer adds to the declarations of a file', () => {
    const adding = (module: string) =>
      `declare module '${module}' {\n  interface Config {\n    mine: string;\n  }\n}\nexport {};\n`;
    const { plan, after } = upgrade(
      edited({
        'src/own.ts': () => adding('./find/search-config.js'),
        'src/find/own.d.ts': () => adding('./search-config.js'),
        'src/files.d.ts': () => "declare module '*.svg';\ndeclare global {}\nnamespace find {}\n",
      }),
    );
    expect(plan.conflicts).toEqual([]);
    expect(after.get('src/own.ts')).toBe(adding('../engine/search/search-config.js'));
    expect(after.get('src/find/own.d.ts')).toBe(adding('../../engine/search/search-config.js'));
  });

  it('tells what scripts still name by an old path', () => {
    const { plan } = upgrade(
      edited({
        'package.json': (text) =>
          text.replace(
            '    "migrate":',
            '    "find": "tsx src/find/search-config.ts",\n    "migrate":',
          ),
      }),
    );
    expect(plan.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining(` refers to src/find/search-config.ts, which has moved to ${CONFIG}`),
    ]);
  });

  it.each([
    ['web/src/top.tsx', 'web/src/app.tsx', 'export function App', 'export async function App'],
    ['src/find/search-config.ts', CONFIG, 'INTERVAL = 250;', 'INTERVAL = 500;'],
    [INPUTS, FORM, '<DateInput source="due_date" />', '<b />'],
  ])('follows an edit of %s to %s', (path, place, was, is) => {
    const { plan, after } = upgrade(edited({ [path]: (text) => text.replace(was, is) }));
    expect(older.get(path)).toContain(was);
    expect(plan.conflicts).toEqual([]);
    expect(after.has(path)).toBe(false);
    expect(after.get(place)).toContain(is);
    expect(after.get(place)).not.toContain(was);
  });

  it('refuses where a file of the developer stands at a new path', () => {
    expect(() => upgrade(edited({ 'web/src/app.tsx': () => 'export {};\n' }))).toThrow(
      'web/src/app.tsx already exists',
    );
  });
});

describe('a layout in which a file goes where another one was', () => {
  // `aaa.tsx` becomes `app.tsx`, which becomes `main.tsx`.
  const layouts: readonly LayoutMove[] = [
    {
      since: '0.5.1',
      until: '100.0.0',
      moves: [
        ['web/src/aaa.tsx', 'web/src/app.tsx'],
        ['web/src/app.tsx', 'web/src/main.tsx'],
      ],
    },
  ];
  const back = new Map([
    ['web/src/app.tsx', 'web/src/aaa.tsx'],
    ['web/src/main.tsx', 'web/src/app.tsx'],
  ]);
  const files = relocateTree(now, back);
  const settings = files.get('crudgen.json')!.replace(`"${VERSION}"`, `"${OLDER}"`);
  const onDisk = withPlainCopies(new Map([...files, ['crudgen.json', settings] as const]));

  it('loses neither', () => {
    const { plan, after } = upgrade(onDisk, null, layouts);
    expect([plan.conflicts, plan.refused, plan.stayDeleted]).toEqual([[], [], []]);
    expect([...after.keys()].sort()).toEqual([...now.keys()].sort());
    for (const [path, text] of now) expect(after.get(path), path).toBe(text);
  });

  it('moves each path of crudgen.json once, however it is written', () => {
    const own = settings.replace(
      '"paths": {}',
      '"paths": { "web/src/aaa.tsx" : "web/src/x.tsx", "web/src/app.tsx": "web/src/y.tsx" }',
    );
    const { after } = upgrade(new Map(onDisk).set('crudgen.json', own), null, layouts);
    const { paths } = JSON.parse(after.get('crudgen.json')!) as { paths: object };
    expect(paths).toEqual({
      'web/src/app.tsx': 'web/src/x.tsx',
      'web/src/main.tsx': 'web/src/y.tsx',
    });
  });
});

describe('an edit that has no place in another layout', () => {
  // As if the version before had said something else there.
  const files = edited({
    'web/src/top.tsx': (text) => text.replace('useTransitions={false}', 'useTransitions={mine}'),
    [basePath('web/src/top.tsx')]: (text) =>
      text.replace('useTransitions={false}', 'useTransitions'),
  });

  it('is asked about under both paths', () => {
    const [conflict, ...more] = upgrade(files).plan.conflicts;
    expect(conflict).toMatchObject({ path: 'web/src/app.tsx', from: 'web/src/top.tsx' });
    expect(more).toEqual([]);
    for (const side of [conflict!.keepMine, conflict!.marked])
      expect(side).toContain('useTransitions={mine}');
  });

  it('goes to the new path all the same once that is settled', () => {
    const { after } = upgrade(files, 'mine');
    expect(after.get('web/src/app.tsx')).toContain('useTransitions={mine}');
    expect(after.has('web/src/top.tsx')).toBe(false);
    expect(brokenImports(after)).toEqual([]);
  });

  it('stays in its file where crudgen has no such file any more', () => {
    const path = 'src/find/plurals.ts';
    const written = 'export const one = 1;\n';
    const { after, plan } = upgrade(
      edited({
        [path]: () => `${written}export const mine = 2;\n`,
        [basePath(path)]: () => written,
      }),
    );
    expect(plan.conflicts).toEqual([]);
    const place = 'engine/search/plurals.ts';
    expect(after.get(place)).toContain('mine = 2');
    expect(plan.warnings.map(({ message }) => message)).toEqual([
      `${place} has your edits and stays, but crudgen no longer updates it`,
    ]);
  });
});

describe('files that go into one', () => {
  /** Both pages under a title that each says for itself. */
  const withTitles = (title: (of: string) => string) =>
    edited(
      Object.fromEntries(
        [CREATE, EDIT].map((path) => [
          path,
          (text) =>
            text
              .replace('<TaskInputs />', '<b>{title}</b>\n      <TaskInputs />')
              .replace('/** The form', `${title(path)}\n\n/** The form`),
        ]),
      ),
    );

  it('keep a name that their developer gave in both of them apart', () => {
    const { plan, after } = upgrade(withTitles((path) => `const title = '${path}';`));
    expect(plan.conflicts).toEqual([]);
    const form = after.get(FORM)!;
    expect(form).toContain(`const title = '${CREATE}';`);
    expect(form).toContain(`const editTitle = '${EDIT}';`);
    expect(form.match(/<b>\{title\}/g)).toHaveLength(1);
    expect(form.match(/<b>\{editTitle\}/g)).toHaveLength(1);
    expect(isSound(FORM, { merged: form, mine: '', next: '' })).toBe(true);
  });

  it('keep imports of different things by one name apart', () => {
    const files = withTitles((path) => `import { title } from './${path === EDIT ? 'a' : 'b'}';`);
    const form = upgrade(files).after.get(FORM)!;
    expect(form).toContain("import { title } from './b';");
    expect(form).toContain("import { title as title2 } from './a';");
    expect(form.match(/<b>\{title2?\}/g)).toEqual(['<b>{title}', '<b>{title2}']);
  });

  it('are refused where only one of them can be the default export', () => {
    const files = withTitles(() => 'const title = 1;\nexport default title;');
    expect(() => upgrade(files)).toThrow(
      `${INPUTS}, ${CREATE}, ${EDIT} are combined in ${FORM}, but do not compile together`,
    );
  });

  it('go there from where their developer moved them', () => {
    const own = 'src/own/search-routes.ts';
    const files = edited({
      [own]: () =>
        `${older.get('src/find/search-routes.ts')!.replace("'./", "'../find/")}\nexport const mine = 1;\n`,
      'engine/index.ts': (text) => text.replace('/find/search-routes', '/own/search-routes'),
      'src/user.ts': () => "import { mine } from './own/search-routes.js';\n\nvoid mine;\n",
    });
    files.delete('src/find/search-routes.ts');
    const { plan, after } = upgrade(files);
    expect(plan.conflicts).toEqual([]);
    expect(after.has(own)).toBe(false);
    expect(after.get(CONFIG)).toContain('export const mine = 1;');
    expect(after.get('src/user.ts')).toContain("from '../engine/search/search-config.js'");
    expect(brokenImports(after)).toEqual([]);
  });
});

describe('a file that an older branch has brought back to where it was', () => {
  it('is told with the place that it has now, and files beside it are not', () => {
    const files = new Map(upgrade(older).onDisk)
      .set('src/find/search-config.ts', 'export const mine = 1;\n')
      .set('src/find/my-own.ts', 'export const mine = 1;\n');
    expect(filesAtOldPaths(openTree(files), LAYOUTS).map(({ message }) => message)).toEqual([
      `src/find/search-config.ts is the old path of ${CONFIG}`,
    ]);
  });
});

describe('a project with a word in every file', () => {
  it('is moved so that every file is sound, and every word is kept or asked about', () => {
    const written = [...older].map(([path, text]): [string, string] =>
      isCode(path) && !path.startsWith('.crudgen/') && !isGenerated(path)
        ? [path, `${text}// mine in ${path}\n`]
        : [path, text],
    );
    const { plan, after } = upgrade(new Map(written));
    const broken = plan.changes.filter(
      (one) =>
        'next' in one &&
        isCode(one.path) &&
        !isSound(one.path, { merged: one.next, mine: '', next: '' }),
    );
    expect(broken.map(({ path }) => path)).toEqual([]);
    const said = [...after.values(), ...plan.conflicts.map(({ keepMine }) => keepMine)].join('\n');
    const words = written.flatMap(([, text]) => /\/\/ mine in .*/.exec(text) ?? []);
    expect(words.filter((word) => !said.includes(word))).toEqual([]);
    // A word at the end of a file stands beside what is folded behind it.
    expect(new Set(plan.conflicts.map(({ path }) => path)).size).toBeLessThan(5);
  });
});
