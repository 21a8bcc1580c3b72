import { describe, expect, it } from 'vitest';
import { specifiersIn } from '../../../src/code/specifiers.js';
import { isCode, parseCode } from '../../../src/code/typescript.js';
import { isSound } from '../../../src/merge/is-sound.js';
import { basePath } from '../../../src/disk/base-store.js';
import { isEmptyPlan, filesAfter, type Plan } from '../../../src/plan/plan.js';
import { applySplices } from '../../../src/merge/splice.js';
import { settleFiles } from '../../../src/plan/settle-conflicts.js';
import { findLeftBehind } from '../../../src/project/old-paths.js';
import { movedSince } from '../../../src/project/layout-moves.js';
import type { OpenProject } from '../../../src/project/open-project.js';
import { planProject } from '../../../src/project/plan-project.js';
import { readSyncedState } from '../../../src/project/read-synced-state.js';
import { importsIn, namesIn, textOf } from '../../../src/refactor/import-like.js';
import type { Model } from '../../../src/model/model.js';
import { kebabCase } from '../../../src/model/names.js';
import { keepsBase } from '../../../src/render/render-project.js';
import { isGenerated, type Tree } from '../../../src/tree.js';
import { appOf, renderExample } from '../../golden/example.js';
import { brokenImports } from '../../support/broken-imports.js';
import { EDITS_010 } from '../../support/edits-0.1.0.js';
import { openTree } from '../../support/open-tree.js';
import { project010 } from '../../support/project-0.1.0.js';

const NOW = new Date('2026-11-21T12:00:00Z');

interface Upgraded {
  readonly project: OpenProject;
  readonly plan: Plan;
  readonly after: Tree;
  /** What is on disk then, the copies included. */
  readonly onDisk: Tree;
}

async function upgrade(tree: Tree, settled: 'mine' | null = null): Promise<Upgraded> {
  const project = openTree(tree);
  const known = readSyncedState(project);
  const change = { mode: 'upgrade', after: project.app, known, removed: 'keep-edited' } as const;
  const planned = planProject(project, { ...change, now: NOW }).plan;
  const plan = settled === null ? planned : settleFiles(planned, () => settled);
  const after = filesAfter(plan, project.onDisk);
  const copies = new Map([...project.base!, ...plan.base]);
  const kept = [...copies].flatMap(([path, text]): [string, string][] =>
    text === null ? [] : [[basePath(path), text]],
  );
  return { project, plan, after, onDisk: new Map([...after, ...kept]) };
}

const OF_0_1 = ['admin', 'containers', 'dashboard', 'search', 'tree'];

/** Where a file that 0.1.0 wrote is to be now. */
const placeNow = (path: string): string => movedSince('0.1.0', [path]).get(path) ?? path;

const isHistory = (path: string): boolean =>
  path === '.env' || /^src\/database\/migrations\/\d/.test(path);

describe.each(['task-manager', 'orders', 'clinic'] as const)('%s as 0.1.0 made it', (example) => {
  it('becomes what is made now, and nothing is asked', async () => {
    const { plan, after, onDisk } = await upgrade(project010(example));
    const { conflicts, refused, stayDeleted, losses, warnings } = plan;
    expect([conflicts, refused, stayDeleted, losses, warnings]).toEqual([[], [], [], [], []]);
    // A project of 0.1 has whatever that had, named in `crudgen.json` from now on, and keeps the order of its menu.
    const app = appOf(example);
    const folderOf = ({ name }: Model): string => `${kebabCase(name)}/`;
    const models = app.models.toSorted((one, other) => (folderOf(one) < folderOf(other) ? -1 : 1));
    const rendered = renderExample(example, OF_0_1, { ...app, models });
    expect([...after.keys()].sort()).toEqual([...rendered.keys(), '.env'].sort());
    for (const [path, text] of rendered)
      if (!isHistory(path)) expect(after.get(path), path).toBe(text);
    for (const [path, text] of after)
      expect(onDisk.get(basePath(path)), path).toBe(keepsBase(path) ? text : undefined);
    expect(brokenImports(after)).toEqual([]);
    expect(isEmptyPlan((await upgrade(onDisk)).plan)).toBe(true);
    const project = openTree(onDisk);
    const sync = {
      mode: 'sync',
      after: project.app,
      known: readSyncedState(project),
    } as const;
    const synced = planProject(project, { ...sync, now: NOW });
    expect([synced.steps, isEmptyPlan(synced.plan)]).toEqual([[], true]);
  });
});

