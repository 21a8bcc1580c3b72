import { describe } from 'vitest';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { describePastFiles } from './past-files-suite.js';

describe('past files on SQLite', () => describePastFiles(newFiles()));
