import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { describeExports } from './export-suite.js';
import { describeImports } from './import-suite.js';
import { describeRoundTrips } from './round-trip-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'import-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
const create = async () => `sqlite:${join(folder, `${(count += 1)}.db`)}`;

describe('exports on SQLite', () => describeExports(create));
describe('imports on SQLite', () => describeImports(create));
describe('what is exported comes back unchanged on SQLite', () => describeRoundTrips(create, 40));
