import { describe } from 'vitest';
import { newFiles } from '../fixtures/new-databases.js';
import { describeViews } from './views-suite.js';

describe('views on SQLite', () => describeViews(newFiles()));
