import { describe, inject, it } from 'vitest';
import { databasesAt } from '../../testing/test-databases.js';
import { describeBytes } from './bytes-suite.js';

const place = inject('testPlace');
if (place === undefined || place.url.startsWith('sqlite:'))
  it.skip('TEST_DATABASE_URL names no PostgreSQL', () => undefined);
else
  describe('fields of bytes on PostgreSQL', () => describeBytes(() => databasesAt(place).create()));
