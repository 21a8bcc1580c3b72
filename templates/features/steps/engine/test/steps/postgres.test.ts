import { inject, it } from 'vitest';
import { databasesAt } from '../../testing/test-databases.js';
import { describeAllSteps } from './steps-suites.js';

const place = inject('testPlace');
if (place === undefined || place.url.startsWith('sqlite:'))
  it.skip('TEST_DATABASE_URL names no PostgreSQL', () => undefined);
else describeAllSteps('PostgreSQL', () => databasesAt(place).create());
