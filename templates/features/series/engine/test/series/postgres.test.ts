import { inject, it } from 'vitest';
import { databasesAt } from '../../testing/test-databases.js';
import { describeAllSeries } from './series-suites.js';

const place = inject('testPlace');
if (place === undefined || place.url.startsWith('sqlite:'))
  it.skip('TEST_DATABASE_URL names no PostgreSQL', () => undefined);
else describeAllSeries('PostgreSQL', () => databasesAt(place).create());