/** The task manager of 0.1.0 as its developer has it. */
function editedProject(): Map<string, string> {
  const files = new Map(project010('task-manager'));
  for (const { edit } of EDITS_010) edit(files);
  return files;
}

/** Names that a file imports or passes on, by what they are called there. */
const brought = (path: string, text: string): string[] =>
  isCode(path) ? importsIn(parseCode(path, text)).flatMap(namesIn).map(textOf) : [];

/** A text without its imports, and without the paths in what else names a module. */
function withoutImports(path: string, text: string): string {
  if (!isCode(path)) return text;
  const file = parseCode(path, text);
  const gone = importsIn(file).map((node) => ({ at: node.getStart(), end: node.end }));
  const paths = specifiersIn(file)
    .map(({ start, end }) => ({ at: start, end }))
    .filter(({ at }) => !gone.some((node) => node.at <= at && at < node.end));
  const splices = [...gone, ...paths].map(({ at, end }) => ({ at, remove: end - at, insert: '' }));
  return applySplices(text, splices) ?? text;
}

/** Lines of a text that another lacks, but imports. */
function newLines(path: string, text: string, before: string): string[] {
  const known = new Set(withoutImports(path, before).split('\n'));
  return withoutImports(path, text)
    .split('\n')
    .filter((line) => !known.has(line));
}

describe('a project of 0.1.0 that its developer has edited', async () => {
  const before = project010('task-manager');
  const edited = editedProject();
  const { project, plan, after, onDisk } = await upgrade(edited);
  const base = project.base!;

  it('is sound to begin with, and its files import what is there', () => {
    expect(brokenImports(project.mine)).toEqual([]);
  });

  it('is upgraded without a question', () => {
    expect(plan.conflicts.map(({ path, yours, crudgen }) => ({ path, yours, crudgen }))).toEqual(
      [],
    );
    expect([plan.refused, plan.stayDeleted, plan.losses]).toEqual([[], [], []]);
  });

  it('is told what scripts still name by an old path', () => {
    const old = ['src/database/seed.ts', 'src/http/health.ts'].filter(
      (path) => placeNow(path) !== path,
    );
    const told = plan.warnings.map(({ code, message }) => `${code}: ${message}`);
    for (const path of old)
      expect(told.join('\n')).toContain(` refers to ${path}, which is now ${placeNow(path)}`);
    expect(told).toHaveLength(old.length);
  });

  it('has every import lead somewhere', () => {
    expect(brokenImports(after)).toEqual([]);
  });

  it('has nothing left at an old path', () => {
    const moved = movedSince('0.1.0', base.keys());
    expect([...moved.keys()].filter((path) => after.has(path))).toEqual([]);
    expect([...moved.keys()].filter((path) => onDisk.has(basePath(path)))).toEqual([]);
  });

  it('is done with that: a second upgrade plans nothing', async () => {
    const again = await upgrade(onDisk);
    expect(again.plan.changes).toEqual([]);
    expect(isEmptyPlan(again.plan)).toBe(true);
  });

  it.each(EDITS_010)('keeps $title', ({ edit }) => {
    const files = new Map(before);
    for (const one of EDITS_010) {
      const paths = [...files];
      one.edit(files);
      if (one.edit !== edit) continue;
      const were = new Map(paths);
      const touched = [...files].filter(([path, text]) => were.get(path) !== text);
      expect(touched.length).toBeGreaterThan(0);
      for (const [path, text] of touched) {
        const place = base.has(path) ? placeNow(path) : path;
        const now = after.get(place);
        expect(now, place).toBeDefined();
        // Of a file that was only put elsewhere nothing but its place is the developer's.
        const from = [...were.keys()].find((one) => !files.has(one));
        const written = base.get(path) ?? base.get(from ?? '') ?? '';
        const lines = newLines(path, text, were.get(path) ?? written);
        const kept = new Set(withoutImports(place, now!).split('\n'));
        expect(
          lines.filter((line) => !kept.has(line)),
          place,
        ).toEqual([]);
        const names = new Set(brought(place, now!));
        const own = brought(path, text).filter((name) => !brought(path, written).includes(name));
        expect(
          own.filter((name) => !names.has(name)),
          place,
        ).toEqual([]);
      }
    }
  });

  it('says words and strings as they were said', () => {
    const nightly = after.get('src/jobs/nightly.ts')!;
    expect(nightly).toContain(
      '// Runs what src/crud/list.ts does for a page, see ../crud/list.js.',
    );
    expect(nightly).toContain("'kept in src/database/seed.ts'");
  });
});

