import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';

const READERS = join(
  import.meta.dirname,
  '../../../../templates/service/engine/database/sqlite/readers/readers.ts',
);

it('the processes that read SQLite keep none alive that has nothing else to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'app.db');
  const handle = new Sqlite(file);
  handle.pragma('journal_mode = WAL');
  handle.exec("CREATE TABLE note (text); INSERT INTO note VALUES ('one'), ('two'), ('three')");
  handle.close();
  const script = `import { Readers } from ${JSON.stringify(READERS)};
    const readers = new Readers(${JSON.stringify(file)}, { readers: 1, time: 30 });
    console.log(await readers.ask({ sql: 'SELECT count(*) FROM note', values: [], form: 'rows' }));`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const;
  expect(execFileSync(process.execPath, args, options)).toContain('3');
});
