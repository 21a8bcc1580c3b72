import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copiesOf, readBaseStore } from '../../../src/disk/base-store.js';
import { packFile, PACKS } from '../../../src/disk/packs.js';
import { fileOps, type FileOps } from '../../../src/disk/file-ops.js';
import { readTree } from '../../../src/disk/read-tree.js';
import { recover } from '../../../src/disk/recover.js';
import { writePlan } from '../../../src/disk/write-plan.js';
import { type Plan, EMPTY_PLAN } from '../../../src/plan/plan.js';
import { Refusal } from '../../../src/problem.js';
import type { Tree } from '../../../src/tree.js';
import { VERSION } from '../../../src/version.js';
import { packsIn } from '../../support/store-of.js';
import { withoutMarkers } from '../../../src/code/conflict-markers.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'crudgen-disk-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const put = async (path: string, text: string): Promise<void> => {
  await mkdir(join(root, path, '..'), { recursive: true });
  await writeFile(join(root, path), text);
};

const planOf = (parts: Partial<Plan>): Plan => ({
  ...EMPTY_PLAN,
  ...parts,
});

/** A plan with every kind of change: it makes folders, replaces, deletes, and moves files and copies, one to where another was. */
const PLAN = planOf({
  changes: [
    { kind: 'create', path: 'src/new/deep/a.ts', next: 'a\n' },
    { kind: 'update', path: 'src/b.ts', mine: 'b\n', next: 'B\n' },
    { kind: 'merge', path: 'src/c.ts', mine: 'c\r\n', next: 'C\r\n' },
    { kind: 'delete', path: 'src/gone/d.ts', mine: 'd\n' },
    { kind: 'move', path: 'src/to/e.ts', from: 'src/from/e.ts', mine: 'e\n', next: 'E\n' },
    { kind: 'move', path: 'src/row/g.ts', from: 'src/row/f.ts', mine: 'f\n', next: 'F\n' },
    { kind: 'move', path: 'src/row/h.ts', from: 'src/row/g.ts', mine: 'g\n', next: 'G\n' },
  ],
  base: new Map<string, string | null>([
    ['src/new/deep/a.ts', 'a\n'],
    ['src/b.ts', 'B\n'],
    ['src/gone/d.ts', null],
    ['.gitignore', 'dist/\n'],
    ['core/a.ts', 'A\n'],
    ['core/b.ts', 'B\n'],
  ]),
});

async function makeProject(): Promise<void> {
  await put('src/b.ts', 'b\n');
  await put('src/c.ts', 'c\r\n');
  await put('src/gone/d.ts', 'd\n');
  await put('src/from/e.ts', 'e\n');
  await put('src/row/f.ts', 'f\n');
  await put('src/row/g.ts', 'g\n');
  await put('.crudgen/base/src/b.ts', 'b\n');
  await put('.crudgen/base/src/gone/d.ts', 'd\n');
  const [path, bytes] = packFile({
    name: 'core',
    version: '0.2.0',
    copies: new Map([['core/a.ts', 'a\n']]),
  });
  await mkdir(join(root, PACKS), { recursive: true });
  await writeFile(join(root, path), bytes);
}

/** What is below `core/` is kept in a pack. */
const PACKED = { packsOf: () => (path: string) => (path.startsWith('core/') ? 'core' : null) };

/** All that a project is, its copies included. */
const everything = async (): Promise<Tree> =>
  new Map([...readTree(root), ...readTree(join(root, '.crudgen'), new Set()), ...packsIn(root)]);

/** The operations with a hook that runs before each of them. */
function watched(ops: FileOps, before: (name: string, path: string) => void): FileOps {
  return {
    write: (path, text, mode) => (before('write', path), ops.write(path, text, mode)),
    rename: (from, to) => (before('rename', to), ops.rename(from, to)),
    link: (from, to) => (before('link', to), ops.link(from, to)),
    remove: (path) => (before('remove', path), ops.remove(path)),
    makeFolder: (path) => (before('makeFolder', path), ops.makeFolder(path)),
    removeFolder: (path) => (before('removeFolder', path), ops.removeFolder(path)),
  };
}

/** Operations that stop for good at the nth, as a killed process does. */
function dying(at: number): { ops: FileOps; reached: () => boolean } {
  let count = 0;
  const ops = watched(fileOps, () => {
    if (count++ >= at) throw new Error('killed');
  });
  return { ops, reached: () => count > at };
}

