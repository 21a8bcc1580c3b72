import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  crudgen,
  filesOf,
  git,
  makeFolder,
  migrate,
  read,
  run,
  SPEC,
  tryCrudgen,
  typeErrors,
} from './project.js';

const MINUTES = 60_000;
const folder = makeFolder('branches');
const project = join(folder, 'shop');

beforeAll(async () => {
  await crudgen(folder, 'init', 'shop', '--models', SPEC, '--no-install', '--no-git');
  git(project, 'init', '--quiet', '--initial-branch=main');
  commit('start');
  git(project, 'switch', '--quiet', '--create', 'notes');
  await crudgen(project, 'model', 'add', 'Note', 'text:text:required', 'project:ref=Project');
  commit('notes');
  git(project, 'switch', '--quiet', 'main');
  await crudgen(project, 'model', 'add', 'Label', 'name:string:required', 'project:ref=Project');
  commit('labels');
}, MINUTES);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function commit(message: string): void {
  git(project, 'add', '--all');
  expect(git(project, 'commit', '--quiet', '--message', message)).toMatchObject({ status: 0 });
}

/** Takes the merge driver out of git's configuration. */
function forgetDriver(): void {
  for (const name of ['crudgen', 'crudgen-file'])
    git(project, 'config', '--remove-section', `merge.${name}`);
}

const conflicts = (): string[] =>
  git(project, 'diff', '--name-only', '--diff-filter=U').stdout.split('\n').filter(Boolean);

async function expectBoth(): Promise<void> {
  const marked = run(project, 'git', ['grep', '--untracked', '-l', '^<<<<<<< ']);
  expect(marked.stdout).toBe('');
  const models = read(project, 'src/models/models.gen.ts');
  expect(models).toContain('modelModule({ entity: Label })');
  expect(models).toContain('modelModule({ entity: Note })');
  const both = read(project, 'src/models/project/project.model.ts');
  expect(both).toContain('labels?: Relation<Label[]>');
  expect(both).toContain('notes?: Relation<Note[]>');
  const page = read(project, 'web/src/pages/project/project.show.tsx');
  const tabs = [...page.matchAll(/relation="(\w+)"/g)].map(([, name]) => name);
  expect(tabs).toEqual(['tasks', 'labels', 'notes']);
  const menu = read(project, 'web/src/pages/resources.ts').match(/(?<=model: ')\w+/g);
  expect(menu?.slice(-3)).toEqual(['Task', 'Label', 'Note']);
  expect(await crudgen(project, 'sync')).toContain('nothing to change');
}

it(
  'two branches with a model each, merged by git, need nothing by hand',
  { timeout: 4 * MINUTES },
  async () => {
    forgetDriver();
    git(project, 'merge', '--quiet', 'notes');
    expect(conflicts().length).toBeGreaterThan(9);
    expect((await tryCrudgen(project, 'doctor', '--dry-run')).stderr).toContain(
      'warning[merge-driver]',
    );
    const { stderr } = await tryCrudgen(project, 'sync');
    expect(stderr.match(/warning\[merge-driver\].*\nhelp: crudgen doctor/g)).toHaveLength(1);
    await expectBoth();
    commit('merged');
    migrate(project, 'sqlite:data/branches.db');
    expect(typeErrors(project)).toBe('');
  },
);

it(
  'in a clone whose git was told how, they need not even that',
  { timeout: 4 * MINUTES },
  async () => {
    git(project, 'reset', '--quiet', '--hard', 'HEAD~1');
    forgetDriver();
    const told = await tryCrudgen(project, 'doctor');
    expect(told).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('fixed: set up the git merge driver'),
    });
    expect(await crudgen(project, 'doctor')).not.toContain('fixed:');
    expect(git(project, 'merge', '--quiet', '--no-edit', 'notes')).toMatchObject({ status: 0 });
    expect(conflicts()).toEqual([]);
    await expectBoth();
    expect(filesOf(project).filter((path) => path.startsWith('src/models/note/'))).not.toEqual([]);
  },
);

