import { newFiles } from '../fixtures/new-databases.js';
import { describeBaseline } from './baseline-suite.js';
import { describeCaselessKeys } from './caseless-keys-suite.js';
import { describeForeignCatalog } from './foreign-catalog-suite.js';
import { describePulled } from './pulled-suite.js';

const files = newFiles();
describeBaseline('sqlite', files);
describePulled('sqlite', files);
describeForeignCatalog('sqlite', files);
describeCaselessKeys('sqlite', files);
