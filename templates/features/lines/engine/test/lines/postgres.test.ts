import { inject, it } from 'vitest';
import { databasesAt } from '../../testing/test-databases.js';
import { describeAllLines } from './lines-suites.js';

const place = inject('testPlace');
if (place === undefined || place.url.startsWith('sqlite:'))
  it.skip('TEST_DATABASE_URL names no PostgreSQL', () => undefined);
else describeAllLines('PostgreSQL', () => databasesAt(place).create());