it(
  'in a new clone, the first command that writes tells git how',
  { timeout: 4 * MINUTES },
  async () => {
    const clone = join(folder, 'clone');
    git(folder, 'clone', '--quiet', 'shop', 'clone');
    git(clone, 'reset', '--quiet', '--hard', 'HEAD~1');
    const { stderr } = await tryCrudgen(clone, 'model', 'add', 'Badge', 'name:string:required');
    expect(stderr.match(/^fixed: set up the git merge driver/gm)).toHaveLength(1);
    git(clone, 'add', '--all');
    git(clone, 'commit', '--quiet', '--message', 'badges');
    expect(git(clone, 'merge', '--quiet', '--no-edit', 'origin/notes').status).toBe(0);
    expect(await crudgen(clone, 'sync')).toContain('nothing to change');
  },
);

it(
  'the first rule of a model and its first endpoint, of a branch each, are no conflict',
  { timeout: 4 * MINUTES },
  async () => {
    git(project, 'switch', '--quiet', '--create', 'endpoint');
    await crudgen(project, 'endpoint', 'add', 'Task', 'POST', '/:id/archive');
    commit('an endpoint');
    git(project, 'switch', '--quiet', 'main');
    await crudgen(project, 'model', 'add-field', 'Task', 'secret:string:read=Admin');
    commit('a rule');
    const merged = git(project, 'merge', '--quiet', '--no-edit', 'endpoint');
    expect([merged.status, conflicts()]).toEqual([0, []]);
    expect(typeErrors(project)).toBe('');
    expect(read(project, 'src/models/models.gen.ts')).toMatch(
      /entity: Task,(?=.* access: taskAccess)(?=.* routes: taskRoutes)/,
    );
    expect(await crudgen(project, 'sync')).toContain('nothing to change');
    expect(read(project, 'src/models/task/task.access.ts')).toContain(
      "secret: { read: ['Admin'] }",
    );
    expect(read(project, 'src/models/task/task.routes.ts')).toContain("'/:id/archive'");
  },
);

it(
  'two branches with a feature each, both with settings, need nothing but a sync',
  { timeout: 4 * MINUTES },
  async () => {
    git(project, 'switch', '--quiet', '--create', 'mails');
    await crudgen(project, 'add', 'mail');
    commit('mails');
    git(project, 'switch', '--quiet', 'main');
    await crudgen(project, 'add', 'metrics');
    commit('metrics');
    const expectSettings = () => {
      const headings = read(project, 'docs/settings.md').match(/(?<=^## Feature `)\w+/gm);
      expect(headings).toEqual([...headings!].sort());
      expect(headings).toEqual(expect.arrayContaining(['jobs', 'mail', 'metrics']));
    };
    git(project, 'merge', '--quiet', '--no-edit', 'mails');
    expect(conflicts()).not.toContain('docs/settings.md');
    expectSettings();
    await crudgen(project, 'sync');
    expect(run(project, 'git', ['grep', '-l', '^<<<<<<< ']).stdout).toBe('');
    expectSettings();
    expect(await crudgen(project, 'sync')).toContain('nothing to change');
    expect(await crudgen(project, 'doctor', '--dry-run')).toContain('no problems found');
    commit('both');
  },
);

it(
  'the first rules of a model, of a branch each, are both in its file',
  { timeout: 4 * MINUTES },
  async () => {
    git(project, 'switch', '--quiet', '--create', 'rule');
    await crudgen(project, 'model', 'add-field', 'TeamMember', 'other:string:write=Admin');
    commit('a rule');
    git(project, 'switch', '--quiet', 'main');
    await crudgen(project, 'model', 'add-field', 'TeamMember', 'one:string:read=Admin');
    commit('another rule');
    const expectRules = async () => {
      await crudgen(project, 'sync');
      const rules = read(project, 'src/models/team-member/team-member.access.ts');
      expect(rules).toMatch(/one: \{ read: \['Admin'\] \}/);
      expect(rules).toMatch(/other: \{ write: \['Admin'\] \}/);
      expect(await crudgen(project, 'sync')).toContain('nothing to change');
      expect(typeErrors(project)).toBe('');
    };
    git(project, 'merge', '--quiet', '--no-edit', 'rule');
    // The order of its statements is rendered anew.
    expect(conflicts()).toEqual(['src/models/team-member/team-member.test.ts']);
    await expectRules();
    git(project, 'reset', '--quiet', '--hard');
    for (const driver of ['crudgen', 'crudgen-file'])
      git(project, 'config', '--remove-section', `merge.${driver}`);
    git(project, 'merge', '--quiet', 'rule');
    expect(conflicts()).toContain('src/models/team-member/team-member.access.ts');
    await expectRules();
  },
);
