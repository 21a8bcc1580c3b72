import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import type { Row } from '../../../../src/pull/database.js';
import { pullSpec, queriesOf, readSchema } from '../../../../src/pull/pull.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

const TABLES = `
  CREATE EXTENSION btree_gist;
  CREATE TABLE room (id serial PRIMARY KEY, name varchar(40) NOT NULL);
  CREATE TABLE booking (id serial PRIMARY KEY, room_id integer NOT NULL REFERENCES room (id),
    starts_at timestamptz NOT NULL, ends_at timestamptz,
    CONSTRAINT booking_no_overlap EXCLUDE USING gist (room_id WITH =, tstzrange(starts_at, ends_at) WITH &&));
  CREATE TABLE stay (id serial PRIMARY KEY, seat integer NOT NULL, nights daterange NOT NULL,
    CONSTRAINT one_at_a_time EXCLUDE USING gist (seat WITH =, nights WITH &&));`;

it('an exclusion constraint of the right form is no_overlap, and any other one is named', async () => {
  const client = new pg.Client(await server.createDatabase());
  await client.connect();
  try {
    await client.query(TABLES);
    const rows: Record<string, Row[]> = {};
    for (const [name, sql] of Object.entries(queriesOf('postgres')))
      rows[name] = (await client.query<Row>(sql)).rows;
    const { text } = pullSpec(readSchema('postgres', rows), 'rooms', {}, []);
    expect(text).toMatch(/no_overlap: \{ fields: \[starts_at, ends_at\], by: \[room(?:_id)?\] \}/);
    expect(text).not.toContain('exclusion constraint booking_no_overlap');
    expect(text).toContain('not expressed: exclusion constraint one_at_a_time');
  } finally {
    await client.end();
  }
});
