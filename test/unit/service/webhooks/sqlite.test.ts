import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { describeWebhooks } from './webhooks-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

describe('webhooks on SQLite', () =>
  describeWebhooks(async () => `sqlite:${join(folder, `${(count += 1)}.db`)}`));
