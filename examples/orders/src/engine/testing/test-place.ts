import { PostgresDatabases } from './postgres-databases.js';
import { SqliteDatabases } from './sqlite-databases.js';
import type { TestDatabases } from './test-databases.js';

/** Where a run has its databases: the URL that was asked for, and what its own names begin with. */
export interface TestPlace {
  readonly url: string;
  readonly prefix: string;
}

/** What the setup of a run tells its workers. */
declare module 'vitest' {
  interface ProvidedContext {
    testPlace?: TestPlace;
  }
}

/** The databases of a run, in whichever process of it. */
export const databasesAt = ({ url, prefix }: TestPlace): TestDatabases =>
  url.startsWith('sqlite:') ? new SqliteDatabases(prefix) : new PostgresDatabases(url, prefix);
