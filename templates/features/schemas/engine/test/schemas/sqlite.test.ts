import { newFiles } from '../fixtures/new-databases.js';
import { describeSchemas } from './schemas-suite.js';

describeSchemas(newFiles());
