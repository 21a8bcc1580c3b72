import { describe } from 'vitest';
import { newFiles } from '../fixtures/new-databases.js';
import { describeBytes } from './bytes-suite.js';

const url = newFiles();
describe('fields of bytes on SQLite', () => describeBytes(url));
