import { newFiles } from '../fixtures/new-databases.js';
import { describeBaseline } from './baseline-suite.js';

describeBaseline('sqlite', newFiles());
