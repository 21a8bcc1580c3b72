import type { Logger } from 'pino';
import type { AuthParts } from '../auth/auth-routes.js';
import type { Database } from '../database/database.js';
import type { ModelModule } from '../model/model-module.js';
import type { Search } from '../search/search-config.js';
import type { Settings } from '../settings/settings.js';

/** What an app is put together from. */
export interface AppParts<Own extends Settings = Settings> extends AuthParts {
  readonly settings: Own;
  readonly logger: Logger;
  readonly database: Database;
  readonly modules: readonly ModelModule[];
  readonly search: Search;
  /** Where the project's code lies. */
  readonly folder: string;
}
