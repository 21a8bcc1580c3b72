import { describe, expect, it } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';
import { findModel, renameField, renameModel } from '../../../src/model/change.js';
import type { App } from '../../../src/model/model.js';
import { draftText } from '../../../src/render/draft.js';
import { featuresOf } from '../../../src/render/features.js';
import { renderModel } from '../../../src/render/render-model.js';
import { renderWeb } from '../../../src/render/render-web.js';
import { diffSchema } from '../../../src/schema/diff-schema.js';
import { schemaOf } from '../../../src/schema/schema.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';

const app: App = appOfSpec(
  'shop',
  `
models:
  Artist:
    fields: { name: string:required }
  AlbumSales:
    read_only: true
    fields:
      album_id: integer:key
      title: string
      artist: ref=Artist:as=sales
      user: ref=User
    access: { Viewer: [list], "*": [list, show] }
    rows: { owner: user, except: [Admin] }
`,
);
const sales = findModel(app, 'AlbumSales');
const files = new Map(
  app.models.flatMap((model) =>
    [...renderModel(app, model, templates())].map(
      ([path, draft]) => [path, draftText(draft)] as const,
    ),
  ),
);
const FOLDER = 'src/models/album-sales/album-sales';

describe('a model that is only read', () => {
  it('is a view entity without foreign keys, indexes and generated columns', () => {
    const entity = files.get(`${FOLDER}.model.ts`)!;
    expect(entity).toContain("@ViewEntity('album_sales', { synchronize: false })\nexport class");
    expect(entity).toContain("@PrimaryColumn('integer')\n  album_id!: number;");
    expect(entity).toContain(
      '@ManyToOne(() => Artist, (artist) => artist.sales, { createForeignKeyConstraints: false })',
    );
    expect(entity).not.toMatch(/@Index|onDelete|created_at/);
  });

  it('is read back from its class as it was', () => {
    const read = readProject(files);
    expect(read.problems).toEqual([]);
    expect(read.app.models.find(({ name }) => name === 'AlbumSales')).toMatchObject(sales);
  });

  it.each([
    [
      "@PrimaryColumn('integer')\n  album_id!: number;",
      "@Column('integer')\n  id!: number;",
      'primary-key: `AlbumSales` is a @ViewEntity whose `id` is no key',
    ],
    [
      "@Column('varchar', { length: 255, nullable: true })",
      "@Column('varchar', { length: 255, nullable: true, unique: true })",
      'read-only: `AlbumSales.title` cannot have `unique`, because `AlbumSales` is only read',
    ],
  ])('is refused where its class has, in place of %s: %s', (from, to, told) => {
    const path = `${FOLDER}.model.ts`;
    const text = files.get(path)!;
    expect(text).toContain(from);
    const { problems } = readProject(new Map([...files, [path, text.replace(from, to)]]));
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toContain(told);
  });

  it('has tests that only read', () => {
    const test = files.get(`${FOLDER}.test.ts`)!;
    expect(test).toContain("['Viewer', 200]");
    expect(test).toContain('expect((await admin.post(PATH, {})).status).toBe(405);');
    expect(test).not.toMatch(/insertRow|newRow|allowedActions/);
  });

  it('has a list and a page of each record, and no form', () => {
    const web = renderWeb(app, templates());
    const pages = [...web.keys()].filter((path) => path.includes('pages/album-sales/'));
    expect(pages.map((path) => path.slice(path.lastIndexOf('/') + 1))).toEqual([
      'album-sales.facts.gen.ts',
      'album-sales.resource.ts',
      'album-sales.list.tsx',
      'album-sales.show.tsx',
    ]);
    expect(draftText(web.get('web/src/pages/resources.ts')!)).toMatch(
      /model: 'AlbumSales',[^}]*readOnly: true,\s*permanent: true,/,
    );
    const resource = web.get('web/src/pages/album-sales/album-sales.resource.ts')!;
    expect(draftText(resource)).not.toMatch(/create:|edit:/);
  });

  it('brings its feature, and no step of a migration', () => {
    const others: App = { ...app, models: app.models.filter((model) => model !== sales) };
    const names = (one: App) => featuresOf(one, templates()).map(({ name }) => name);
    expect(names(app)).toContain('read-only');
    expect(names(others)).not.toContain('read-only');
    expect(diffSchema(schemaOf(others), schemaOf(app))).toEqual([]);
    expect(diffSchema(schemaOf(app), schemaOf(others))).toEqual([]);
  });

  it('keeps its view and its columns where class and fields get other names', () => {
    const renamed = renameModel(
      renameField(app, 'AlbumSales', 'title', 'name'),
      'AlbumSales',
      'Sale',
    );
    const sale = findModel(renamed, 'Sale');
    expect(sale).toMatchObject({ table: 'album_sales', prefix: '/album_sales' });
    expect(sale.fields.find(({ name }) => name === 'name')?.column).toBe('title');
  });
});

describe('a model without a key', () => {
  const keyless: App = appOfSpec(
    'shop',
    `
models:
  Artist:
    fields: { name: string:required }
  MonthSales:
    read_only: true
    fields:
      month: string
      row_id: { type: integer, column: id }
      artist: ref=Artist:as=sales
      sold: decimal=12,2
`,
  );
  const models = new Map(
    keyless.models.flatMap((model) =>
      [...renderModel(keyless, model, templates())].map(
        ([path, draft]) => [path, draftText(draft)] as const,
      ),
    ),
  );
  const PLACE = 'src/models/month-sales/month-sales';

  it('has no id, and is read back from its class as it was', () => {
    const entity = models.get(`${PLACE}.model.ts`)!;
    expect(entity).not.toMatch(/Primary|\bid!/);
    expect(entity).toContain("@Column('integer', { name: 'id', nullable: true })\n  row_id!:");
    const read = readProject(models);
    expect(read.problems).toEqual([]);
    expect(read.app.models.find(({ name }) => name === 'MonthSales')).toMatchObject(
      findModel(keyless, 'MonthSales'),
    );
  });

  it('has a list and no page of a record', () => {
    const web = renderWeb(keyless, templates());
    const pages = [...web.keys()].filter((path) => path.includes('pages/month-sales/'));
    expect(pages.map((path) => path.slice(path.lastIndexOf('/') + 1))).toEqual([
      'month-sales.facts.gen.ts',
      'month-sales.resource.ts',
      'month-sales.list.tsx',
    ]);
    const resource = draftText(web.get('web/src/pages/month-sales/month-sales.resource.ts')!);
    expect(resource).not.toMatch(/show:/);
    expect(draftText(web.get('web/src/pages/resources.ts')!)).toContain('keyless: true');
  });
});
