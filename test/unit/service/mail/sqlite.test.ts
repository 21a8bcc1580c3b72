import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { describeMail } from './mail-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'mail-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('mail on SQLite', () => describeMail(async () => `sqlite:${join(folder, 'mail.db')}`));
