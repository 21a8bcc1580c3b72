import { newFiles } from '../fixtures/new-databases.js';
import { describeAllLines } from './lines-suites.js';

describeAllLines('SQLite', newFiles());
