import { describe, inject, it, vi } from 'vitest';
import { databasesAt } from '../../src/engine/testing/test-databases.js';

const place = inject('testPlace');
if (place === undefined || place.url.startsWith('sqlite:')) {
  it.skip('TEST_DATABASE_URL names no PostgreSQL', () => undefined);
} else {
  // Entities choose their column types when they are loaded.
  vi.stubEnv('DATABASE_URL', place.url);
  const { describeUniqueEmails } = await import('./auth/unique-emails-suite.js');
  const { describeCrud } = await import('./crud/crud-suites.js');
  const { describeDatabase } = await import('./database/database-suites.js');
  const newDatabase = () => databasesAt(place).create();
  describeCrud('PostgreSQL', newDatabase);
  describeDatabase('postgres', newDatabase);
  describe('unique email addresses on PostgreSQL', () => describeUniqueEmails(newDatabase));
}
