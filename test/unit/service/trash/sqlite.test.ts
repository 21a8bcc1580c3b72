import { describe } from 'vitest';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { describeTrash } from './trash-suite.js';

const newDatabase = newFiles();

describe('the trash on SQLite', () => describeTrash(newDatabase));
