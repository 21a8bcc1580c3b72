import { describe, expect, it } from 'vitest';
import { isCode, parseCode } from '../../../src/code/typescript.js';
import { withLists } from '../../../src/code/list-columns.js';
import { basePath } from '../../../src/disk/base-store.js';
import type { Model } from '../../../src/model/model.js';
import { kebabCase } from '../../../src/model/names.js';
import { isEmptyPlan } from '../../../src/plan/plan.js';
import { withoutFeatures } from '../../../src/project/change/feature-changes.js';
import { movedSince } from '../../../src/project/history/layout-moves.js';
import { planProject } from '../../../src/project/plan/plan-project.js';
import { readSyncedState } from '../../../src/project/open/read-synced-state.js';
import { importsIn, bracedNames, importedText } from '../../../src/refactor/import-like.js';
import { featuresIn as manifestsOf } from '../../../src/render/features.js';
import { keepsBase } from '../../../src/render/render-project.js';
import type { Tree } from '../../../src/tree.js';
import { VERSION } from '../../../src/version.js';
import { appOf, isMigration, renderBeside, templates } from '../../golden/example.js';
import { brokenImports } from '../../../src/refactor/broken-imports.js';
import { BY_HAND, EDITS_020 } from '../../support/edits-0.2.0.js';
import { openTree } from '../../support/open-tree.js';
import { linesOf } from '../../support/own-lines.js';
import { project020 } from '../../support/old-projects.js';
import { type Upgraded, upgradeTree, written } from '../../support/upgrade-tree.js';

const NOW = new Date('2026-11-26T12:00:00Z');

const upgrade = (tree: Tree): Upgraded => upgradeTree(tree, NOW);

/**
 * Checks that neither `upgrade` nor `sync` finds anything left to do, but for sources that `sync` sees for the first time: their
 * copies are its notes of what has a migration, which an upgrade leaves alone.
 */
function expectDone(onDisk: Tree, unseen: readonly string[] = []): void {
  expect(isEmptyPlan(upgrade(onDisk).plan)).toBe(true);
  const project = openTree(onDisk);
  const known = readSyncedState(project);
  const change = { mode: 'sync', after: project.app, known } as const;
  const { plan, steps } = planProject(project, change, NOW);
  expect([steps, isEmptyPlan({ ...plan, base: new Map() })]).toEqual([[], true]);
  expect([...plan.base.keys()]).toEqual(unseen);
}

/** Where a file of 0.2.0 is now. */
const placeOf = (path: string): string => movedSince('0.2.0', [path]).get(path) ?? path;

const settingsIn = (files: Tree) =>
  JSON.parse(files.get('crudgen.json')!) as { version: string; features: readonly string[] };
const versionIn = (files: Tree): string => settingsIn(files).version;
const featuresIn = (files: Tree): readonly string[] => settingsIn(files).features;

/** What was part of every engine. */
const BUILT_IN = manifestsOf(templates()).flatMap(({ name, builtInBefore }) =>
  builtInBefore ? [name] : [],
);

const isOwn = (path: string) => path === '.env' || path === 'config/search.json';

/** Fields that the example has got since. */
const ADDED = ['Specimen.shade'];

/** A model of the example as it was then. */
const asThen = (model: Model): Model => ({
  ...model,
  fields: model.fields
    .filter(({ name }) => !ADDED.includes(`${model.name}.${name}`))
    // Nor did numbers have units.
    .map((field) => ({ ...field, unit: null })),
});

