import { newFiles } from '../fixtures/new-databases.js';
import { describeAllPeriods } from './periods-suites.js';

describeAllPeriods('SQLite', newFiles());
