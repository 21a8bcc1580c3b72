/*
 * What tests of a project need, as `#engine/testing`. Not imported in production.
 */
export { allowedActions } from './table-facts.js';
export { describeTables, type Tables } from './table-facts.js';
export { fresh } from './test-service.js';
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