it('an edit of an entity that had no migration yet has none after the upgrade, and sync knows', async () => {
  const path = 'src/models/task/task.model.ts';
  const files = new Map(project010('task-manager'));
  files.set(path, files.get(path)!.replace('title!:', 'caption!:'));
  const { onDisk } = await upgrade(files);
  const project = openTree(onDisk);
  const known = readSyncedState(project);
  const synced = planProject(project, {
    ...{ mode: 'sync', after: project.app, known, now: NOW },
    renames: { tables: {}, columns: { task: { title: 'caption' } } },
  });
  expect(synced.steps).toEqual([
    { do: 'renameColumn', table: 'task', column: 'title', to: 'caption' },
  ]);
  expect(synced.plan.changes.map(({ path }) => path)).toEqual([
    expect.stringMatching(/migrations\/\d+-rename-title-to-caption-in-task\.ts$/),
    'src/database/migrations/migrations.gen.ts',
  ]);
});

describe('an edit of 0.1.0 that has no place any more', () => {
  it.each([
    ['src/auth/user-hooks.ts', "    code: 'blank',", "    code: 'empty',"],
    [
      'src/auth/user-hooks.ts',
      '      await markAccessChange(session);',
      '      await markAccessChange(session, 1);',
    ],
    [
      'web/src/components/list/bulk-actions.tsx',
      '      <Suspense fallback={null}>',
      '      <Suspense fallback="...">',
    ],
  ])('is asked about under both paths: %s', async (path, was, is) => {
    const files = new Map(project010('task-manager'));
    files.set(path, files.get(path)!.replace(was, is));
    const { plan } = await upgrade(files);
    const place = placeNow(path);
    const [conflict, ...more] = plan.conflicts;
    expect(conflict).toMatchObject({ path: place, ...(place !== path && { from: path }) });
    expect(more.every((one) => one.path === place)).toBe(true);
    for (const side of [conflict!.keepMine, conflict!.marked]) expect(side).toContain(is);
    const { after } = await upgrade(files, 'mine');
    expect(after.get(place)).toContain(is);
    expect(after.has(path)).toBe(place === path);
    expect(brokenImports(after)).toEqual([]);
  });

  it('stays in its file where crudgen has no such file any more', async () => {
    const path = 'src/crud/own-tenants.ts';
    const files = new Map(project010('task-manager'));
    files.set(path, files.get(path)!.replace('access.unbound', 'access.unbound || user.id === 1'));
    const { after, plan } = await upgrade(files);
    expect(plan.conflicts).toEqual([]);
    expect(after.get(placeNow(path))).toContain('user.id === 1');
    expect(plan.warnings.map(({ message }) => message)).toEqual([
      `${placeNow(path)} has your edits and stays, but crudgen no longer updates it`,
    ]);
  });
});

