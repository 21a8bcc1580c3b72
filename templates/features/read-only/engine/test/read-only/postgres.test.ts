import { describe, inject, it } from 'vitest';
import { databasesAt } from '../../testing/test-databases.js';
import { describeKeyless } from './keyless-suite.js';
import { describeViews } from './views-suite.js';

const place = inject('testPlace');
if (place === undefined || place.url.startsWith('sqlite:'))
  it.skip('TEST_DATABASE_URL names no PostgreSQL', () => undefined);
else {
  const create = () => databasesAt(place).create();
  describe('views on PostgreSQL', () => describeViews(create));
  describe('a view without a key on PostgreSQL', () => describeKeyless(create));
}
