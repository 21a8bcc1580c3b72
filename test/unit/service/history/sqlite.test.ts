import { describe } from 'vitest';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { describeReading } from './reading-suite.js';
import { describeStoring } from './storing-suite.js';

const newDatabase = newFiles();

describe('the history on SQLite', () => {
  describeStoring(newDatabase);
});
describe('reading the history on SQLite', () => describeReading(newDatabase));
