import { describe } from 'vitest';
import { newFiles } from '../fixtures/new-databases.js';
import { describeExact } from './exact-suite.js';

const url = newFiles();
describe('exact decimals on SQLite', () => describeExact(url));
