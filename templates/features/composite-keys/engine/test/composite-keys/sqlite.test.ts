import { newFiles } from '../fixtures/new-databases.js';
import { describeAllComposite } from './composite-suites.js';

describeAllComposite('SQLite', newFiles());
