import type { Database } from '../database/database.js';
import type { Runner } from './runner.js';

/** One for each service. */
const runners = new WeakMap<Database, Runner>();

export const keepRunner = (database: Database, runner: Runner): void =>
  void runners.set(database, runner);

/** What runs the imports of a service; it is there once the service is composed. */
export const runnerOf = (database: Database): Runner => runners.get(database)!;
