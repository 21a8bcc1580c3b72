import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions } from '../../src/version.js';
import type { State } from './plan.js';

const PAGES = ['README.md', '.github/site/pages/start/install.md'];

/** Reads what a release is planned from. */
export function readState(root: string): State {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const tags = git('tag', '--list', 'v*.*.*');
  const last = tags.sort((one, other) => compareVersions(one.slice(1), other.slice(1))).at(-1);
  return {
    branch: git('branch', '--show-current')[0] ?? 'none',
    changed: git('status', '--porcelain').map((line) => line.slice(3)),
    tags,
    subjects: last ? git('log', '--no-merges', '--format=%s', `${last}..HEAD`) : [],
    version: (JSON.parse(read('package.json')) as { version: string }).version,
    changelog: read('CHANGELOG.md'),
    pages: Object.fromEntries(PAGES.map((path) => [path, read(path)])),
    versionFile: read('src/version.ts'),
  };
}
