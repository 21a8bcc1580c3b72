import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseUrlOf } from '../../../src/cli/own-database.js';
import { SCRATCH } from '../../support/scratch.js';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(SCRATCH, 'own-database-'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the URL of the database of a project', () => {
  it('is the usual one of its kind without any setting', async () => {
    expect(await databaseUrlOf(root, { database: 'sqlite' }, {})).toBe('sqlite:data/app.db');
    expect(await databaseUrlOf(root, { database: 'postgres' }, {})).toBe(
      'postgres://app:app@localhost:5432/app',
    );
  });

  it('is that of .env, and that of the environment comes before', async () => {
    writeFileSync(join(root, '.env'), '# here\nPORT=1\nDATABASE_URL="sqlite:other.db"\n');
    expect(await databaseUrlOf(root, { database: 'sqlite' }, {})).toBe('sqlite:other.db');
    const env = { DATABASE_URL: 'postgres://db/shop' };
    expect(await databaseUrlOf(root, { database: 'sqlite' }, env)).toBe('postgres://db/shop');
    expect(await databaseUrlOf(root, { database: 'sqlite' }, { DATABASE_URL: '' })).toBe(
      'sqlite:other.db',
    );
  });
});
