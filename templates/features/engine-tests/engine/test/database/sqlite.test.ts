import { newFiles, passing } from '../fixtures/new-databases.js';
import { describeDatabase } from './database-suites.js';

describeDatabase('sqlite', newFiles(), passing);
