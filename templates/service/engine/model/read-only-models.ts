import type { DataSource } from 'typeorm';
import type { Database } from '../database/database.js';
import type { ModelInfo } from './model-info.js';

/** Models of `@ViewEntity`, which a service only reads: a view has their rows, or other programs write them. A feature brings them. */
export interface ReadOnlyModels {
  /** All models, with what can be done with the records of those that are only read. */
  described(models: readonly ModelInfo[], dataSource: DataSource): readonly ModelInfo[];
  /** Why these models cannot be served, a sentence each: the service does not start. */
  refusals(models: readonly ModelInfo[], dataSource: DataSource): readonly string[];
  /** What they need and the database lacks, a sentence each. */
  drift(database: Database): Promise<readonly string[]>;
}
