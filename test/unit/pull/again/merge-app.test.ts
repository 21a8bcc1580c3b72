import { describe, expect, it } from 'vitest';
import { addFields, changeFields, findModel, renameField } from '../../../../src/model/change.js';
import { type App, type Field, PLAIN_FIELD } from '../../../../src/model/model.js';
import { specSchema } from '../../../../src/project/open/templates.js';
import { guessApp } from '../../../../src/pull/again/guessed-app.js';
import { mergeApp } from '../../../../src/pull/again/merge-app.js';
import { renameDatabase } from '../../../../src/pull/again/rename-database.js';
import { NO_RENAMES, type Renames } from '../../../../src/schema/rename-schema.js';
import { sqliteSchema, sqliteSchemaWithViews } from '../databases.js';

const SHAPE = specSchema();
const MUSIC = `
  CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY NOT NULL, Name NVARCHAR(120));
  CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY NOT NULL, Title NVARCHAR(160) NOT NULL,
    ArtistId INTEGER NOT NULL REFERENCES Artist (ArtistId));
  CREATE INDEX AlbumArtist ON Album (ArtistId);
`;

const ORDERS = `
  CREATE TABLE "order" (id INTEGER PRIMARY KEY, state TEXT);
  CREATE TABLE order_line (order_id INTEGER NOT NULL REFERENCES "order" (id), qty INTEGER);
  CREATE VIEW order_total AS SELECT o.id AS order_id, count(*) AS lines FROM "order" o JOIN order_line l ON l.order_id = o.id GROUP BY o.id;
  INSERT INTO "order" (id) VALUES (1), (2); INSERT INTO order_line VALUES (1, 2), (2, 1);
`;

const modelsOf = (sql: string) => guessApp(sqliteSchema(sql), {}, SHAPE);

const music = (): App => ({ name: 'music', database: 'sqlite', models: modelsOf(MUSIC).models });

/** What comes of changes by SQL, merged into the models that a developer has edited. */
function merged(
  changes: string,
  edit: (app: App) => App = (app) => app,
  { renames = NO_RENAMES, start = MUSIC }: { renames?: Renames; start?: string } = {},
) {
  const before = renameDatabase(sqliteSchema(start), renames);
  const app: App = { name: 'music', database: 'sqlite', models: modelsOf(start).models };
  return mergeApp(edit(app), {
    before: guessApp(before, {}, SHAPE),
    now: modelsOf(start + changes),
    renames,
  });
}

const fieldOf = (app: Pick<App, 'models'>, model: string, name: string): Field | undefined =>
  findModel(app, model).fields.find((field) => field.name === name);

const edited =
  (model: string, name: string, settings: Partial<Field>) =>
  (app: App): App => {
    const field = fieldOf(app, model, name)!;
    return changeFields(app, model, new Map([[field, { ...field, ...settings }]]));
  };

