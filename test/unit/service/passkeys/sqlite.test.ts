import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { describePasskeys } from './passkeys-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'passkeys-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
describe('passkeys on SQLite', () =>
  describePasskeys(async () => `sqlite:${join(folder, `${(count += 1)}.db`)}`));
