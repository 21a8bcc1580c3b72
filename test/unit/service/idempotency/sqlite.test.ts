import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { describeKeys } from './idempotency-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'idempotency-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
describe('idempotency keys on SQLite', () =>
  describeKeys(async () => `sqlite:${join(folder, `${(count += 1)}.db`)}`));
