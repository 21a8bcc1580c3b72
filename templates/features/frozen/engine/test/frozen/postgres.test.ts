import { inject, it } from 'vitest';
import { databasesAt } from '../../testing/test-databases.js';
import { describeAllFrozen } from './frozen-suites.js';

const place = inject('testPlace');
if (place === undefined || place.url.startsWith('sqlite:'))
  it.skip('TEST_DATABASE_URL names no PostgreSQL', () => undefined);
else describeAllFrozen('PostgreSQL', () => databasesAt(place).create());
