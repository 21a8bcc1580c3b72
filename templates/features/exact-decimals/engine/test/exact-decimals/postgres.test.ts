import { describe, inject, it } from 'vitest';
import { databasesAt } from '../../testing/test-databases.js';
import { describeExact } from './exact-suite.js';

const place = inject('testPlace');
if (place === undefined || place.url.startsWith('sqlite:'))
  it.skip('TEST_DATABASE_URL names no PostgreSQL', () => undefined);
else
  describe('exact decimals on PostgreSQL', () => describeExact(() => databasesAt(place).create()));
