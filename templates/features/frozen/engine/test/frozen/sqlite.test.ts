import { newFiles } from '../fixtures/new-databases.js';
import { describeAllFrozen } from './frozen-suites.js';

describeAllFrozen('SQLite', newFiles());