describe('the clinic as 0.2.0 made it', () => {
  const { plan, problems, kept, after, onDisk, project } = upgrade(project020());

  it('is of that version before, and of this one after', () => {
    expect([project.settings.version, versionIn(after)]).toEqual(['0.2.0', VERSION]);
  });

  it('becomes what is made now, and nothing is asked', () => {
    const { conflicts, refused, stayDeleted, losses, warnings } = plan;
    expect([conflicts, refused, stayDeleted, losses, warnings, problems]).toEqual(
      Array.from({ length: 6 }, () => []),
    );
    const features = [...project.settings.features, ...BUILT_IN].sort();
    // The order of the menu and the columns of lists are the developer's: 0.2 sorted models by their folders.
    const folderOf = (name: string) => `${kebabCase(name)}/`;
    const app = appOf('clinic');
    const sorted = app.models.toSorted((one, other) =>
      folderOf(one.name) < folderOf(other.name) ? -1 : 1,
    );
    const models = withLists(sorted.map(asThen), project020());
    const rendered = renderBeside(after, 'clinic', NOW, { ...app, features, models });
    expect([...after.keys()].sort()).toEqual([...rendered.keys()].sort());
    for (const [path, text] of rendered)
      if (!isOwn(path) && !isMigration(path)) expect(after.get(path), path).toBe(text);
    for (const [path, text] of rendered)
      if (keepsBase(path)) expect(onDisk.get(basePath(path)), path).toBe(text);
  });

  it('is done with that', () => expectDone(onDisk));

  it('keeps what every engine had, and is told how to be without', () => {
    expect(featuresIn(after)).toEqual([...project.settings.features, ...BUILT_IN].sort());
    const rare = BUILT_IN.filter((name) => name !== 'backup');
    expect(kept.map(({ code, help }) => [code, help])).toEqual([
      ['kept-features', `drop features that no deployment uses: crudgen drop ${rare.join(' ')}`],
    ]);
  });

  it('has nothing of it left once that is dropped, also after the next upgrade', () => {
    const opened = openTree(onDisk);
    const without = withoutFeatures(opened.app, templates(), BUILT_IN);
    const { plan } = planProject(opened, { mode: 'change', after: without }, NOW);
    expect([plan.conflicts, plan.refused]).toEqual([[], []]);
    const left = written(opened, plan);
    expect(featuresIn(left.after)).toEqual(project.settings.features);
    const rendered = renderBeside(left.after, 'clinic', NOW, without);
    expect([...left.after.keys()].sort()).toEqual([...rendered.keys()].sort());
    for (const [path, text] of rendered)
      if (!isOwn(path) && !isMigration(path)) expect(left.after.get(path), path).toBe(text);
    const again = upgrade(left.onDisk);
    expect([isEmptyPlan(again.plan), again.kept]).toEqual([true, []]);
  });
});

/** Names that a file imports or passes on, by what they are called there. */
const brought = (path: string, text: string): readonly string[] =>
  isCode(path) ? importsIn(parseCode(path, text)).flatMap(bracedNames).map(importedText) : [];

describe('a project of 0.2.0 that its developer has edited', () => {
  const made = project020();
  const edited = new Map(made);
  for (const { edit } of EDITS_020) edit(edited);
  edited.set(BY_HAND.path, BY_HAND.text);
  const { project, plan, problems, after, onDisk } = upgrade(edited);

  it('is sound to begin with, and after it', () => {
    expect(brokenImports(project.mine)).toEqual([]);
    expect(brokenImports(after)).toEqual([]);
    expect(versionIn(after)).toBe(VERSION);
  });

  it('is upgraded without a question', () => {
    expect(plan.conflicts.map(({ path, yours, crudgen }) => ({ path, yours, crudgen }))).toEqual(
      [],
    );
    expect([plan.refused, plan.stayDeleted, plan.losses]).toEqual([[], [], []]);
  });

  it('is told of the words about a path that has moved', () => {
    expect(plan.warnings.map(({ message }) => message)).toEqual([
      'Dockerfile:26 refers to src/engine/http/health.ts, which has moved to engine/http/health.ts',
    ]);
  });

  it('is told of the one condition that nobody else can rewrite, which stays as it is', () => {
    expect(problems.map(({ message }) => message)).toEqual([
      `${BY_HAND.path}:${BY_HAND.line} cannot be rewritten: \`User\` has no property for the other side of \`Note.created_by_id\``,
    ]);
    expect(after.get(BY_HAND.path)).toBe(BY_HAND.text);
  });

  it('is done with that: neither upgrade nor sync finds anything more', () =>
    expectDone(onDisk, ['src/models/tag/tag.model.ts']));

  it('has each setting of `.env.example` once, without those that only the docs have now', () => {
    const text = after.get('.env.example')!;
    const names = [...text.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'MAX_PAGE_SIZE', 'JOBS']));
    expect(names).not.toContain('FAST_EXPRESS');
    expect(text).toContain('docs/settings.md');
  });

  it.each(EDITS_020)('keeps $title', ({ edit, rewritten = {}, unused = {} }) => {
    const before = new Map(made);
    for (const one of EDITS_020) {
      if (one.edit === edit) break;
      one.edit(before);
    }
    const files = new Map(before);
    edit(files);
    const touched = [...files].filter(([path, text]) => before.get(path) !== text);
    expect(touched.length).toBeGreaterThan(0);
    const from = [...before.keys()].find((path) => !files.has(path)) ?? '';
    for (const [path, text] of touched) {
      // Of a file that was put elsewhere nothing but its place is the developer's.
      const was = before.get(path) ?? before.get(from) ?? '';
      const [known, now] = [new Set(linesOf(path, was)), after.get(placeOf(path))];
      expect(now, path).toBeDefined();
      const own = linesOf(path, text).filter((line) => !known.has(line));
      const kept = new Set(linesOf(path, now!));
      const lines = own.map((line) => rewritten[line] ?? line);
      expect(
        lines.filter((line) => !kept.has(line)),
        path,
      ).toEqual([]);
      expect(own.filter((line) => line in rewritten && kept.has(line))).toEqual([]);
      const names = new Set(brought(path, now!));
      const imported = brought(path, text).filter((name) => !brought(path, was).includes(name));
      // A type that only the old form of a condition needed is imported no longer.
      expect(imported.filter((name) => !names.has(name))).toEqual(unused[path] ?? []);
    }
  });
});

