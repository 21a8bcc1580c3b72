import { newFiles } from '../fixtures/new-databases.js';
import { describeAllSeries } from './series-suites.js';

describeAllSeries('SQLite', newFiles());
