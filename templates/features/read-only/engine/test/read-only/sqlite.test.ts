import { describe } from 'vitest';
import { newFiles } from '../fixtures/new-databases.js';
import { describeKeyless } from './keyless-suite.js';
import { describeViews } from './views-suite.js';

describe('views on SQLite', () => describeViews(newFiles()));
describe('a view without a key on SQLite', () => describeKeyless(newFiles()));