describe('writing a plan', () => {
  test('does all of it, and the copies move', async () => {
    await makeProject();
    await writePlan(root, PLAN, PACKED);
    expect(readTree(root)).toEqual(
      new Map([
        ['src/b.ts', 'B\n'],
        ['src/c.ts', 'C\r\n'],
        ['src/new/deep/a.ts', 'a\n'],
        ['src/row/g.ts', 'F\n'],
        ['src/row/h.ts', 'G\n'],
        ['src/to/e.ts', 'E\n'],
      ]),
    );
    expect(copiesOf(readBaseStore(root))).toEqual(
      new Map([
        ['.gitignore', 'dist/\n'],
        ['core/a.ts', 'A\n'],
        ['core/b.ts', 'B\n'],
        ['src/b.ts', 'B\n'],
        ['src/new/deep/a.ts', 'a\n'],
      ]),
    );
    expect(await readFile(join(root, '.crudgen/base/.gitattributes'), 'utf8')).toContain('-diff');
    expect([...packsIn(root).keys()]).toEqual([expect.stringContaining(`/core-${VERSION}-`)]);
  });

  test('stops when a file is not what the plan was made from', async () => {
    await makeProject();
    await put('src/b.ts', 'edited meanwhile\n');
    const before = await everything();
    await expect(writePlan(root, PLAN, PACKED)).rejects.toThrow('src/b.ts has changed');
    expect(await everything()).toEqual(before);
  });

  test('stops at losses that nobody has agreed to', async () => {
    await makeProject();
    const before = await everything();
    const losses = [{ table: 'task', column: null, why: 'table `task` is dropped' }];
    await expect(writePlan(root, { ...PLAN, losses })).rejects.toThrow('loses data');
    expect(await everything()).toEqual(before);
  });

  test('stops when a file to create has appeared', async () => {
    await makeProject();
    await put('src/new/deep/a.ts', 'mine\n');
    await expect(writePlan(root, PLAN, PACKED)).rejects.toThrow('src/new/deep/a.ts has changed');
  });

  test.each([
    ['a file to replace', 'src/c.ts'],
    ['a file to delete', 'src/gone/d.ts'],
    ['a file that moves', 'src/from/e.ts'],
    ['a file where one is to be made', 'src/to/e.ts'],
  ])('%s that is saved while it writes keeps what was saved', async (_, path) => {
    await makeProject();
    const before = await everything();
    let saved: Promise<void> | undefined;
    const ops = watched(fileOps, (name) => {
      if (name === 'rename') saved ??= put(path, 'saved meanwhile\n');
    });
    const slow: FileOps = {
      ...ops,
      rename: async (from, to) => {
        const renamed = ops.rename(from, to);
        await saved;
        await renamed;
      },
    };
    await expect(writePlan(root, PLAN, { ...PACKED, ops: slow })).rejects.toThrow(
      `${path} has changed since`,
    );
    expect(await everything()).toEqual(new Map(before).set(path, 'saved meanwhile\n'));
  });

  test('a file that moves is as executable as it was', async () => {
    await makeProject();
    await chmod(join(root, 'src/from/e.ts'), 0o755);
    await writePlan(root, PLAN, PACKED);
    expect((await stat(join(root, 'src/to/e.ts'))).mode & 0o777).toBe(0o755);
  });

  test('killed at any operation, the next command finds the project as before or as after', async () => {
    await makeProject();
    const before = await everything();
    const outcomes = new Set<string>();
    for (let at = 0; ; at++) {
      await rm(root, { recursive: true, force: true });
      await makeProject();
      const { ops, reached } = dying(at);
      await writePlan(root, PLAN, { ...PACKED, ops }).catch(() => undefined);
      await recover(root);
      const now = await everything();
      const done = now.get('src/b.ts') === 'B\n';
      outcomes.add(done ? 'after' : 'before');
      if (!done) expect(now, `killed at ${at}`).toEqual(before);
      else expect(copiesOf(readBaseStore(root)).get('core/b.ts'), `killed at ${at}`).toBe('B\n');
      if (!reached()) break;
    }
    expect(outcomes).toEqual(new Set(['before', 'after']));
  });

  test('killed again while taking back, it still comes back whole', async () => {
    await makeProject();
    const before = await everything();
    for (let first = 10; first < 32; first += 3)
      for (let second = 0; second < 12; second++) {
        await rm(root, { recursive: true, force: true });
        await makeProject();
        await writePlan(root, PLAN, { ...PACKED, ops: dying(first).ops }).catch(() => undefined);
        await recover(root, dying(second).ops).catch(() => undefined);
        await recover(root);
        const now = await everything();
        if (now.get('src/b.ts') !== 'B\n') expect(now, `${first}, ${second}`).toEqual(before);
      }
  });

  test('an ordinary failure takes everything back at once', async () => {
    await makeProject();
    const before = await everything();
    let renames = 0;
    const ops = watched(fileOps, (name) => {
      if (name === 'rename' && ++renames === 4) throw new Error('disk full');
    });
    await expect(writePlan(root, PLAN, { ...PACKED, ops })).rejects.toThrow('disk full');
    expect(await everything()).toEqual(before);
  });

  test('a disk that is full leaves nothing half-written behind', async () => {
    await makeProject();
    let writes = 0;
    const ops = watched(fileOps, (name) => {
      if (name === 'write' && ++writes === 2) throw new Error('disk full');
    });
    await expect(writePlan(root, PLAN, { ...PACKED, ops })).rejects.toThrow('disk full');
    await expect(stat(join(root, '.crudgen/work'))).rejects.toThrow('ENOENT');
  });

  describe('where the disk refuses', () => {
    const CODES = ['EACCES', 'ENOSPC', 'EIO'] as const;
    const options = { ...PACKED, command: 'crudgen model add Task' };
    /** Fails at the nth operation, or from it on, before it is done or after. */
    function failing(at: number, isFrom: boolean, isDone: boolean) {
      let count = 0;
      const fail = async (work: () => Promise<void>): Promise<void> => {
        const nth = count++;
        const fails = isFrom ? nth >= at : nth === at;
        if (!fails || isDone) await work();
        const code = CODES[at % CODES.length]!;
        if (fails) throw Object.assign(new Error(`${code}: refused`), { code });
      };
      const ops = Object.fromEntries(
        Object.entries(
          fileOps as unknown as Record<string, (...all: unknown[]) => Promise<void>>,
        ).map(([name, run]) => [name, (...all: unknown[]) => fail(() => run(...all))]),
      ) as unknown as FileOps;
      return { ops, reached: () => count > at };
    }
    /** All texts with what may be done with their files, without the journal of the last command and what is left of its work. */
    const whole = async (): Promise<ReadonlyMap<string, string>> => {
      const texts = [...(await everything())].filter(
        ([path]) => !/^(?:last\.json$|work\/)/.test(path),
      );
      const modes = await Promise.all(
        [...readTree(root).keys()].map(async (path): Promise<[string, string]> => {
          return [`mode of ${path}`, ((await stat(join(root, path))).mode & 0o777).toString(8)];
        }),
      );
      const folders = ['src/new', 'src/to', 'src/gone', 'src/from'].map(
        (path): [string, string] => [`folder ${path}`, String(existsSync(join(root, path)))],
      );
      return new Map([...texts, ...modes, ...folders]);
    };
    const made = async (): Promise<void> => {
      await rm(root, { recursive: true, force: true });
      await makeProject();
      for (const path of ['src/b.ts', 'src/gone/d.ts', 'src/from/e.ts'])
        await chmod(join(root, path), 0o755);
    };
    const outcomesOf = async () => {
      await made();
      const before = await whole();
      await writePlan(root, PLAN, options);
      return { before, after: await whole() };
    };

    test.each([
      ['once', false],
      ['once, though it has done it,', true],
    ])('%s at any operation, nothing is half-written', async (_, isDone) => {
      const { before, after } = await outcomesOf();
      const seen = new Set<string>();
      for (let at = 0; ; at++) {
        await made();
        const { ops, reached } = failing(at, false, isDone);
        const outcome = await writePlan(root, PLAN, { ...options, ops }).then(
          () => 'after',
          () => 'before',
        );
        expect(await whole(), `${outcome}, at ${at}`).toEqual(outcome === 'after' ? after : before);
        expect(await recover(root), `at ${at}`).toEqual([]);
        seen.add(outcome);
        if (!reached()) break;
      }
      expect(seen).toEqual(new Set(['before', 'after']));
    });

    test.each([
      ['', false],
      ['having done each, ', true],
    ])(
      'from any operation on, %sthe next command takes back what is half-written',
      async (_, isDone) => {
        const { before, after } = await outcomesOf();
        const told = new Set<string>();
        for (let at = 0; ; at++) {
          await made();
          const { ops, reached } = failing(at, true, isDone);
          const problem = await writePlan(root, PLAN, { ...options, ops }).catch(
            (error: unknown) => (error instanceof Refusal ? error.problems[0]!.code : 'failed'),
          );
          if (typeof problem === 'string') told.add(problem);
          await recover(root);
          const now = await whole();
          expect(now, `at ${at}`).toEqual(now.get('src/b.ts') === 'B\n' ? after : before);
          if (!reached()) break;
        }
        expect(told).toEqual(new Set(['failed', 'half-written']));
      },
    );

    test('a disk that is full by then takes back all the same: nothing is written for it', async () => {
      const { before } = await outcomesOf();
      await made();
      let isFull = false;
      const ops: FileOps = {
        ...fileOps,
        write: (...all) =>
          isFull
            ? Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))
            : fileOps.write(...all),
        rename: async (from, to) => {
          if (to.endsWith('row/h.ts')) isFull = true;
          if (to.endsWith('row/h.ts')) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
          await fileOps.rename(from, to);
        },
      };
      await expect(writePlan(root, PLAN, { ...options, ops })).rejects.toThrow('ENOSPC');
      expect(await whole()).toEqual(before);
    });

    test('one file that cannot be taken back keeps no other from it, and is said', async () => {
      await made();
      const ops: FileOps = {
        ...fileOps,
        rename: async (from, to) => {
          const isBack = from.includes('old-') && to.endsWith('src/c.ts');
          if (isBack || to.endsWith('row/h.ts'))
            throw Object.assign(new Error('EACCES: refused'), { code: 'EACCES' });
          await fileOps.rename(from, to);
        },
      };
      const failed = writePlan(root, PLAN, { ...options, ops });
      await expect(failed).rejects.toMatchObject({
        problems: [{ code: 'half-written', help: expect.stringContaining('next command') }],
      });
      expect(await readFile(join(root, 'src/b.ts'), 'utf8')).toBe('b\n');
      expect(await readFile(join(root, 'src/c.ts'), 'utf8')).toBe('C\r\n');
      await recover(root);
      expect(await readFile(join(root, 'src/c.ts'), 'utf8')).toBe('c\r\n');
    });
  });

  test('a file changed after the interruption is left as it is, and said', async () => {
    await makeProject();
    const { ops } = dying(36);
    await writePlan(root, PLAN, { ...PACKED, ops }).catch(() => undefined);
    const before = await everything();
    if (before.get('src/new/deep/a.ts') === undefined) throw new Error('killed too early to tell');
    await put('src/new/deep/a.ts', 'edited\n');
    const problems = await recover(root);
    expect(problems.map(({ code }) => code)).toEqual(['recovered', 'changed-since']);
    expect(await readFile(join(root, 'src/new/deep/a.ts'), 'utf8')).toBe('edited\n');
  });

  test('a plan with conflicts is never written', async () => {
    const refused = [
      { kind: 'edited-generated', path: 'x', mine: '', base: null, breaks: [] } as const,
    ];
    await expect(writePlan(root, planOf({ refused }))).rejects.toThrow('nothing was written');
  });
});