describe('import aliases that the developer gave to `src/package.json`', () => {
  it('are in `package.json`, and lead to the same files', () => {
    const files = new Map(project020())
      .set(
        'src/package.json',
        project020()
          .get('src/package.json')!
          .replace('"imports": {', '"imports": {\n    "#desk/*": { "default": "./desk/*.js" },'),
      )
      .set('src/desk/open.ts', 'export const open = true;\n')
      .set('src/desk/own.ts', "import { open } from '#desk/open';\n\nexport const own = open;\n");
    const { plan, after, onDisk, project } = upgrade(files);
    expect(brokenImports(project.mine)).toEqual([]);
    expect([plan.conflicts, plan.refused, plan.warnings]).toEqual([[], [], []]);
    const { imports } = JSON.parse(after.get('package.json')!) as { imports: object };
    expect(imports).toMatchObject({
      '#desk/*': { default: './src/desk/*.js' },
      '#engine': './engine/index.js',
    });
    expect(after.has('src/package.json')).toBe(false);
    expect(brokenImports(after)).toEqual([]);
    expectDone(onDisk);
  });
});

describe('an edit of what is in a feature now', () => {
  it('is asked about with the place where it is', () => {
    const path = 'src/engine/settings/setting-values.ts';
    const text = project020().get(path)!;
    const edited = text.replace('a number of processes from', 'a number from');
    expect(edited).not.toBe(text);
    const { plan } = upgrade(new Map(project020()).set(path, edited));
    expect(plan.conflicts.map(({ path: at, now }) => [at, now])).toEqual([
      ['engine/settings/setting-values.ts', ['engine/workers/workers-feature.ts']],
    ]);
  });
});

describe('an edit of 0.2.0 where this version writes something else', () => {
  it.each([
    [
      'src/engine/access/row-rules.ts',
      'return checkWhere(where.item,',
      'return void checkWhere(where.item,',
    ],
    ['web/src/pages/patient/patient.resource.ts', "  { source: 'born_on', type: 'date' },\n", ''],
  ])('is asked about, and kept until then: %s', (path, was, is) => {
    const files = new Map(project020());
    const text = files.get(path)!.replace(was, is);
    expect(text).not.toBe(files.get(path));
    const { plan, after } = upgrade(files.set(path, text));
    expect([...new Set(plan.conflicts.map((one) => one.path))]).toEqual([placeOf(path)]);
    for (const side of [plan.conflicts[0]!.keepMine, plan.conflicts[0]!.marked])
      expect(side).toContain(is.trim());
    expect(after.get(path)).toBe(text);
  });

  it('at the end of a page is kept beside what is new there', () => {
    const files = new Map(project020());
    const text = `${files.get('README.md')!}\nThe end.\n`;
    const { plan, after } = upgrade(files.set('README.md', text));
    expect(plan.conflicts).toEqual([]);
    expect(after.get('README.md')).toMatch(/\n\nThe end\.\n(\n|$)/);
    expect(after.get('README.md')).toContain('docs/workers.md');
  });
});
