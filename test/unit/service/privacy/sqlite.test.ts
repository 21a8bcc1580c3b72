import { existsSync, readFileSync } from 'node:fs';
import { describe } from 'vitest';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { describeErasing } from './erasing-suite.js';
import { describeFiles } from './files-suite.js';

/** The bytes of the file and of its log. */
const contentOf = (_clinic: object, url: string): Promise<string> => {
  const path = url.slice('sqlite:'.length);
  const files = [path, `${path}-wal`].filter(existsSync);
  return Promise.resolve(files.map((file) => readFileSync(file, 'latin1')).join('\n'));
};

describe('erasing on SQLite', () => describeErasing(newFiles(), contentOf));
describe('erasing files on SQLite', () => describeFiles(newFiles()));
