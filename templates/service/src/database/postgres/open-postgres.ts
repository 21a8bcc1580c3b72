import type { Database } from '../database.js';
import type { DatabaseOptions, SourceParts } from '../open-database.js';

/** Connects through TypeORM's pool. */
export function openPostgres(
  _url: string,
  _parts: SourceParts,
  _options: DatabaseOptions,
): Promise<Database> {
  throw new Error('PostgreSQL comes with the next change');
}
