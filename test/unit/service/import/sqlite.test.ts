import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { describeExports } from './export-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'import-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
const create = async () => `sqlite:${join(folder, `${(count += 1)}.db`)}`;

describe('exports on SQLite', () => describeExports(create));
