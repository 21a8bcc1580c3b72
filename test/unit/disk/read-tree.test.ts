import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { insideProject } from '../../../src/disk/inside-project.js';
import { readOnDisk } from '../../../src/disk/open-project.js';
import { readTree } from '../../../src/disk/read-tree.js';

const root = mkdtempSync(join(tmpdir(), 'tree-'));
afterAll(() => rmSync(root, { recursive: true }));

test('models may be called Data, Dist and Coverage; what is built and stored is left out', async () => {
  const kept = [
    'src/models/coverage/coverage.model.ts',
    'src/models/data/data.model.ts',
    'web/src/models/dist/dist.list.tsx',
  ];
  const left = ['coverage/a.json', 'data/b.csv', 'dist/c.js', 'web/dist/d.js'];
  for (const path of [...kept, ...left, 'web/node_modules/e/index.js', 'src/.git/f']) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), 'text\n');
  }
  expect([...readTree(root).keys()]).toEqual(kept);
});

describe('links of a project', () => {
  const home = mkdtempSync(join(tmpdir(), 'links-'));
  const other = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  afterAll(() => [home, other].forEach((folder) => rmSync(folder, { recursive: true })));
  const put = (path: string, text: string | Uint8Array = 'text\n') => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  const link = (path: string, target: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    symlinkSync(target, join(home, path));
  };
  const base = (path: string) => put(`.crudgen/base/${path}`);

  test('are followed inside it, by the path that crudgen knows; each file is there once', async () => {
    put('shared/tag/tag.model.ts');
    link('src/models/tag', '../../shared/tag');
    base('src/models/tag/tag.model.ts');
    put('src/models/task/task.model.ts');
    link('src/alias', 'models/task');
    base('src/models/task/task.model.ts');
    put('packages/kit/kit.ts');
    link('src/kit.ts', '../packages/kit/kit.ts');
    const { mine, unread } = await readOnDisk(home);
    expect([...mine.keys()]).toEqual([
      'packages/kit/kit.ts',
      'src/models/tag/tag.model.ts',
      'src/models/task/task.model.ts',
    ]);
    expect(unread.size).toBe(0);
  });

  test('are written through inside it', async () => {
    expect(await insideProject(home, 'src/models/tag/tag.access.ts')).toContain('tag.access.ts');
    link('src/git', '../.git/hooks');
    mkdirSync(join(home, '.git/hooks'), { recursive: true });
    for (const path of ['src/git/pre-commit', 'src/kit.ts'])
      await expect(insideProject(home, path)).rejects.toThrow('symbolic link');
  });

  test('are named where they lead out, back or nowhere', async () => {
    link('src/models/out', other);
    writeFileSync(join(other, 'out.model.ts'), 'text\n');
    base('src/models/out/out.model.ts');
    link('src/models/back', '..');
    link('src/models/gone', '../nowhere');
    link('src/models/logo.png', join(other, 'logo.png'));
    const { unread } = await readOnDisk(home);
    expect(Object.fromEntries([...unread].map(([path, { why }]) => [path, why]))).toEqual({
      'src/models/out': expect.stringContaining('outside of the project'),
      'src/models/back': expect.stringContaining('to a folder that contains it'),
      'src/models/gone': expect.stringContaining('that is broken'),
    });
  });

  test('and so is what stands in place of a file, or is no text', async () => {
    for (const path of ['src/a.ts', 'Dockerfile', 'README.md']) base(path);
    put('src/a.ts/b.txt');
    put('src/c.ts', new Uint8Array([0xff, 0xfe, 0, 0x41]));
    put('Dockerfile', new Uint8Array([0xe9, 0x0a]));
    put('photo.png', new Uint8Array([0xff, 0]));
    const { unread } = await readOnDisk(home);
    const own = [...unread].filter(([, { elsewhere }]) => !elsewhere);
    expect(Object.fromEntries(own.map(([path, { why }]) => [path, why]))).toEqual({
      'src/a.ts': 'it is a folder',
      'src/c.ts': 'it is not UTF-8 text',
      Dockerfile: 'it is not UTF-8 text',
    });
  });
});
