import { describe, inject, it } from 'vitest';
import { databasesAt } from '../../testing/test-databases.js';
import { describeViews } from './views-suite.js';

const place = inject('testPlace');
if (place === undefined || place.url.startsWith('sqlite:'))
  it.skip('TEST_DATABASE_URL names no PostgreSQL', () => undefined);
else describe('views on PostgreSQL', () => describeViews(() => databasesAt(place).create()));
