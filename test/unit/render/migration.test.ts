import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { App } from '../../../src/model/model.js';
import { readMigrations } from '../../../src/code/read-migrations.js';
import { nodesIn, parseCode, typescript } from '../../../src/code/typescript.js';
import type { TableSchema } from '../../../src/schema/engine/schema.js';
import { isStep } from '../../../src/schema/read-step.js';
import { migrationSteps, renderMigration } from '../../../src/render/render-migration.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';

const SERVICE = join(import.meta.dirname, '../../../templates/service');
const app = (models: string): App => appOfSpec('app', `models:\n${models}`);
const NOW = new Date('2026-11-21T09:46:12Z');
const BEFORE = app(`
  Author: { fields: { name: 'string:required' } }
  Book: { fields: { title: 'string:required', author: 'ref=Author', tags: 'refs=Tag' } }
  Tag: { fields: { name: 'string:unique' } }
`);

/** The steps in short. */
const steps = (...args: Parameters<typeof migrationSteps>) =>
  migrationSteps(...args).map((step) => {
    const named = step.do !== 'createTable' && 'columns' in step ? step.columns : [];
    const columns = 'column' in step ? [step.column] : named;
    const to = 'to' in step ? ` -> ${step.to}` : 'key' in step ? ` ${step.key.column}` : '';
    return `${step.do} ${step.table}${columns.length > 0 ? `.${columns.join('+')}` : ''}${to}`;
  });
const fileOf = (before: App | null, after: App, existing: readonly string[] = []) =>
  [...renderMigration(before, after, { now: NOW, templates: templates(), existing }).keys()].map(
    (path) => path.replace('src/database/migrations/', ''),
  );

describe('a baseline', () => {
  const statement = 'CREATE TABLE "tag" (id integer, -- a `key`\n  "${name}" text)';
  const baseline = { database: 'sqlite', statements: [statement] } as const;
  const tags = app(`
  Tag: { fields: { name: 'string:unique' } }
`);

  it('has the tables as steps and as the statements that made them', async () => {
    const [first, ...others] = renderMigration(null, tags, {
      ...{ now: NOW, templates: templates(), baseline },
    });
    expect(others).toEqual([]);
    const [path, text] = first!;
    expect(path).toBe('src/database/migrations/20261121094612-baseline.ts');
    expect(text).toContain("import { BaselineMigration } from '#engine/baseline';");
    expect(text).toContain('class Baseline20261121094612 extends BaselineMigration {');
    const literal = /statements: \[\s*(`.*`),?\s*\]/s.exec(text)![1]!;
    const [read] = nodesIn(parseCode('a.ts', literal)).filter(
      typescript().isNoSubstitutionTemplateLiteral,
    );
    expect(read!.text).toBe(statement);
    const replayed = readMigrations([[path, text]]);
    expect(replayed.unread).toEqual([]);
    expect(Object.keys(replayed.schema.tables)).toContain('tag');
  });

  it('is followed by what the features of the project add', () => {
    const tables = { tables: { job: NO_COLUMNS } };
    const files = [
      ...renderMigration(null, tags, { now: NOW, templates: templates(), baseline, tables }).keys(),
    ];
    expect(files.map((path) => path.split('/').at(-1))).toEqual([
      '20261121094612-baseline.ts',
      '20261121094613-create-job.ts',
    ]);
  });
});

/** A table with an id alone. */
const NO_COLUMNS: TableSchema = {
  columns: { id: { type: 'id' } },
  primaryKey: ['id'],
  ...{ uniques: [], indexes: [], trigrams: [], foreignKeys: [] },
};

describe('the first migration', () => {
  it('makes tables first, then indexes, then keys, so that circles stand', () => {
    const circle = app(`
  Cat: { timestamps: false, fields: { friend: 'ref=Dog:as=cats', code: 'string:unique' } }
  Dog: { timestamps: false, fields: { friend: 'ref=Cat:as=dogs', name: 'string:index' } }
`);
    expect(steps(null, circle)).toEqual([
      'createTable dog',
      'createTable cat',
      'addIndex dog.friend_id',
      'addIndex dog.name',
      'addUnique cat.code',
      'addIndex cat.friend_id',
      'addForeignKey dog friend_id',
      'addForeignKey cat friend_id',
    ]);
  });

  it('makes join tables, whose primary key is both sides', () => {
    const [text] = [
      ...renderMigration(null, BEFORE, { now: NOW, templates: templates() }).values(),
    ];
    expect(text).toContain(`    createTable(
      'book_tags',
      { book_id: { type: 'integer' }, tag_id: { type: 'integer' } },
      { primaryKey: ['book_id', 'tag_id'] },
    ),`);
  });

  it('makes what is unique unique per tenant', () => {
    const shop = app(`
  Bill:
    rows: { tenant: tenant }
    unique: [[customer, day]]
    fields: { number: 'string:unique', code: 'string:unique=global', customer: string, day: date, tenant: 'ref=Tenant' }
`);
    expect(steps(null, shop).filter((step) => step.startsWith('addUnique'))).toEqual([
      'addUnique bill.code',
      'addUnique bill.tenant_id+number',
      'addUnique bill.tenant_id+customer+day',
    ]);
  });
});

