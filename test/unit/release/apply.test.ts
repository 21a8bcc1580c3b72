import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { applySteps } from '../../release/apply.js';
import { OUTPUT, type Step } from '../../release/plan.js';
import { readState } from '../../release/read-state.js';
import { SCRATCH } from '../../support/scratch.js';

const FOLDER = join(SCRATCH, 'release');
const say = () => undefined;
const node = (code: string, output?: string): Step => ({
  ...{ kind: 'run', about: code, changes: false, command: [process.execPath, '-e', code] },
  ...(output !== undefined && { output }),
});
const edit = (path: string): Step => ({
  ...{ kind: 'edit', about: path, changes: true, path, text: 'new\n' },
});

beforeEach(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
});

it('a dry run leaves out what changes the repository, and keeps what it makes for others', () => {
  const steps: Step[] = [
    edit('a.txt'),
    node("process.stdout.write('made')", `${OUTPUT}/made.txt`),
    {
      ...{ kind: 'sums', about: 'sums', changes: false },
      ...{ files: ['made.txt'], output: `${OUTPUT}/SHA256SUMS` },
    },
  ];
  expect(applySteps(FOLDER, steps, { write: false, say })).toBeNull();
  expect(existsSync(join(FOLDER, 'a.txt'))).toBe(false);
  const sums = ['--check', 'SHA256SUMS'];
  const checked = execFileSync('sha256sum', sums, { cwd: join(FOLDER, OUTPUT), encoding: 'utf8' });
  expect(checked).toBe('made.txt: OK\n');
  expect(applySteps(FOLDER, steps, { write: true, say })).toBeNull();
  expect(readFileSync(join(FOLDER, 'a.txt'), 'utf8')).toBe('new\n');
});

it('nothing is done after a step that fails', () => {
  const failing = node('process.exit(3)');
  const steps = [failing, edit('a.txt')];
  expect(applySteps(FOLDER, steps, { write: true, say })).toBe(failing.about);
  expect(existsSync(join(FOLDER, 'a.txt'))).toBe(false);
});

it('the state of a repository has its branch, its changes, and the subjects since the last tag', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: FOLDER,
    });
  const commit = (subject: string) => {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '-m', subject);
  };
  const install = '.github/site/pages/start/install.md';
  for (const path of ['CHANGELOG.md', 'README.md', 'src/version.ts', install]) {
    mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
    writeFileSync(join(FOLDER, path), `${path}\n`);
  }
  writeFileSync(join(FOLDER, 'package.json'), '{ "version": "0.10.0" }\n');
  git('init', '--quiet', '--initial-branch=topic');
  commit('first');
  expect(readState(FOLDER)).toMatchObject({ tags: [], subjects: [], version: '0.10.0' });
  git('tag', 'v0.9.0');
  commit('second');
  git('tag', 'v0.10.0');
  commit('third');
  writeFileSync(join(FOLDER, 'README.md'), 'changed\n');
  expect(readState(FOLDER)).toMatchObject({
    branch: 'topic',
    changed: ['README.md'],
    tags: ['v0.9.0', 'v0.10.0'],
    subjects: ['third'],
    pages: { 'README.md': 'changed\n', [install]: `${install}\n` },
    versionFile: 'src/version.ts\n',
  });
});
