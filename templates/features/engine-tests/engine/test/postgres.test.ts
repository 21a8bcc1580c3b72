import { describe, inject, it } from 'vitest';
import { databasesAt } from '../testing/test-databases.js';
import { describeUniqueEmails } from './auth/unique-emails-suite.js';
import { describeCrud } from './records/records-suites.js';
import { describeDatabase } from './database/database-suites.js';

const place = inject('testPlace');
if (place === undefined || place.url.startsWith('sqlite:')) {
  it.skip('TEST_DATABASE_URL names no PostgreSQL', () => undefined);
} else {
  const newDatabase = () => databasesAt(place).create();
  describeCrud('PostgreSQL', newDatabase);
  describeDatabase('postgres', newDatabase);
  describe('unique email addresses on PostgreSQL', () => describeUniqueEmails(newDatabase));
}