describe('a change', () => {
  it('of nothing is no migration', () => {
    expect(fileOf(BEFORE, { ...BEFORE, models: BEFORE.models.toReversed() })).toEqual([]);
  });

  it('adds a column with what it needs, and gives old rows a value', () => {
    const after = app(`
  Author: { fields: { name: 'string:required', pen_name: 'string:required:unique' } }
  Book: { fields: { title: 'string:required', author: 'ref=Author', tags: 'refs=Tag' } }
  Tag: { fields: { name: 'string:unique' } }
`);
    expect(migrationSteps(BEFORE, after)).toEqual([
      {
        do: 'addColumn',
        table: 'author',
        column: 'pen_name',
        spec: { type: 'string', length: 255 },
        backfill: '',
      },
      { do: 'addUnique', table: 'author', columns: ['pen_name'] },
    ]);
    expect(fileOf(BEFORE, after)).toEqual(['20261121094612-add-pen-name-to-author.ts']);
  });

  it('drops keys and indexes before their column, and a table before what it refers to', () => {
    const after = app(`
  Author: { fields: { name: 'string:required' } }
`);
    const dropped = steps(BEFORE, after);
    expect(dropped.filter((step) => step.startsWith('dropTable'))).toEqual([
      'dropTable book_tags',
      'dropTable tag',
      'dropTable book',
    ]);
    const noAuthor = { ...BEFORE.models[1]!, fields: BEFORE.models[1]!.fields.slice(0, 1) };
    const others = BEFORE.models.filter(({ name }) => name !== 'Book');
    expect(steps(BEFORE, { ...BEFORE, models: [...others, noAuthor] })).toEqual([
      'dropForeignKey book author_id',
      'dropIndex book.author_id',
      'dropTable book_tags',
      'dropColumn book.author_id',
    ]);
  });

  it('makes and drops what `contains` goes by, and leaves it where something is renamed', () => {
    const searched = app(`
  Author: { fields: { name: 'string:required' } }
  Book: { fields: { title: 'string:required:search=trigram', author: 'ref=Author', tags: 'refs=Tag' } }
  Tag: { fields: { name: 'string:unique' } }
`);
    expect(steps(BEFORE, searched)).toEqual(['addTrigram book.title']);
    expect(steps(searched, BEFORE)).toEqual(['dropTrigram book.title']);
    const renamed = app(`
  Author: { fields: { name: 'string:required' } }
  Volume: { fields: { heading: 'string:required:search=trigram', author: 'ref=Author' } }
`);
    const renames = { tables: { book: 'volume' }, columns: { book: { title: 'heading' } } };
    expect(steps(searched, renamed, renames)).toEqual([
      'renameTable book -> volume',
      'renameColumn volume.title -> heading',
      'dropForeignKey book_tags tag_id',
      'dropTable book_tags',
      'dropTable tag',
    ]);
    const bare = app(`
  Author: { fields: { name: 'string:required' } }
  Book: { fields: { author: 'ref=Author', tags: 'refs=Tag' } }
  Tag: { fields: { name: 'string:unique' } }
`);
    expect(steps(searched, bare)).toEqual(['dropTrigram book.title', 'dropColumn book.title']);
  });

  it('calls nothing that the engine does not hand out', () => {
    const door = readFileSync(`${SERVICE}/engine/index.ts`, 'utf8');
    const engine = readFileSync(`${SERVICE}/engine/database/steps/step.ts`, 'utf8');
    const calls = [...engine.matchAll(/^export const ((?:add|drop|change|rename|create)\w+) =/gm)];
    expect(calls.length).toBeGreaterThan(13);
    for (const [, call] of calls) {
      expect(isStep(call!), call).toBe(true);
      expect(door).toContain(`  ${call},`);
    }
  });

  it('renames what it was told of, join tables too, and drops nothing', () => {
    const after = app(`
  Author: { fields: { name: 'string:required' } }
  Volume: { fields: { heading: 'string:required', author: 'ref=Author', tags: 'refs=Tag' } }
  Tag: { fields: { name: 'string:unique' } }
`);
    const renames = { tables: { book: 'volume' }, columns: { book: { title: 'heading' } } };
    expect(steps(BEFORE, after, renames).toSorted()).toEqual([
      'renameColumn volume.title -> heading',
      'renameColumn volume_tags.book_id -> volume_id',
      'renameTable book -> volume',
      'renameTable book_tags -> volume_tags',
    ]);
  });

  it('is newer than every other migration, whatever the clock says', () => {
    const existing = ['src/database/migrations/20270101000059-later.ts'];
    const after = { ...BEFORE, models: BEFORE.models.filter(({ name }) => name !== 'Book') };
    expect(fileOf(BEFORE, after, existing)).toEqual(['20270101000100-remove-book-book-tags.ts']);
  });
});
