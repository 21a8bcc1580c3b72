import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expressedIn, PARTS } from '../../../schemas/expressed.js';
import { type Counted, expressedPage } from '../../../schemas/expressed-page.js';
import { makeDatabase, PUBLIC_SCHEMAS, readDatabase } from '../../../schemas/schemas.js';
import { startPostgres } from '../../../support/postgres.js';
import { SCRATCH } from '../../../support/scratch.js';
import { sqliteSchema } from '../../pull/databases.js';

const PAGE = join(import.meta.dirname, '../../../../.github/site/pages/about/expressed.md');

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('public schemas', () => {
  const counted: Counted[] = [];

  beforeAll(async () => {
    for (const schema of PUBLIC_SCHEMAS) {
      const place =
        schema.database === 'sqlite'
          ? join(SCRATCH, `${schema.name}-${process.pid}.db`)
          : await server.createDatabase();
      await makeDatabase(schema, place);
      const database = await readDatabase(schema, place);
      if (schema.database === 'sqlite') rmSync(place);
      counted.push({ schema, expressed: expressedIn(database, schema.schemas) });
    }
  }, 120_000);

  it('are expressed as the page of the site says; `-u` writes it', async () => {
    const style = await resolveConfig(PAGE);
    const page = await format(expressedPage(counted), { ...style, parser: 'markdown' });
    await expect(page).toMatchFileSnapshot(PAGE);
  });

  it('lose nothing that is not named', () => {
    const silent = counted.filter(
      ({ expressed: { parts, others } }) =>
        others.size === 0 && PARTS.some((part) => parts[part].said < parts[part].all),
    );
    expect(silent).toEqual([]);
  });
});

it('counts what a table that is only read has for its writers as not expressed', () => {
  const database = sqliteSchema(`
    CREATE TABLE song (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT 'x', length INTEGER CHECK (length <> id));
    CREATE TABLE note (song_id INTEGER REFERENCES song, text TEXT DEFAULT 'x');
    CREATE INDEX notes ON note (song_id);
  `);
  const { tables, parts, others } = expressedIn(database, []);
  expect(tables).toEqual({ all: 2, said: 2 });
  expect(parts.columns).toEqual({ all: 5, said: 5 });
  expect(parts.relations).toEqual({ all: 1, said: 1 });
  expect(parts.indexes).toEqual({ all: 1, said: 0 });
  expect(parts.defaults).toEqual({ all: 2, said: 1 });
  expect([...others.values()]).toContainEqual(['note.notes']);
});
