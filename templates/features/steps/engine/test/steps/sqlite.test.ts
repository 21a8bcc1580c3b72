import { newFiles } from '../fixtures/new-databases.js';
import { describeAllSteps } from './steps-suites.js';

describeAllSteps('SQLite', newFiles());
