import { describe } from 'vitest';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { describeLife } from './life-suite.js';
import { describeOpening } from './opening-suite.js';
import { describeUploading } from './uploading-suite.js';

const newDatabase = newFiles();

describe('files and their rows on SQLite', () => describeLife(newDatabase));
describe('opening files', () => describeOpening(newDatabase));
describe('uploading files', () => describeUploading(newDatabase));