describe('what is outside', () => {
  test.each(['../x.ts', '/etc/x', 'a/../../x', 'a//b', 'C:/x', ''])(
    '%s is refused',
    async (path) => {
      const plan = planOf({ changes: [{ kind: 'create', path, next: 'x' }] });
      await expect(writePlan(root, plan)).rejects.toThrow('outside the project');
    },
  );

  test('a symbolic link on the way is refused', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'crudgen-else-'));
    await symlink(elsewhere, join(root, 'src'));
    const plan = planOf({ changes: [{ kind: 'create', path: 'src/a.ts', next: 'x' }] });
    await expect(writePlan(root, plan)).rejects.toThrow('symbolic link');
    await rm(elsewhere, { recursive: true });
  });

  test('linked, binary, installed and built files are not read', async () => {
    await put('a.ts', '\uFEFFa\r\n');
    await writeFile(join(root, 'b.bin'), Buffer.from([0xff, 0xfe, 0x00]));
    await put('node_modules/x/index.js', 'x');
    await put('dist/a.js', 'x');
    await symlink(join(root, 'a.ts'), join(root, 'c.ts'));
    expect(readTree(root)).toEqual(new Map([['a.ts', '\uFEFFa\r\n']]));
  });
});

test('git markers in a copy drop both sides of the hunk', () => {
  const text = 'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> branch\nd\n';
  expect(withoutMarkers(text)).toBe('a\nd\n');
});
