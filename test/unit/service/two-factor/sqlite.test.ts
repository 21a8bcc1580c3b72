import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { describeTwoFactor } from './two-factor-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'two-factor-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
describe('second factors on SQLite', () =>
  describeTwoFactor(async () => `sqlite:${join(folder, `${(count += 1)}.db`)}`));
