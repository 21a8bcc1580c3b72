import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MIGRATIONS_TABLE } from '../../spec/reserved.js';

/** Loads a module of the project in the current folder, by its path. */
export const load = async <T>(path: string): Promise<T> =>
  (await import(pathToFileURL(join(process.cwd(), path)).href)) as T;

/** Loads the engine's entry point for tools. */
export const loadTools = <T>(): Promise<T> => load('engine/tools/index.ts');

export interface Runner {
  query(sql: string, values?: readonly unknown[]): Promise<unknown>;
  hasTable(name: string): Promise<boolean>;
  readonly dataSource: { readonly migrations: readonly Migration[] };
}

export interface Migration {
  readonly name?: string;
  readonly steps?: readonly unknown[];
  up(runner: Runner): Promise<void>;
  down(runner: Runner): Promise<void>;
}

/** The part of the project's `Database` that the scripts use. */
export interface Database {
  readonly dataSource: Runner['dataSource'] & { createQueryRunner(): Runner };
  changeSchema<T>(work: (runner: Runner) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

type Open = (
  url: string,
  entities: readonly unknown[],
  migrations: readonly unknown[],
  options: { readonly migrationsTable: string },
) => Promise<Database>;

const TABLE_OF_MIGRATIONS = 'engine/migrations-table/index.ts';

/** The table of applied migrations: its usual name, unless a feature of the project says another one. */
export async function migrationsTable(): Promise<string> {
  if (!existsSync(TABLE_OF_MIGRATIONS)) return MIGRATIONS_TABLE;
  type Named = { readonly migrationsTable: { readonly migrationsTable: string } };
  return (await load<Named>(TABLE_OF_MIGRATIONS)).migrationsTable.migrationsTable;
}

/** Opens a database with the project's code. */
export async function open(url: string, migrations: readonly unknown[] = []): Promise<Database> {
  const { openDatabase } = await loadTools<{ openDatabase: Open }>();
  return openDatabase(url, [], migrations, { migrationsTable: await migrationsTable() });
}

/** The database is a file that does not exist yet. */
export class NoDatabase extends Error {}

/** The database failed: the project's code and settings loaded. */
export class DatabaseFailure extends Error {}

/** Works on the database of the project's settings; throws NoDatabase where its file does not exist yet. */
export async function withOwn<T>(work: (runner: Runner) => Promise<T>): Promise<T> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  type Settings = { readSettings(env: NodeJS.ProcessEnv): { databaseUrl: string } };
  const { readSettings } = await load<Settings>('src/settings.ts');
  const url = readSettings(process.env).databaseUrl;
  await loadTools();
  const file = /^sqlite:(.*)$/.exec(url)?.[1];
  if (file !== undefined && !existsSync(file)) throw new NoDatabase(`there is no ${file} yet`);
  try {
    const database = await open(url);
    try {
      return await work(database.dataSource.createQueryRunner());
    } finally {
      await database.close();
    }
  } catch (error) {
    throw new DatabaseFailure(error instanceof Error ? error.message : String(error));
  }
}