describe('files of 0.1.0 that go into one', () => {
  const CREATE = 'web/src/pages/task/task.create.tsx';
  const EDIT = 'web/src/pages/task/task.edit.tsx';
  const FORM = placeNow(CREATE);

  /** The task manager of 0.1.0 with both forms under a title that each says for itself. */
  function withTitles(title: (of: string) => string): Map<string, string> {
    const files = new Map(project010('task-manager'));
    for (const path of [CREATE, EDIT]) {
      const text = files
        .get(path)!
        .replace('<TaskInputs />', '<b>{title}</b>\n      <TaskInputs />');
      files.set(path, text.replace('/** The form', `${title(path)}\n\n/** The form`));
    }
    return files;
  }

  it('keep a name that their developer gave in both of them apart', async () => {
    const { plan, after } = await upgrade(withTitles((path) => `const title = '${path}';`));
    expect(plan.conflicts).toEqual([]);
    const form = after.get(FORM)!;
    expect(form).toContain(`const title = '${CREATE}';`);
    expect(form).toContain(`const editTitle = '${EDIT}';`);
    expect(form.match(/<b>\{title\}/g)).toHaveLength(1);
    expect(form.match(/<b>\{editTitle\}/g)).toHaveLength(1);
    expect(isSound(FORM, { merged: form, mine: '', next: '' })).toBe(true);
  });

  it('are refused where they import different things by one name', async () => {
    const files = withTitles((path) => `import { title } from './${path === EDIT ? 'a' : 'b'}';`);
    await expect(upgrade(files)).rejects.toThrow(
      `${CREATE}, ${EDIT}, web/src/pages/task/task.inputs.tsx are combined in ${FORM}, but do not compile together`,
    );
  });

  it('go there from where their developer moved them', async () => {
    const files = new Map(project010('task-manager'));
    const own = 'src/own/register-user.ts';
    const text = files.get('src/auth/register-user.ts')!;
    files.set(own, `${text.replaceAll("'./", "'../auth/")}\nexport const mine = 1;\n`);
    files.delete('src/auth/register-user.ts');
    for (const [path, other] of files)
      if (path.startsWith('src/'))
        files.set(path, other.replaceAll("'./register-user.js'", "'../own/register-user.js'"));
    files.set('src/user.ts', "import { mine } from './own/register-user.js';\n\nvoid mine;\n");
    const { plan, after } = await upgrade(files);
    expect(plan.conflicts).toEqual([]);
    expect(after.has(own)).toBe(false);
    expect(after.get('src/engine/auth/auth-routes.ts')).toContain('export const mine = 1;');
    expect(after.get('src/user.ts')).toContain("from './engine/auth/auth-routes.js'");
    expect(brokenImports(after)).toEqual([]);
  });
});

describe('a file that an older branch has brought back to where it was', () => {
  it('is told with the place that it has now, and files beside it are not', async () => {
    const { onDisk } = await upgrade(project010('task-manager'));
    const files = new Map(onDisk)
      .set('src/crud/list.ts', 'export const mine = 1;\n')
      .set('src/crud/my-own.ts', 'export const mine = 1;\n');
    expect(findLeftBehind(openTree(files)).map(({ message }) => message)).toEqual([
      'src/crud/list.ts is the old path of src/engine/crud/list.ts',
    ]);
  });
});

describe('a project of 0.1.0 with a word in every file', () => {
  it('gets no merge that would not compile by itself, and every word is kept or asked about', async () => {
    const written = [...project010('task-manager')].map(([path, text]): [string, string] =>
      isCode(path) && !path.startsWith('.crudgen/') && !isGenerated(path)
        ? [path, `${text}// mine in ${path}\n`]
        : [path, text],
    );
    const { plan } = await upgrade(new Map(written));
    const texts = plan.changes.flatMap((one) => ('next' in one ? [[one.path, one.next]] : []));
    const broken = (texts as [string, string][]).filter(
      ([path, text]) => !isSound(path, { merged: text, mine: '', next: '' }),
    );
    expect(broken.map(([path]) => path)).toEqual([]);
    const all = [
      ...texts.map(([, text]) => text),
      ...plan.conflicts.map(({ keepMine }) => keepMine),
    ];
    const said = all.join('\n');
    const words = written.flatMap(([, text]) => /\/\/ mine in .*/.exec(text) ?? []);
    const kept = new Set(upgradedAsTheyAre(plan, written));
    expect(words.filter((word) => !said.includes(word) && !kept.has(word))).toEqual([]);
    // A word at the end of a file stands beside what is folded behind it: few are asked about.
    expect(new Set(plan.conflicts.map(({ path }) => path)).size).toBeLessThan(32);
  }, 120_000);
});

/** The words in files that the upgrade leaves where and as they are. */
function upgradedAsTheyAre(plan: Plan, written: readonly [string, string][]): string[] {
  const touched = new Set(
    [...plan.changes, ...plan.conflicts].flatMap((one) =>
      'from' in one ? [one.path, one.from] : [one.path],
    ),
  );
  return written.flatMap(([path, text]) =>
    touched.has(path) ? [] : (/\/\/ mine in .*/.exec(text) ?? []),
  );
}
