import { describe } from 'vitest';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { describeViews } from './views-suite.js';

describe('saved views on SQLite', () => describeViews(newFiles()));
