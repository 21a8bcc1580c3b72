import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyFolder } from '../../../../templates/features/backup/engine/backup/copy-folder.js';
import { files } from '../../../../templates/features/files/engine/files/files-feature.js';

test('a backup has the folder of files, and brings back what is lacking', async () => {
  const root = mkdtempSync(join(tmpdir(), 'folders-'));
  const [folder, copy] = [join(root, 'files'), join(root, 'backups/app.db.folders/files')];
  mkdirSync(join(folder, 'ab'), { recursive: true });
  writeFileSync(join(folder, 'ab/one'), 'one');
  writeFileSync(join(folder, 'ab/two'), 'two');
  await copyFolder(folder, copy);
  expect(readdirSync(join(copy, 'ab')).sort()).toEqual(['one', 'two']);
  rmSync(join(folder, 'ab/one'));
  writeFileSync(join(folder, 'ab/two'), 'as it is');
  await copyFolder(copy, folder);
  const texts = ['one', 'two'].map((name) => readFileSync(join(folder, 'ab', name), 'utf8'));
  expect(texts).toEqual(['one', 'as it is']);
  await copyFolder(join(root, 'nothing'), copy);
});

test('files in a bucket are in no folder', () => {
  const own = { folder: 'data/files', max: 1, bucket: null };
  expect(files.folders!(own)).toEqual({ files: 'data/files' });
  const bucket = { url: 'https://s3.example.com/b', key: 'a', secret: 'b', region: 'c' };
  expect(files.folders!({ ...own, bucket })).toEqual({});
});
