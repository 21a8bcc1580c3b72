import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgainstAnswer } from '../../../templates/tools/prove/against/answer-against.js';
import { openWorktree } from '../../../templates/tools/prove/against/worktree.js';
import { copyExample } from '../../support/placed-example.js';
import { edit, git, ROOT, run } from '../../support/project-on-disk.js';
import type { Problem } from '../../../src/problem.js';
import { SCRATCH } from '../../support/scratch.js';

/* A project in a subfolder of a repository, with a commit and an edit after it. */
let repository: string;
let project: string;
const PROGRAM = join(ROOT, 'templates/tools/prove-access.ts');

function against(ref: string, ...more: readonly string[]) {
  const args = ['--import', 'tsx', PROGRAM, '--against', ref, ...more];
  const { stdout } = run(project, process.execPath, args);
  return JSON.parse(stdout) as AgainstAnswer & { readonly problem?: Problem };
}

const worktrees = () => git(repository, 'worktree', 'list').stdout.trim().split('\n');

beforeAll(async () => {
  repository = mkdtempSync(join(SCRATCH, 'against-'));
  project = join(repository, 'apps/clinic');
  await copyExample('clinic', project);
  writeFileSync(join(repository, '.gitignore'), 'node_modules\n');
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'), 'junction');
  // As an earlier version of crudgen has it: it is judged with the engine of now.
  const engine = 'engine/tools/index.ts';
  const current = readFileSync(join(project, engine), 'utf8');
  edit(project, engine, (text) => text.replace('prepareAccess, resetRoles', 'prepareAccess'));
  expect(readFileSync(join(project, engine), 'utf8')).not.toBe(current);
  git(repository, 'init', '--quiet', '--initial-branch=main');
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '--message=base');
  writeFileSync(join(project, engine), current);
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

it('tells what an edit lets somebody do, until the project allows it', () => {
  edit(project, 'src/models/diary/diary.access.ts', (text) =>
    text
      .replace('{ defineAccess, owner }', '{ allFor, defineAccess, owner }')
      .replace("rows: [owner('author_id'", "rows: [allFor('Viewer'), owner('author_id'"),
  );
  const told = against('main');
  expect(told.problem).toBeUndefined();
  const key = 'Viewer may list, show Diary: of others or without an owner';
  expect(told.report.refused.map((one) => one.key)).toEqual([key]);
  expect(told.proven).toBe(false);
  expect(told.summary).toContain(
    [
      '+ A Viewer may now list and show diaries of others or without an owner',
      '    src/models/diary/diary.access.ts:7',
      '    GET /diaries as Viewer returns ',
    ].join('\n'),
  );
  expect(told.summary).toContain(`  change: ${key} — reason`);

  writeFileSync(
    join(project, 'access.allow'),
    `# Reviewed.\nchange: ${key} — for the study\nchange: gone — of last year\n`,
  );
  const allowed = against('main', '--report', 'comment.md');
  expect(allowed.proven).toBe(true);
  expect(allowed.report.stale.map(({ line }) => line)).toEqual([3]);
  const comment = readFileSync(join(project, 'comment.md'), 'utf8');
  expect(comment).toContain('### Wider');
  expect(comment).toContain('allowed: for the study');
  expect(comment).toContain('| 3 | no change needs this entry: gone |');
  expect(worktrees()).toHaveLength(1);
});

it('finds packages above the repository', () => {
  const above = mkdtempSync(join(SCRATCH, 'above-'));
  const inner = join(above, 'clinic');
  mkdirSync(join(above, 'node_modules/shared'), { recursive: true });
  mkdirSync(join(inner, 'src'), { recursive: true });
  writeFileSync(join(inner, 'src/project.ts'), '');
  git(inner, 'init', '--quiet');
  git(inner, 'add', '.');
  git(inner, 'commit', '--quiet', '--message=base');
  const worktree = openWorktree(inner, 'HEAD');
  expect(existsSync(join(worktree.folder, '../node_modules/shared'))).toBe(true);
  worktree.remove();
  expect(existsSync(join(above, 'node_modules/shared'))).toBe(true);
  rmSync(above, { recursive: true });
});

it('says what to do without a repository', () => {
  const apart = mkdtempSync(join(tmpdir(), 'no-git-'));
  const args = ['--import', import.meta.resolve('tsx'), PROGRAM, '--against', 'main'];
  const { stdout } = run(apart, process.execPath, args);
  rmSync(apart, { recursive: true });
  expect(JSON.parse(stdout)).toEqual({
    problem: {
      ...{ code: 'no-git', message: '`--against` needs a git repository with a commit' },
      help: 'run: git init, and commit',
    },
  });
});

it('says why a commit cannot be compared', () => {
  expect(against('nowhere').problem!.message).toBe('git knows no commit nowhere');
  expect(against('main', '--report', 'a.html').problem!.message).toContain('.md');
  git(repository, 'mv', 'apps/clinic/src/project.ts', 'apps/clinic/src/other.ts');
  git(repository, 'commit', '--quiet', '--message=no project');
  const open = () => openWorktree(project, 'HEAD');
  expect(open).toThrow('there is no project in apps/clinic/ at HEAD');
  expect(worktrees()).toHaveLength(1);
});
