import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CopyAsked } from '../copy-database.js';

/** The part of `better-sqlite3` that is used. */
type Sqlite = new (
  file: string,
  options: object,
) => { backup(file: string): Promise<unknown>; close(): void };

process.once('message', ({ folder, from, to }: CopyAsked) => {
  const Database = createRequire(join(folder, 'package.json'))('better-sqlite3') as Sqlite;
  void (async () => {
    const database = new Database(from, { readonly: true, fileMustExist: true });
    try {
      await database.backup(to);
    } finally {
      database.close();
    }
    process.disconnect();
  })();
});
