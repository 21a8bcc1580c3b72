import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { askProject, endProjectProcesses } from '../../../src/disk/project-process.js';
import { SCRATCH } from '../../support/scratch.js';

it('says of a project without its packages what is missing', async () => {
  const root = mkdtempSync(join(tmpdir(), 'crudgen-child-'));
  const answer = await askProject(root, 'applied', null);
  rmSync(root, { recursive: true });
  expect(answer).toEqual({
    ok: false,
    why: "the project's packages are not installed; run: npm install",
  });
});

/** A project whose migrations are the number of its process, on a database that is there. */
const project = mkdtempSync(join(SCRATCH, 'process-'));
afterAll(() => rmSync(project, { recursive: true }));
const put = (path: string, text: string): void => {
  mkdirSync(join(project, path, '..'), { recursive: true });
  writeFileSync(join(project, path), text);
};
put('package.json', '{ "type": "module" }');
put('app.db', '');
put('src/settings.ts', `export const readSettings = () => ({ databaseUrl: 'sqlite:app.db' });`);
put(
  'engine/tools/index.ts',
  `const runner = {
    hasTable: async () => true,
    query: async () => {
      if (process.env['FAILS']) throw new Error('it is locked');
      return [{ name: String(process.pid) }];
    },
  };
  export const openDatabase = async () => ({
    dataSource: { createQueryRunner: () => runner },
    close: async () => undefined,
  });`,
);

it('loads the code of a project once for all questions of a command, and anew for the next one', async () => {
  const asked = () => askProject<string[]>(project, 'applied', null);
  const answers = await Promise.all([asked(), asked()]);
  const later = await asked();
  expect(later.ok).toBe(true);
  expect(answers).toEqual([later, later]);
  endProjectProcesses();
  const next = await asked();
  expect(next.ok).toBe(true);
  expect(next).not.toEqual(later);
  endProjectProcesses();
});

it('tells a database that fails from code that does not load', async () => {
  put('.env', 'FAILS=1');
  expect(await askProject(project, 'applied', null)).toMatchObject({
    ok: false,
    why: 'it is locked',
    isAtDatabase: true,
    noDatabase: false,
  });
  endProjectProcesses();
  put('src/settings.ts', 'export const readSettings = () => nothing();');
  expect(await askProject(project, 'applied', null)).toMatchObject({
    ok: false,
    why: 'nothing is not defined',
    isAtDatabase: false,
  });
  endProjectProcesses();
});

it('gives up a question that takes too long, and answers the next one', async () => {
  put('src/settings.ts', 'await new Promise((done) => setTimeout(done, 20_000));');
  expect(await askProject(project, 'applied', null, 1)).toEqual({ ok: false, why: 'no answer' });
  put('.env', '');
  put('src/settings.ts', `export const readSettings = () => ({ databaseUrl: 'sqlite:app.db' });`);
  expect(await askProject(project, 'applied', null)).toMatchObject({ ok: true });
  endProjectProcesses();
});
