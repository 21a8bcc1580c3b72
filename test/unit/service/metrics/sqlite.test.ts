import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { describeMetrics } from './metrics-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'metrics-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
describe('on SQLite', () =>
  describeMetrics('sqlite', async () => `sqlite:${join(folder, `${(count += 1)}.db`)}`));
