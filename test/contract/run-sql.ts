import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Service } from './harness.js';

/** Runs a statement on the database of a service, as somebody would who has it open beside the service. */
export async function runSql({ databaseUrl, folder }: Service, sql: string): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new Sqlite(join(folder, databaseUrl.slice('sqlite:'.length)));
    database.exec(sql);
    return void database.close();
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}
