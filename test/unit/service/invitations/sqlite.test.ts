import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { describeInvitations } from './invitations-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'invitations-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

describe('an invitation on SQLite', () =>
  describeInvitations(async () => `sqlite:${join(folder, `${(count += 1)}.db`)}`));
