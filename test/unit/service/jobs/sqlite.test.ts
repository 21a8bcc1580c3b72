import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { describeJobs } from './jobs-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'jobs-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('jobs on SQLite', () => describeJobs(async () => `sqlite:${join(folder, 'jobs.db')}`));
