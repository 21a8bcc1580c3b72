import { expect, it } from 'vitest';
import { ownDatabase, withRulesOf } from '../../../../src/pull/again/own-database.js';
import { guessApp } from '../../../../src/pull/again/guessed-app.js';
import type { Schema } from '../../../../src/schema/engine/schema.js';
import { specSchema } from '../../../../src/project/open/templates.js';
import { sqliteSchema } from '../databases.js';

const MADE: Schema = {
  tables: {
    guest: {
      columns: {
        id: { type: 'id' },
        email: { type: 'string', length: 80 },
        nights: { type: 'integer' },
        left_on: { type: 'date', nullable: true },
      },
      primaryKey: ['id'],
      uniques: [],
      indexes: [['nights']],
      trigrams: [],
      foreignKeys: [],
      sqlIndexes: {
        guest_email: 'UNIQUE (lower(email)) WHERE left_on IS NULL',
        guest_search: { postgres: 'USING gin (email)' },
      },
      checks: { guest_nights: 'nights <> 13 OR left_on IS NULL' },
    },
  },
};

const LIVE = `
  CREATE TABLE guest (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, email varchar(80) NOT NULL, nights integer NOT NULL, left_on date,
    CONSTRAINT guest_nights CHECK ((nights <> 13) OR (left_on IS NULL)));
  CREATE INDEX by_nights ON guest (nights);
  CREATE UNIQUE INDEX guest_email ON guest (LOWER(email)) WHERE (left_on IS NULL);`;

it('indexes and checks that the migrations of a project have made are no change of its database', () => {
  const made = ownDatabase(MADE, 'sqlite');
  const live = withRulesOf(made, sqliteSchema(LIVE));
  const modelsOf = (schema: typeof made) => guessApp(schema, {}, specSchema()).models;
  expect(modelsOf(live)).toEqual(modelsOf(made));
  expect(modelsOf(made)[0]).toMatchObject({
    sqlIndexes: { guest_email: 'UNIQUE (lower(email)) WHERE left_on IS NULL' },
    checks: { guest_nights: 'nights <> 13 OR left_on IS NULL' },
  });
  expect(modelsOf(sqliteSchema(LIVE))).not.toEqual(modelsOf(made));
});
