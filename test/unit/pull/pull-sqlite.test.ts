import { describe, expect, it } from 'vitest';
import { formatYaml } from '../../support/format-yaml.js';
import { readProject } from '../../../src/code/read-project.js';
import { findField, findModel } from '../../../src/model/change.js';
import { draftText } from '../../../src/render/draft.js';
import { renderModel } from '../../../src/render/render-model.js';
import { schemaOf } from '../../../src/schema/schema.js';
import { checkSpec } from '../../../src/spec/check.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';
import { pullSpec } from '../../../src/pull/pull.js';
import { parseSpec } from '../../support/parse-spec.js';
import { fixture, keptSpec, sqliteSchema, sqliteSchemaWithViews } from './databases.js';

describe.each(['music', 'odd', 'unique', 'words'])('the spec of the database %s', async (name) => {
  const { text } = pullSpec(await sqliteSchemaWithViews(fixture(`${name}.sql`)), `${name}.db`);

  it('is the kept one', async () => {
    await expect(text).toMatchFileSnapshot(keptSpec(name));
  });

  it('is one that crudgen takes without a remark', () => {
    const { spec, problems } = parseSpec('models.yaml', text);
    expect([...problems, ...checkSpec(spec).problems]).toEqual([]);
  });

  it('has the form that the lint of projects asks for', async () => {
    expect(await formatYaml(text)).toBe(text);
  });
});

const shop = sqliteSchema(
  'CREATE TABLE shop (id INTEGER PRIMARY KEY); CREATE TABLE item (id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shop)',
);

it('reads only the tables that are asked for, and says what of them leads elsewhere', () => {
  const { models, leftOut, unknown } = pullSpec(shop, 'shop.db', { tables: ['ITEM', 'itm'] });
  expect(models.map(({ name }) => name)).toEqual(['Item']);
  expect(models[0]!.gaps).toEqual([
    'foreign key (shop_id) to shop (id): no model has the table shop',
  ]);
  expect(leftOut).toEqual([{ name: 'shop', why: 'not in --tables' }]);
  expect(unknown).toEqual(['itm']);
});

it('leaves out the tables that are excluded', () => {
  const { models, leftOut } = pullSpec(shop, 'shop.db', { exclude: ['item'] });
  expect(models.map(({ name }) => name)).toEqual(['Shop']);
  expect(leftOut).toEqual([{ name: 'item', why: 'excluded by --exclude' }]);
});

it('says the defaults of references, which entities and migrations keep', () => {
  const { text, models } = pullSpec(
    sqliteSchema(`
      CREATE TABLE lang (code TEXT PRIMARY KEY, name TEXT);
      CREATE TABLE song (id INTEGER PRIMARY KEY, lang_code TEXT NOT NULL DEFAULT 'en' REFERENCES lang);
    `),
    'songs.db',
  );
  expect(models.map(({ gaps }) => gaps)).toEqual([[], []]);
  expect(text).toContain("ref=Lang:required:default_sql='en'");
  const app = appOfSpec('songs', text);
  const given = { kind: 'database', sql: "'en'" };
  expect(schemaOf(app).tables['song']!.columns['lang_code']).toMatchObject({ defaultSql: "'en'" });
  const files = app.models.flatMap((model) =>
    [...renderModel(app, model, templates())].map(
      ([path, draft]) => [path, draftText(draft)] as const,
    ),
  );
  const read = readProject(new Map(files));
  expect(read.problems).toEqual([]);
  expect(findField(findModel(read.app, 'Song'), 'lang_id')).toMatchObject({ default: given });
});

it('names what a key that is equal in any case does not do', () => {
  const { models } = pullSpec(
    sqliteSchema('CREATE TABLE unit (code VARCHAR(4) PRIMARY KEY COLLATE NOCASE, name TEXT)'),
    'units.db',
  );
  expect(models[0]!.gaps).toEqual([
    'code: its texts are equal in any case',
    expect.stringContaining('the key code is equal in any case: the service names rows'),
  ]);
});

