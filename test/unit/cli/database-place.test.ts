import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { databasePlace } from '../../../src/cli/database-place.js';
import { withoutSecrets } from '../../../src/cli/given-database.js';
import type { Context } from '../../../src/cli/context.js';
import { Refusal } from '../../../src/problem.js';
import { SCRATCH } from '../../support/scratch.js';

const cwd = mkdtempSync(join(SCRATCH, 'place-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
};
const place = (given: string) => databasePlace({ cwd } as Context, given);

/** Why a file is no database that crudgen reads, and what to do instead. */
async function whyNot(path: string, text: string): Promise<string> {
  write(path, text);
  const error: unknown = await place(path).catch((reason: unknown) => reason);
  if (!(error instanceof Refusal)) throw error;
  return error.problems.map(({ message, help }) => `${message}; ${help}`).join('\n');
}

const TABLE = 'CREATE TABLE `shop` (`id` int unsigned NOT NULL) ENGINE=InnoDB;\n';

it.each([
  ['mysqldump', '-- MySQL dump 10.13\n' + TABLE, /is a dump of MySQL, .*pgloader/],
  ['mariadb-dump', '-- MariaDB dump 10.19\n' + TABLE, /is a dump of MariaDB/],
  [
    'laravel',
    '/*!40101 SET NAMES utf8 */;\nCREATE TABLE `a` (\n`id` int\n) ENGINE=InnoDB;',
    /MySQL/,
  ],
  ['phpmyadmin', '-- phpMyAdmin SQL Dump\nALTER TABLE `a` ADD CONSTRAINT `b`;', /MySQL/],
  ['server', 'SET ANSI_NULLS ON\nGO\nCREATE TABLE [dbo].[a](', /SQL Server/],
])('names the kind of a dump by %s, which it does not read', async (name, text, why) => {
  expect(await whyNot(`${name}.sql`, text)).toMatch(why);
});

it('names the files that a dump of PostgreSQL includes, with their lines', async () => {
  const text =
    'CREATE SCHEMA shop;\n-- \\i none.sql\n\\i tables.sql\nSELECT 1;\n\\ir more/views.sql\n';
  expect(await whyNot('whole.sql', text)).toMatch(
    /`whole\.sql` includes other files.*: line 3, \\i tables\.sql; line 5, \\ir more\/views\.sql; .*psql shop -f whole\.sql/,
  );
  expect(await whyNot('only.sql', '\\include tables.sql\n')).toContain(
    'line 1, \\include tables.sql',
  );
});

it('finds a Prisma schema in a folder, but not in its packages and hidden folders', async () => {
  const model = (name: string) => `model ${name} {\n  id Int @id\n}\n`;
  write('app/node_modules/other/schema.prisma', 'datasource db {\n  provider = "mysql"\n}\n');
  write('app/.git/old.prisma', model('Old'));
  expect(await whyNot('app/readme.md', '').catch(String)).toMatch(/readme\.md/);
  await expect(place('app')).rejects.toMatchObject({
    problems: [{ message: '`app` is a folder without a Prisma schema' }],
  });
  write('app/db/schema.prisma', `datasource db {\n  provider = "sqlite"\n}\n${model('Shop')}`);
  await expect(place('app')).resolves.toMatchObject({
    place: { kind: 'dump', sql: expect.stringContaining('"Shop"') as string },
  });
});

it('shows the URL that was typed without its password, as it is or as the URL has it', async () => {
  const url = 'postgres://ann:p%40ss@localhost/shop';
  const database = await place(url);
  expect(withoutSecrets(url, database)).toBe('postgres://ann:***@localhost/shop');
  expect(withoutSecrets('no user with p@ss', database)).toBe('no user with ***');
});