describe('what changed in a database', () => {
  it('is nothing where nothing changed, whatever the developer has edited', () => {
    const edit = edited('Album', 'title', { max: 80 });
    expect(merged('', edit)).toMatchObject({ told: [], problems: [], app: edit(music()) });
  });

  it('brings a new column with its guess and its reason', () => {
    const { app, told } = merged('ALTER TABLE Album ADD COLUMN HomePage VARCHAR(200)');
    expect(fieldOf(app, 'Album', 'home_page')).toMatchObject({ max: 200, column: 'HomePage' });
    expect(told).toEqual([
      {
        what: 'add-field',
        model: 'Album',
        field: 'home_page',
        change: 'home_page:string:max=200:column=HomePage',
        reasons: [],
      },
    ]);
    const email = merged('ALTER TABLE Artist ADD COLUMN Email VARCHAR(60)');
    expect(email.told[0]!.reasons).toEqual(['email by its name']);
  });

  it('makes records of a list whose table got a key, and a list of records that lost theirs', () => {
    const start = `
      CREATE TABLE log (at TEXT, message TEXT);
      CREATE TABLE tag (id INTEGER, word TEXT);
      CREATE TABLE unit (code TEXT NOT NULL PRIMARY KEY, name TEXT);`;
    const changes = `
      DROP TABLE log; CREATE TABLE log (number INTEGER PRIMARY KEY, at TEXT, message TEXT);
      DROP TABLE tag; CREATE TABLE tag (id INTEGER PRIMARY KEY, word TEXT);
      DROP TABLE unit; CREATE TABLE unit (code TEXT, name TEXT);`;
    const edit = (app: App) => renameField(app, 'Log', 'message', 'text');
    const { app, told, problems } = merged(changes, edit, { start });
    expect(problems).toEqual([]);
    const shown = (name: string) => {
      const { readOnly, fields } = findModel(app, name);
      return [readOnly, fields.map((field) => `${field.name}${field.key === null ? '' : ' key'}`)];
    };
    expect(shown('Log')).toEqual([undefined, ['number key', 'at', 'text']]);
    expect(shown('Tag')).toEqual([undefined, ['word']]);
    expect(shown('Unit')).toEqual([true, ['code', 'name']]);
    expect(told.map(({ model, change }) => `${model}: ${change}`)).toEqual(
      expect.arrayContaining([
        'Log: its rows are records, named by number',
        'Tag: its rows are records, named by id',
        'Unit: no column names its rows any more: a list without records, which is only read',
      ]),
    );
  });

  it('takes over indexes in SQL by their names, beside those of the developer', () => {
    const start = `${MUSIC} CREATE INDEX a ON Artist (trim(Name)); CREATE INDEX b ON Artist (lower(Name));`;
    const mine = { b: '(Name DESC)', own: '(lower(Name))' };
    const { app, told, problems } = merged(
      'DROP INDEX a; DROP INDEX b; CREATE INDEX b ON Artist (trim(Name) DESC); CREATE INDEX c ON Artist (upper(Name));',
      (one) => ({
        ...one,
        models: one.models.map((model) =>
          model.name === 'Artist'
            ? { ...model, sqlIndexes: { ...model.sqlIndexes, ...mine } }
            : model,
        ),
      }),
      { start },
    );
    expect(findModel(app, 'Artist').sqlIndexes).toEqual({ ...mine, c: '(upper(Name))' });
    expect(told.map(({ change }) => change)).toEqual([
      expect.stringMatching(/^sql_indexes\.a: .* -> none$/),
      expect.stringMatching(/^sql_indexes\.c: none -> \(upper/),
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^`Artist`: sql_indexes\.b: .* in the database, and \(Name DESC\) in the model/,
      ),
    ]);
  });

  it('goes to the model of the table and the field of the column, whatever these are called now', () => {
    const edit = (app: App) => ({
      ...renameField(app, 'Album', 'title', 'headline'),
      models: renameField(app, 'Album', 'title', 'headline').models.map((model) =>
        model.name === 'Album' ? { ...model, name: 'LongPlayer' } : model,
      ),
    });
    const { app, told } = merged(
      `DROP INDEX AlbumArtist; ALTER TABLE Album RENAME TO old;
       CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY NOT NULL, Title NVARCHAR(200),
         ArtistId INTEGER NOT NULL REFERENCES Artist (ArtistId));
       DROP TABLE old; CREATE INDEX AlbumArtist ON Album (ArtistId);`,
      edit,
    );
    expect(fieldOf(app, 'LongPlayer', 'headline')).toMatchObject({ max: 200, required: false });
    expect(told).toMatchObject([
      { model: 'LongPlayer', field: 'headline', change: 'required true -> false, max 160 -> 200' },
    ]);
  });

  it('stays as the developer has it where both changed it, which is said', () => {
    const { app, told, problems } = merged(
      'ALTER TABLE Artist DROP COLUMN Name; ALTER TABLE Artist ADD COLUMN Name NVARCHAR(200)',
      edited('Artist', 'name', { max: 80 }),
    );
    expect(fieldOf(app, 'Artist', 'name')!.max).toBe(80);
    expect(told).toEqual([]);
    expect(problems).toMatchObject([
      {
        code: 'both-changed',
        message:
          '`Artist.name`: `max` changed from 120 to 200 in the database, and is 80 in the model, where it stays',
        help: 'to follow the database: crudgen model change-field Artist name:max=200',
      },
    ]);
  });

  it('is taken over once where the developer has done it already', () => {
    const own: Field = {
      ...{ ...PLAIN_FIELD, name: 'year', column: 'Year', type: 'integer' },
      required: true,
    };
    const { app, told, problems } = merged('ALTER TABLE Album ADD COLUMN Year INTEGER', (one) =>
      addFields(one, 'Album', [own]),
    );
    expect(fieldOf(app, 'Album', 'year')).toBe(own);
    expect([told, problems]).toEqual([[], []]);
  });

  it('gets a free name where the developer uses the usual one for something else', () => {
    const { app } = merged('ALTER TABLE Artist ADD COLUMN Note TEXT', (one) =>
      renameField(one, 'Artist', 'name', 'note'),
    );
    expect(fieldOf(app, 'Artist', 'note')!.column).toBe('Name');
    expect(fieldOf(app, 'Artist', 'note_2')!.column).toBe('Note');
  });

  it('removes the field of a column that went, and what uses it', () => {
    const { app, told } = merged('ALTER TABLE Artist DROP COLUMN Name');
    expect(findModel(app, 'Artist').fields.map(({ name }) => name)).toEqual(['artist_id']);
    expect(told).toMatchObject([{ what: 'remove-field', field: 'name', change: 'Name' }]);
  });

  it('leads a field to a renamed column, and keeps the name of the field', () => {
    const renames = { tables: {}, columns: { Album: { Title: 'Headline' } } };
    const { app, told } = merged(
      'ALTER TABLE Album RENAME COLUMN Title TO Headline',
      edited('Album', 'title', { max: 80 }),
      { renames },
    );
    expect(fieldOf(app, 'Album', 'title')).toMatchObject({ column: 'Headline', max: 80 });
    expect(told).toMatchObject([
      { what: 'move-column', field: 'title', change: 'Title -> Headline' },
    ]);
  });

  it('leads a model to a renamed table, and keeps its class and its endpoints', () => {
    const renames = { tables: { Album: 'Record' }, columns: {} };
    const { app, told } = merged('ALTER TABLE Album RENAME TO Record', undefined, { renames });
    expect(findModel(app, 'Album')).toMatchObject({ table: 'Record', prefix: '/album' });
    expect(told).toMatchObject([{ what: 'move-table', change: 'Album -> Record' }]);
  });

  it('brings models of new tables, which refer to the classes of the developer', () => {
    const renamed = (app: App): App => ({
      ...app,
      models: app.models.map((model) => ({
        ...model,
        name: model.name === 'Album' ? 'Track' : model.name,
      })),
    });
    const { app, told } = merged(
      'CREATE TABLE Track (TrackId INTEGER PRIMARY KEY, AlbumId INTEGER REFERENCES Album (AlbumId))',
      renamed,
    );
    const track = app.models.find(({ table }) => table === 'Track')!;
    expect(track.name).toBe('TrackRecord');
    expect(track.fields[1]).toMatchObject({
      name: 'album_id',
      reference: { model: 'Track', inverse: 'tracks', unindexed: true },
    });
    expect(told).toMatchObject([{ what: 'add-model', model: 'TrackRecord' }]);
  });

  it('removes the models of tables that went, and keeps what were references to them', () => {
    const { app, told } = merged(
      `ALTER TABLE Album RENAME TO old; DROP INDEX AlbumArtist; CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY NOT NULL,
        Title NVARCHAR(160) NOT NULL, ArtistId INTEGER NOT NULL); DROP TABLE old; DROP TABLE Artist;`,
    );
    expect(app.models.map(({ name }) => name)).toEqual(['Album']);
    expect(fieldOf(app, 'Album', 'artist_id')).toMatchObject({ type: 'integer', reference: null });
    expect(told.map(({ what }) => what)).toEqual(['change-field', 'remove-model']);
  });

  it('makes a column a reference where it got a foreign key', () => {
    const { app } = merged(
      `DROP TABLE Song; CREATE TABLE Song (SongId INTEGER PRIMARY KEY, Code INTEGER REFERENCES Album (AlbumId));`,
      (one) => renameField(one, 'Song', 'code', 'album_no'),
      { start: `${MUSIC} CREATE TABLE Song (SongId INTEGER PRIMARY KEY, Code INTEGER);` },
    );
    expect(fieldOf(app, 'Song', 'album_no')).toMatchObject({
      type: 'ref',
      column: 'Code',
      reference: { model: 'Album', relation: 'code', inverse: 'songs', onDelete: 'restrict' },
    });
  });

  it('gives a field another type, without settings that this does not take', () => {
    const { app, told } = merged(
      'ALTER TABLE Album DROP COLUMN Code; ALTER TABLE Album ADD COLUMN Code INTEGER',
      edited('Album', 'code', { placeholder: '4711', pattern: '^[0-9]+$' }),
      { start: `${MUSIC} ALTER TABLE Album ADD COLUMN Code VARCHAR(20);` },
    );
    expect(fieldOf(app, 'Album', 'code')).toMatchObject({
      ...{ type: 'integer', max: null, pattern: null, placeholder: '4711' },
    });
    expect(told[0]!.change).toBe(
      'type string -> integer, max 20 -> none, pattern does not fit integer',
    );
  });

  it('adds and removes what is unique or has an index, alone and together', () => {
    const { app } = merged(
      'CREATE UNIQUE INDEX one ON Album (Title); CREATE UNIQUE INDEX two ON Album (ArtistId, Title); DROP INDEX three;',
      undefined,
      { start: `${MUSIC} CREATE INDEX three ON Album (Title, ArtistId);` },
    );
    expect(fieldOf(app, 'Album', 'title')!.unique).toBe(true);
    expect(findModel(app, 'Album')).toMatchObject({
      unique: [['artist_id', 'title']],
      indexes: [],
    });
  });

  it('carries settings that only one side knows', () => {
    const { models } = modelsOf(MUSIC);
    const noted = (help: string) => ({
      ...modelsOf(MUSIC),
      models: models.map((model) => ({
        ...model,
        fields: model.fields.map((field) => ({ ...field, help })),
      })),
    });
    const { app } = mergeApp(
      { ...music(), models: noted('old').models },
      { before: noted('old'), now: noted('new'), renames: NO_RENAMES },
    );
    expect(fieldOf(app, 'Album', 'title')).toMatchObject({ help: 'new' });
  });

  it('says that a primary key has changed, and leaves it', () => {
    const { app, problems } = merged(
      'DROP TABLE Tag; CREATE TABLE Tag (Word TEXT NOT NULL, Lang TEXT NOT NULL, PRIMARY KEY (Word, Lang));',
      undefined,
      { start: `${MUSIC} CREATE TABLE Tag (Word TEXT PRIMARY KEY NOT NULL);` },
    );
    expect(findModel(app, 'Tag').fields).toHaveLength(1);
    expect(problems.map(({ code }) => code)).toContain('key-changed');
  });

  it('leaves the key of a view whole where its rows no longer tell it', async () => {
    const before = guessApp(await sqliteSchemaWithViews(ORDERS), {}, SHAPE);
    const after = await sqliteSchemaWithViews(
      `${ORDERS} DELETE FROM order_line WHERE order_id > 1;`,
    );
    const mine: App = { name: 'orders', database: 'sqlite', models: before.models };
    const now = guessApp(after, {}, SHAPE);
    const { app, told, problems } = mergeApp(mine, { before, now, renames: NO_RENAMES });
    expect(fieldOf(before, 'OrderTotal', 'order_id')).toMatchObject({ key: 'given' });
    expect({ told, models: app.models }).toEqual({ told: [], models: before.models });
    expect(problems.map(({ code }) => code)).toEqual(['key-changed']);
    expect(problems[0]!.message).toContain('keeps its key');
  });
});
