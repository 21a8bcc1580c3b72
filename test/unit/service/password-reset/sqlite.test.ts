import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { describePendingAddresses } from './pending-addresses-suite.js';
import { describePasswordReset } from './password-reset-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'password-reset-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

describe('an address that waits on SQLite', () =>
  describePendingAddresses(async () => `sqlite:${join(folder, `${(count += 1)}.db`)}`));
describe('a new password on SQLite', () =>
  describePasswordReset(async () => `sqlite:${join(folder, `${(count += 1)}.db`)}`));
