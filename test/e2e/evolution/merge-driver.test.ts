import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasMergeDriver, setMergeDriver } from '../../../src/disk/merge-driver.js';
import { git, makeFolder, read } from './project.js';

const folder = makeFolder('merge-driver');
/** A project in a folder of a repository, with blanks in its path. */
const root = join(folder, 'all of it', 'my shop');
const ATTRIBUTES = '*.ts merge=crudgen-file\n.crudgen/base/** merge=crudgen\n';

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function commit(files: Record<string, string>): void {
  write(files);
  git(root, 'add', '--all');
  expect(git(root, 'commit', '--quiet', '--message', 'change')).toMatchObject({ status: 0 });
}

/** Merges what two branches make of files; gives git's exit code and the files in conflict. */
function merge(
  base: Record<string, string>,
  ours: Record<string, string>,
  theirs: Record<string, string>,
): { status: number | null; conflicts: string[] } {
  commit(base);
  git(root, 'switch', '--quiet', '--create', 'theirs');
  commit(theirs);
  git(root, 'switch', '--quiet', 'main');
  commit(ours);
  const { status } = git(root, 'merge', '--quiet', '--no-edit', 'theirs');
  const { stdout } = git(root, 'diff', '--name-only', '--diff-filter=U', '--relative');
  return { status, conflicts: stdout.split('\n').filter((path) => path !== '') };
}

beforeAll(() => mkdirSync(root, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  rmSync(join(folder, 'all of it'), { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  git(dirname(root), 'init', '--quiet', '--initial-branch=main');
  expect(await setMergeDriver(root)).toBe(true);
  commit({ '.gitattributes': ATTRIBUTES });
});

const CLASS = 'export class A {\n  one = 1;\n}\n';
const withMember = (member: string) => CLASS.replace('}', `  ${member} = 2;\n}`);
const VALUE = 'export const value = 1;\n';
const valued = (value: number) => `export const value = ${value};\n`;
const OTHER = 'src/a file.ts';

describe('git, told how to merge', { timeout: 60_000 }, () => {
  it('merges what both added, and copies of it without a conflict', () => {
    const both = (member: string) => ({
      [OTHER]: withMember(member),
      '.crudgen/base/src/a.ts': withMember(member) + VALUE,
    });
    expect(
      merge(
        { [OTHER]: CLASS, '.crudgen/base/src/a.ts': CLASS + VALUE },
        both('ours'),
        both('theirs'),
      ),
    ).toEqual({ status: 0, conflicts: [] });
    expect(read(root, OTHER)).toMatch(/theirs = 2;\n {2}ours = 2;/);
    expect(read(root, '.crudgen/base/src/a.ts')).toContain('theirs = 2;');
  });

  it('leaves a real conflict to people, and neither side in the copy', () => {
    const copy = '.crudgen/base/src/a.ts';
    const files = (value: number) => ({ [OTHER]: valued(value), [copy]: CLASS + valued(value) });
    expect(merge(files(1), files(2), files(3))).toEqual({ status: 1, conflicts: [OTHER] });
    expect(read(root, OTHER)).toBe(
      `<<<<<<< ours\n${valued(2)}=======\n${valued(3)}>>>>>>> theirs\n`,
    );
    expect(read(root, copy)).toBe(CLASS);
  });

  it('loses no comment: lines that structure passes over are a conflict', () => {
    const text = (comment: string) => `run(() => 1${comment});\n`;
    const { conflicts } = merge(
      { [OTHER]: text('') },
      { [OTHER]: text(' /* ours */') },
      { [OTHER]: text(' /* theirs */') },
    );
    expect(conflicts).toEqual([OTHER]);
    expect(read(root, OTHER)).toMatch(/ours \*\/[^]*theirs \*\//);
  });

  it('merges as it always did where crudgen is not there any more', () => {
    const key = 'merge.crudgen-file.driver';
    const line = git(root, 'config', key).stdout.trim();
    git(root, 'config', key, line.replace('crudgen.js', 'moved-away.js'));
    const both = (member: string) => ({ [OTHER]: withMember(member) });
    expect(merge({ [OTHER]: CLASS }, both('ours'), both('theirs'))).toEqual({
      status: 1,
      conflicts: [OTHER],
    });
    expect(read(root, OTHER)).toMatch(
      /^<{7} ours\n {2}ours = 2;\n={7}\n {2}theirs = 2;\n>{7} theirs$/m,
    );
  });

  it('is told once, and of a folder that it ignores not at all', async () => {
    expect(await hasMergeDriver(root)).toBe(true);
    git(root, 'config', '--remove-section', 'merge.crudgen');
    expect(await hasMergeDriver(root)).toBe(false);
    write({ '.gitignore': 'ignored\n', 'ignored/a.ts': VALUE });
    expect(await hasMergeDriver(join(root, 'ignored'))).toBeNull();
  });
});
