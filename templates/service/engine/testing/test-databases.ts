import { randomBytes } from 'node:crypto';
import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The databases of one test run, each with a unique name. */
export interface TestDatabases {
  /** Creates an empty database; returns its URL. */
  create(): Promise<string>;
  /** Keeps a database that is closed, as the template for `copy`. */
  keep(url: string): Promise<void>;
  /** Copies the kept database; returns the copy's URL, or null if none is kept. */
  copy(): Promise<string | null>;
  drop(url: string): Promise<void>;
  /** Drops the remaining ones. */
  dropAll(): Promise<void>;
}

/** Files in a folder of the run: one connection that writes and one that reads, as in production. */
export class SqliteDatabases implements TestDatabases {
  readonly #kept: string;

  constructor(private readonly folder: string) {
    this.#kept = join(folder, 'kept.db');
  }

  async create(): Promise<string> {
    return `sqlite:${join(this.folder, `${randomBytes(6).toString('hex')}.db`)}`;
  }

  keep(url: string): Promise<void> {
    return rename(pathOf(url), this.#kept);
  }

  async copy(): Promise<string | null> {
    const url = await this.create();
    try {
      await copyFile(this.#kept, pathOf(url));
      return url;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async drop(url: string): Promise<void> {
    for (const end of ['', '-wal', '-shm']) await rm(pathOf(url) + end, { force: true });
  }

  dropAll(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

const pathOf = (url: string): string => url.slice('sqlite:'.length);

const NO_SUCH_DATABASE = '3D000';
const NAME_IS_TAKEN = '42P04';

/** Databases on a server, beside the one that the URL names, which is only used to create them. */
export class PostgresDatabases implements TestDatabases {
  readonly #kept: string;

  constructor(
    private readonly url: string,
    private readonly prefix: string,
  ) {
    this.#kept = `${prefix}kept`;
  }

  async create(): Promise<string> {
    const name = this.#newName();
    await this.#run(`CREATE DATABASE "${name}"`);
    return this.#urlOf(name);
  }

  async keep(url: string): Promise<void> {
    try {
      await this.#run(`ALTER DATABASE "${nameOf(url)}" RENAME TO "${this.#kept}"`);
    } catch (error) {
      // Another worker was faster.
      if (codeOf(error) !== NAME_IS_TAKEN) throw error;
      await this.drop(url);
    }
  }

  async copy(): Promise<string | null> {
    const name = this.#newName();
    try {
      await this.#run(`CREATE DATABASE "${name}" TEMPLATE "${this.#kept}"`);
      return this.#urlOf(name);
    } catch (error) {
      if (codeOf(error) === NO_SUCH_DATABASE) return null;
      throw error;
    }
  }

  async drop(url: string): Promise<void> {
    await this.#run(`DROP DATABASE IF EXISTS "${nameOf(url)}" WITH (FORCE)`);
  }

  async dropAll(): Promise<void> {
    const sql = 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)';
    const left = await this.#run<{ datname: string }>(sql, [this.prefix]);
    for (const { datname } of left) await this.drop(this.#urlOf(datname));
  }

  #newName(): string {
    return this.prefix + randomBytes(6).toString('hex');
  }

  #urlOf(name: string): string {
    return Object.assign(new URL(this.url), { pathname: `/${name}` }).href;
  }

  async #run<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query<Row>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/** The place of a run's databases: the configured URL, and the prefix of the run's own names. */
export interface TestPlace {
  readonly url: string;
  readonly prefix: string;
}

/** What a run's setup provides to its workers. */
declare module 'vitest' {
  interface ProvidedContext {
    testPlace?: TestPlace;
  }
}

/** The databases of a run, in any of its processes. */
export const databasesAt = ({ url, prefix }: TestPlace): TestDatabases =>
  url.startsWith('sqlite:') ? new SqliteDatabases(prefix) : new PostgresDatabases(url, prefix);
