import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('keeps dialects apart: nothing outside a dialect folder names a database driver', () => {
  const folder = join(import.meta.dirname, '../../database');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  for (const file of files) {
    expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/from '(better-sqlite3|pg)'/);
  }
});
