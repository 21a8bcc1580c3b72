import { existsSync, readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { clean } from '../../../../templates/features/privacy/engine/database/sqlite/clean-file.js';
import { describeBesideWriters } from './beside-writers-suite.js';
import { openClinic } from './clinic.js';
import { describeErasing } from './erasing-suite.js';
import { describeFiles } from './files-suite.js';

/** The bytes of the file and of its log. */
const contentOf = (_clinic: object, url: string): Promise<string> => {
  const path = url.slice('sqlite:'.length);
  const files = [path, `${path}-wal`].filter(existsSync);
  return Promise.resolve(files.map((file) => readFileSync(file, 'latin1')).join('\n'));
};

describe('erasing on SQLite', () => describeErasing(newFiles(), contentOf));
describe('erasing files on SQLite', () => describeFiles(newFiles()));
describe('erasing beside writers on SQLite', () => {
  const newDatabase = newFiles();
  describeBesideWriters(newDatabase, contentOf);

  it('a file that others go on writing is told, with what to do', async () => {
    const url = await newDatabase();
    const clinic = await openClinic(url);
    const other = new Sqlite(url.slice('sqlite:'.length));
    other.exec('BEGIN IMMEDIATE');
    expect(await clean(clinic.database, [], 50)).toEqual([
      expect.stringMatching(
        /which others were writing: stop the service, then run `VACUUM` in it$/,
      ),
    ]);
    other.exec('ROLLBACK');
    other.close();
    expect(await clean(clinic.database, [], 50)).toEqual([expect.stringMatching(/^blocks that/)]);
    await clinic.close();
  });
});
