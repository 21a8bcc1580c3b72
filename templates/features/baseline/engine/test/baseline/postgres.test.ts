import { inject, it } from 'vitest';
import { databasesAt } from '../../testing/test-databases.js';
import { describeBaseline } from './baseline-suite.js';
import { describeCaselessKeys } from './caseless-keys-suite.js';
import { describeForeignCatalog } from './foreign-catalog-suite.js';
import { describePulled } from './pulled-suite.js';
import { describeWideNumbers } from './wide-numbers-suite.js';

const place = inject('testPlace');
if (place === undefined || place.url.startsWith('sqlite:'))
  it.skip('TEST_DATABASE_URL names no PostgreSQL', () => undefined);
else {
  const create = () => databasesAt(place).create();
  describeBaseline('postgres', create);
  describePulled('postgres', create);
  describeForeignCatalog('postgres', create);
  describeCaselessKeys('postgres', create);
  describeWideNumbers(create);
}
