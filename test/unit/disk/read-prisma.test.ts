import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPrismaFiles } from '../../../src/disk/read-prisma.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crudgen-prisma-'));
  for (const name of ['models/inner.prisma', 'node_modules/x'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'base.prisma'), '\uFEFFdatasource db {}\n');
  writeFileSync(join(folder, 'models/user.prisma'), '\uFEFFmodel User {}\n');
  writeFileSync(join(folder, 'node_modules/x/other.prisma'), 'model Other {}\n');
  symlinkSync('..', join(folder, 'models/loop'));
  symlinkSync('nowhere.prisma', join(folder, 'models/dead.prisma'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('reads the files of a folder in order, each without its byte order mark', async () => {
  expect(await readPrismaFiles(folder)).toEqual([
    { path: 'base.prisma', text: 'datasource db {}\n' },
    { path: 'models/user.prisma', text: 'model User {}\n' },
  ]);
});

it('reads a single file', async () => {
  expect(await readPrismaFiles(join(folder, 'base.prisma'))).toEqual([
    { path: '', text: 'datasource db {}\n' },
  ]);
  expect(await readPrismaFiles(join(folder, 'none.txt'))).toBeNull();
});
