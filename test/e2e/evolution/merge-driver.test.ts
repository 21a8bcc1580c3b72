import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMergeDriver, setMergeDriver } from '../../../src/disk/merge-driver.js';
import {
  linkCrudgen,
  withCrudgen,
  withoutCrudgen,
  writeCrudgen,
} from '../../support/crudgen-on-path.js';
import { git, gitIn, makeFolder, read, run, tryCrudgen } from './project.js';

const BIN = join(import.meta.dirname, '../../../bin/crudgen.js');
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
  env?: Readonly<Record<string, string>>,
): { status: number | null; conflicts: string[]; stderr: string } {
  commit(base);
  git(root, 'switch', '--quiet', '--create', 'theirs');
  commit(theirs);
  git(root, 'switch', '--quiet', 'main');
  commit(ours);
  const { status, stderr } = gitIn(root, ['merge', '--quiet', '--no-edit', 'theirs'], env);
  const { stdout } = git(root, 'diff', '--name-only', '--diff-filter=U', '--relative');
  return { status, stderr, conflicts: stdout.split('\n').filter((path) => path !== '') };
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

describe('git, told how to merge', () => {
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
    ).toEqual({ status: 0, stderr: '', conflicts: [] });
    expect(read(root, OTHER)).toMatch(/ours = 2;\n {2}theirs = 2;/);
    expect(read(root, '.crudgen/base/src/a.ts')).toContain('theirs = 2;');
  });

  it('leaves a real conflict to people, and neither side in the copy', () => {
    const copy = '.crudgen/base/src/a.ts';
    const files = (value: number) => ({ [OTHER]: valued(value), [copy]: CLASS + valued(value) });
    expect(merge(files(1), files(2), files(3))).toEqual({
      status: 1,
      stderr: '',
      conflicts: [OTHER],
    });
    expect(read(root, OTHER)).toBe(
      `<<<<<<< ours\n${valued(2)}=======\n${valued(3)}>>>>>>> theirs\n`,
    );
    expect(read(root, copy)).toBe(CLASS);
  });

  it('takes one side of what a script writes from the code again, in any folder', () => {
    const types = (name: string) => ({ 'shop/client/schema.gen.ts': `export type ${name} = 1;\n` });
    const { status, conflicts } = merge(types('Base'), types('Ours'), types('Theirs'));
    expect([status, conflicts]).toEqual([0, []]);
    expect(git(root, 'show', 'HEAD:./shop/client/schema.gen.ts').stdout).toMatch(/Ours/);
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

  const ADDED = [
    { [OTHER]: CLASS },
    { [OTHER]: withMember('ours') },
    { [OTHER]: withMember('theirs') },
  ] as const;
  const BY_LINES = /^<{7} ours\n {2}ours = 2;\n={7}\n {2}theirs = 2;\n>{7} theirs$/m;

  it('runs the crudgen that set it up where there is no other', () => {
    const merged = merge(...ADDED, { PATH: withoutCrudgen });
    expect(merged).toEqual({ status: 0, stderr: '', conflicts: [] });
    expect(read(root, OTHER)).toMatch(/ours = 2;\n {2}theirs = 2;/);
  });

  it('merges as it always did where no crudgen is found, and says so in a line', () => {
    git(root, 'config', 'crudgen.path', '/gone/crudgen.js');
    expect(merge(...ADDED, { PATH: withoutCrudgen })).toEqual({
      status: 1,
      stderr: `crudgen did not run, so git merged my shop/${OTHER} line by line\n`,
      conflicts: [OTHER],
    });
    expect(read(root, OTHER)).toMatch(BY_LINES);
  });

  it.each([
    ['the project', root],
    ['the repository around it', dirname(root)],
  ])('runs the crudgen of %s before the one on PATH', (_, place) => {
    linkCrudgen(join(place, 'node_modules/.bin'));
    writeCrudgen(join(folder, 'broken'), 'exit 2');
    const PATH = `${join(folder, 'broken')}:${withoutCrudgen}`;
    expect(merge(...ADDED, { PATH })).toEqual({ status: 0, stderr: '', conflicts: [] });
    expect(read(root, OTHER)).toMatch(/ours = 2;\n {2}theirs = 2;/);
  });

  it('names no place of this machine but that last one, and is told once', async () => {
    expect(await readMergeDriver(root)).toBe('set-up');
    const { stdout } = git(root, 'config', '--local', '--get-regexp', '^merge');
    expect(stdout).not.toContain(process.cwd());
    expect(stdout).not.toContain(process.execPath);
    git(root, 'config', '--remove-section', 'merge.crudgen');
    git(root, 'config', '--remove-section', 'merge.crudgen-file');
    expect(await readMergeDriver(root)).toBe('missing');
    write({ '.gitignore': 'ignored\n', 'ignored/a.ts': VALUE });
    expect(await readMergeDriver(join(root, 'ignored'))).toBeNull();
  });
});

describe('the crudgen that git would run', () => {
  it.each([
    ['on PATH', { linked: null, path: true, found: true }],
    ['in the project', { linked: root, path: false, found: true }],
    ['in the repository around it', { linked: dirname(root), path: false, found: true }],
    ['in a folder beside it', { linked: join(dirname(root), 'other'), path: false, found: false }],
    ['nowhere', { linked: null, path: false, found: false }],
  ])('is found %s', async (_, { linked, path, found }) => {
    git(root, 'config', 'crudgen.path', '/gone/crudgen.js');
    if (linked !== null) linkCrudgen(join(linked, 'node_modules/.bin'));
    if (!path) vi.stubEnv('PATH', withoutCrudgen);
    else vi.stubEnv('PATH', withCrudgen);
    expect(await readMergeDriver(root)).toBe(found ? 'set-up' : 'lost');
  });

  afterEach(() => vi.unstubAllEnvs());

  it(
    'is told by init, and by doctor, which also replaces the line of an earlier crudgen',
    { timeout: 240_000 },
    async () => {
      const shop = join(dirname(root), 'shop');
      const alone = (cwd: string, ...args: string[]) =>
        run(cwd, process.execPath, [BIN, ...args], { PATH: withoutCrudgen });
      const made = alone(dirname(root), 'init', 'shop', '--no-install', '--no-web');
      expect(made).toMatchObject({ status: 0, stderr: expect.not.stringContaining('warning') });
      expect(git(shop, 'config', 'crudgen.path').stdout).toBe(`${BIN}\n`);
      git(shop, 'config', 'crudgen.path', '/gone/crudgen.js');
      const lost = alone(shop, 'doctor', '--dry-run').stderr;
      expect(lost).toMatch(
        /warning\[merge-driver\].* cannot find crudgen.*\nhelp: .*crudgen doctor/,
      );
      expect(alone(shop, 'doctor').stdout).toMatch(/^fixed: told .* which crudgen to run/);

      const key = 'merge.crudgen-file.driver';
      const line = git(shop, 'config', key).stdout;
      git(
        shop,
        'config',
        key,
        "if '/opt/node' '/opt/crudgen.js' 'merge-file' %O %A %B; then exit; fi",
      );
      expect(await readMergeDriver(shop)).toBe('outdated');
      const dry = alone(shop, 'doctor', '--dry-run').stderr;
      expect(dry).toMatch(/warning\[merge-driver\].* of an earlier crudgen/);

      const told = await tryCrudgen(shop, 'doctor');
      expect(told.stdout).toMatch(/^fixed: .* of an earlier crudgen/);
      expect(git(shop, 'config', key).stdout).toBe(line);
    },
  );
});
