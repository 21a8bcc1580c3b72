import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.js';
import {
  crudgen,
  filesOf,
  makeFolder,
  migrate,
  query,
  read,
  runService,
} from './evolution/project.js';

const SPEC = `models:
  Bill:
    fields:
      number: string=20:required:unique
  BillLine:
    fields:
      bill: ref=Bill:required:lines:as=items
      text: string:required
`;

describe('a trash that a project with rows gets, and loses', () => {
  let folder: string;
  let project: string;
  let postgres: TestPostgres;
  let urls: readonly string[];

  const everywhere = async (work: (url: string) => Promise<unknown>) => {
    for (const url of urls) await work(url);
  };
  const sql = (statement: string) => everywhere((url) => query(project, url, statement));
  const expectRows = (statement: string, rows: readonly unknown[]) =>
    everywhere(async (url) =>
      expect(
        (await query(project, url, statement)).flatMap((row) => Object.values(row)),
        url,
      ).toEqual(rows),
    );
  const migrateAll = () => everywhere(async (url) => migrate(project, url));
  const revert = () =>
    everywhere(async (url) => {
      const ran = runService(project, ['migrate', '--revert'], { DATABASE_URL: url });
      expect(ran, url).toMatchObject({ status: 0, stdout: expect.stringContaining('reverted') });
    });
  const newest = () =>
    read(
      project,
      filesOf(project)
        .filter((path) => /migrations\/2\d{13}-/.test(path))
        .at(-1)!,
    );

  beforeAll(async () => {
    folder = makeFolder('trash-migrations');
    writeFileSync(join(folder, 'models.yaml'), SPEC);
    const options = ['--without', 'admin', '--no-install', '--no-git'];
    await crudgen(folder, 'init', 'shop', '--models', 'models.yaml', ...options);
    project = join(folder, 'shop');
    postgres = await startPostgres();
    urls = ['sqlite:data/app.db', await postgres.createDatabase()];
    await migrateAll();
    await sql(`INSERT INTO bill (number) VALUES ('one'), ('two')`);
    await sql(`INSERT INTO bill_line (bill_id, text) VALUES (1, 'a'), (1, 'b'), (2, 'c')`);
  }, 120_000);
  afterAll(async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps its rows, and frees the values of those that are in the trash', async () => {
    await crudgen(project, 'model', 'trash', 'Bill', '--keep', '30d');
    await migrateAll();
    await expectRows('SELECT number FROM bill WHERE deleted_at IS NULL ORDER BY id', [
      'one',
      'two',
    ]);
    const now = "'2026-01-01T00:00:00.000Z'";
    await sql(`UPDATE bill SET deleted_at = ${now} WHERE id = 1`);
    await sql(`UPDATE bill_line SET deleted_at = ${now} WHERE bill_id = 1`);
    await sql(`INSERT INTO bill (number) VALUES ('one')`);
    await everywhere((url) =>
      expect(query(project, url, `INSERT INTO bill (number) VALUES ('two')`), url).rejects.toThrow(
        /unique/i,
      ),
    );
  });

  it('is reverted with what is in it: nothing of that lives again', async () => {
    await revert();
    await expectRows('SELECT number FROM bill ORDER BY id', ['two', 'one']);
    await expectRows('SELECT text FROM bill_line ORDER BY id', ['c']);
    await migrateAll();
    await expectRows('SELECT count(*) FROM bill WHERE deleted_at IS NULL', [expect.anything()]);
  });

  it('is switched off with what is in it, and that is reverted with what lives', async () => {
    await sql(`UPDATE bill_line SET deleted_at = '2026-01-01T00:00:00.000Z'`);
    await sql(`UPDATE bill SET deleted_at = '2026-01-01T00:00:00.000Z' WHERE number = 'two'`);
    await sql(`INSERT INTO bill (number) VALUES ('two')`);
    await crudgen(project, 'model', 'trash', 'Bill', '--off', '--drop-data');
    await crudgen(project, 'model', 'trash', 'BillLine', '--off', '--drop-data');
    expect(newest()).toContain('DELETE FROM "bill_line"');
    await migrateAll();
    await expectRows('SELECT number FROM bill ORDER BY id', ['one', 'two']);
    await expectRows('SELECT text FROM bill_line', []);
    await expectRows(`SELECT count(*) FROM bill`, [expect.anything()]);
    await revert();
    await revert();
    await expectRows('SELECT number FROM bill WHERE deleted_at IS NULL ORDER BY id', [
      'one',
      'two',
    ]);
    await migrateAll();
    await everywhere((url) =>
      expect(query(project, url, `INSERT INTO bill (number) VALUES ('two')`), url).rejects.toThrow(
        /unique/i,
      ),
    );
  });
});
