import { randomBytes } from 'node:crypto';
import type { TestDatabases } from './test-databases.js';

const NO_SUCH_DATABASE = '3D000';
const NAME_IS_TAKEN = '42P04';

/** Databases on the server of a URL, beside the one that it names, which is only asked to make them. */
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
      // Another worker was quicker.
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
