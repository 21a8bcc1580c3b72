import { expect, it } from 'vitest';
import { renameField } from '../../../../src/model/change.js';
import type { App } from '../../../../src/model/model.js';
import { specSchema } from '../../../../src/project/open/templates.js';
import { guessApp } from '../../../../src/pull/again/guessed-app.js';
import { withKnownNames } from '../../../../src/pull/again/known-names.js';
import { schemaOf } from '../../../../src/schema/schema.js';
import { sqliteSchema } from '../databases.js';

const START = `
  CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY NOT NULL, Name TEXT, Town TEXT);
  CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY NOT NULL, ArtistId INTEGER REFERENCES Artist (ArtistId));
`;
const guess = (sql: string) => guessApp(sqliteSchema(sql), {}, specSchema());
const fieldsIn = ({ models }: Pick<App, 'models'>) =>
  models.map(({ name, fields }) => [name, ...fields.map((field) => field.name)].join(' '));

const mine = (): App => {
  const app: App = { name: 'music', database: 'sqlite', models: guess(START).models };
  const renamed = renameField(app, 'Artist', 'name', 'stage_name');
  const models = renamed.models.map((model) => ({
    ...model,
    name: model.name === 'Artist' ? 'Musician' : model.name,
    fields: model.fields.map((field) => ({
      ...field,
      reference: field.reference && { ...field.reference, model: 'Musician' },
    })),
  }));
  return { ...renamed, models };
};

it('asks for renames by the names of the developer', () => {
  const now = guess(`${START} ALTER TABLE Artist RENAME COLUMN Name TO Title;`);
  const possible = withKnownNames(mine(), guess(START), now);
  expect(fieldsIn(possible.before)).toEqual([
    'Musician artist_id stage_name town',
    'Album album_id artist_id',
  ]);
  expect(fieldsIn(possible.now)).toEqual([
    'Musician artist_id title town',
    'Album album_id artist_id',
  ]);
});

it('leaves out columns that came and have a field already, and that went and have none any more', () => {
  const app = mine();
  const models = app.models.map((model) => ({
    ...model,
    fields: model.fields.map((field) =>
      field.column === 'Town' ? { ...field, column: 'City' } : field,
    ),
  }));
  const now = guess(`${START} ALTER TABLE Artist RENAME COLUMN Town TO City;`);
  const possible = withKnownNames({ ...app, models }, guess(START), now);
  expect(fieldsIn(possible.before)[0]).toBe('Musician artist_id stage_name');
  expect(fieldsIn(possible.now)[0]).toBe('Musician artist_id stage_name');
});

it('leaves out a table that the developer has no model of, with the references to it', () => {
  const now = guess(START.replaceAll('Artist (', 'Performer ('));
  const app: App = { name: 'music', database: 'sqlite', models: now.models };
  const { before } = withKnownNames(app, guess(START), now);
  expect(before.models.map(({ table }) => table)).toEqual(['Album']);
  expect(Object.keys(schemaOf(before).tables)).toContain('Album');
});