it('names the other sides of a key and of a reference to the same table apart', () => {
  const { text } = pullSpec(
    sqliteSchema(
      'CREATE TABLE entity (id INTEGER PRIMARY KEY); CREATE TABLE employee (entity_id INTEGER PRIMARY KEY REFERENCES entity, manager_id INTEGER REFERENCES entity)',
    ),
    'staff.db',
  );
  const { spec, problems } = parseSpec('models.yaml', text);
  expect([...problems, ...checkSpec(spec).problems]).toEqual([]);
  expect(text).toContain(
    'manager_id: ref=Entity:on_delete=restrict:index=none:as=manager_employees',
  );
});

it('keeps texts with the names of secrets from readers, and no numbers', () => {
  const { models } = pullSpec(
    sqliteSchema(
      'CREATE TABLE link (id INTEGER PRIMARY KEY, secrets TEXT, otp_backup_codes TEXT, token VARCHAR(9), tokens INTEGER, max_token INTEGER)',
    ),
    'links.db',
  );
  const secret = models[0]!.fields.filter(({ words }) => words.has('read'));
  expect(secret.map(({ name }) => name)).toEqual(['secrets', 'otp_backup_codes', 'token']);
  const sql = '(id INTEGER PRIMARY KEY, key TEXT, hashedKey TEXT, value INTEGER)';
  const tables = pullSpec(
    sqliteSchema(`CREATE TABLE ApiKey ${sql}; CREATE TABLE setting ${sql}`),
    'keys.db',
  );
  const kept = tables.models.map(({ name, fields }) => [
    name,
    ...fields.filter(({ words }) => words.has('read')).map((field) => field.name),
  ]);
  expect(kept).toEqual([['ApiKey', 'key', 'hashed_key'], ['Setting']]);
});

it('says the lengths of ids that clients give, which a row of a test has then', () => {
  const sql = 'CREATE TABLE person (id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36))';
  const { text } = pullSpec(sqliteSchema(sql), 'people.db');
  expect(text).toContain('id: string=36:min=36');
  expect(parseSpec('models.yaml', text).problems).toEqual([]);
});

it('says the second index of the same columns in SQL', () => {
  const { text } = pullSpec(
    sqliteSchema(
      'CREATE TABLE vote (id INTEGER PRIMARY KEY, post INTEGER NOT NULL, voter INTEGER NOT NULL); CREATE UNIQUE INDEX one ON vote (post, voter); CREATE UNIQUE INDEX two ON vote (post, voter)',
    ),
    'votes.db',
  );
  const { spec, problems } = parseSpec('models.yaml', text);
  expect([...problems, ...checkSpec(spec).problems]).toEqual([]);
  expect(text).toContain('unique: [[post, voter]]');
  expect(text).toMatch(/sql_indexes:\n +(one|two): UNIQUE \(post, voter\)\n/);
});

it('says an index with the key that the database counts in SQL', () => {
  const { text } = pullSpec(
    sqliteSchema(
      'CREATE TABLE unit (id INTEGER PRIMARY KEY, class INTEGER NOT NULL); CREATE UNIQUE INDEX classed ON unit (id, class); CREATE INDEX by_class ON unit (class, id)',
    ),
    'units.db',
  );
  const { spec, problems } = parseSpec('models.yaml', text);
  expect([...problems, ...checkSpec(spec).problems]).toEqual([]);
  expect(text).toContain("      by_class: '(class, id)'\n");
  expect(text).toContain('      classed: UNIQUE (id, class)\n');
  expect(text).not.toMatch(/unique: \[\[|indexes: \[\[/);
});

it('is told of a group with the key that the database counts', () => {
  const { spec } = parseSpec(
    'models.yaml',
    'models:\n  Unit:\n    unique: [[id, class]]\n    fields:\n      id: integer\n      class: integer\n',
  );
  expect(checkSpec(spec).problems).toMatchObject([
    {
      code: 'bad-group',
      help: expect.stringContaining('sql_indexes: { id_class: UNIQUE (id, class) }') as string,
    },
  ]);
});
