import { describe } from 'vitest';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { describeFrozen } from './frozen-suite.js';

const newDatabase = newFiles();

describe('frozen records on SQLite', () => describeFrozen(newDatabase));
