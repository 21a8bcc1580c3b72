/*
 * What tests of a project need, as `#engine/testing`. Nothing that runs in production imports it.
 */
export { allowedActions } from './allowed-actions.js';
export { describeTables, type Tables } from './describe-tables.js';
export { fresh } from './fresh.js';
export {
  createTestDatabase,
  openTestDatabase,
  type OpenTestDatabase,
  type TestDatabase,
} from './test-database.js';
export {
  startTestService,
  type Answer,
  type Client,
  type Row,
  type TestService,
  type TestUser,
} from './test-service.js';
export { migrate, revertLast } from '../database/migrate.js';
export type { Database } from '../database/database.js';
