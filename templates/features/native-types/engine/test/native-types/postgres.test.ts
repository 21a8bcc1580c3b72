import { describe, inject, it } from 'vitest';
import { databasesAt } from '../../testing/test-databases.js';
import { describeHosts } from './hosts-suite.js';

const place = inject('testPlace');
if (place === undefined || place.url.startsWith('sqlite:'))
  it.skip('TEST_DATABASE_URL names no PostgreSQL', () => undefined);
else
  describe('fields of native types on PostgreSQL', () =>
    describeHosts(() => databasesAt(place).create()));
