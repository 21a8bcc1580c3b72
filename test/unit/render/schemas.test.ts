import { describe, expect, it } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';
import { findModel, renameModel } from '../../../src/model/change.js';
import type { App } from '../../../src/model/model.js';
import { joinTableOf } from '../../../src/model/relations.js';
import { draftText } from '../../../src/render/draft.js';
import { featuresOf } from '../../../src/render/features.js';
import { renderModel } from '../../../src/render/render-model.js';
import { schemaOf } from '../../../src/schema/schema.js';
import { checkSpec } from '../../../src/spec/check.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';
import { parseSpec } from '../../support/parse-spec.js';

const app: App = appOfSpec(
  'shop',
  `
models:
  Person:
    table: people.customer
    fields: { name: string:required }
  Customer:
    table: sales.customer
    prefix: /customer_account
    fields:
      number: string:unique
      person: ref=Person
      known: refs=Person:as=knowing
  Total:
    table: sales.total
    read_only: true
    fields: { customer_id: integer:key, amount: integer }
  Tag:
    fields: { name: string }
`,
);
const filesOf = (one: App) =>
  new Map(
    one.models.flatMap((model) =>
      [...renderModel(one, model, templates())].map(
        ([path, draft]) => [path, draftText(draft)] as const,
      ),
    ),
  );
const files = filesOf(app);
const entity = (name: string) => files.get(`src/models/${name}/${name}.model.ts`)!;

describe('a model whose table is in a schema', () => {
  it('says the schema in its entity, and no prefix that is that of its table', () => {
    expect(entity('person')).toContain(
      "@Entity({ name: 'customer', schema: 'people' })\nexport class Person",
    );
    expect(entity('person')).not.toContain('prefix');
    expect(entity('customer')).toContain("@Model({ prefix: '/customer_account',");
    expect(entity('total')).toContain(
      "@ViewEntity({ name: 'total', schema: 'sales', synchronize: false })",
    );
    expect(entity('tag')).toContain("@Entity('tag')");
  });

  it('has its join tables in the schema of its class', () => {
    const customer = findModel(app, 'Customer');
    const known = customer.fields.find(({ name }) => name === 'known')!;
    expect(joinTableOf(app, customer, known)).toMatchObject({
      ...{ table: 'sales.customer_known', ownColumn: 'customer_id', otherColumn: 'customer_id_2' },
    });
    expect(entity('customer')).toMatch(/@JoinTable\(\{\s+name: 'customer_known',\s+joinColumn/);
  });

  it('is read as it is written', () => {
    const read = readProject(files);
    expect(read.problems).toEqual([]);
    expect(read.app.models.map(({ table, prefix }) => [table, prefix])).toEqual([
      ['people.customer', '/customer'],
      ['sales.customer', '/customer_account'],
      ['sales.total', '/total'],
      ['tag', '/tag'],
    ]);
    expect(schemaOf(read.app)).toEqual(schemaOf(app));
  });

  it('is read in each way in which TypeORM takes a schema', () => {
    const path = 'src/models/tag/tag.model.ts';
    const tableIn = (decorator: string) => {
      const text = entity('tag').replace("@Entity('tag')", decorator);
      return findModel(readProject(new Map([...files, [path, text]])).app, 'Tag').table;
    };
    expect(tableIn("@Entity('tag', { schema: 'sales' })")).toBe('sales.tag');
    expect(tableIn("@Entity({ schema: 'sales' })")).toBe('sales.tag');
    expect(tableIn("@Entity('tag', { schema: 'public' })")).toBe('tag');
  });

  it('keeps its schema where it is renamed', () => {
    const renamed = findModel(renameModel(app, 'Tag', 'Label'), 'Label');
    expect(renamed.table).toBe('label');
    const own = appOfSpec(
      'shop',
      `models: { Tag: { table: sales.tag, fields: { name: string } } }`,
    );
    const label = findModel(renameModel(own, 'Tag', 'Label'), 'Label');
    expect([label.table, label.prefix]).toEqual(['sales.label', '/label']);
  });

  it('brings the feature, which no other model needs', () => {
    const named = (one: App) => featuresOf(one, templates()).map(({ name }) => name);
    expect(named(app)).toContain('schemas');
    expect(named({ ...app, models: app.models.slice(3) })).not.toContain('schemas');
  });
});

describe('the table of a spec', () => {
  const problems = (...tables: readonly string[]) => {
    const models = tables.map(
      (table, at) => `M${at}: { table: "${table}", prefix: /m${at}, fields: { name: string } }`,
    );
    const { spec } = parseSpec('models.yaml', `models: { ${models.join(', ')} }`);
    return checkSpec(spec).problems.map(({ message, help }) => `${message}: ${help}`);
  };

  it('has one schema at most, which is not that of names without any', () => {
    expect(problems('sales.customer', 'people.customer', 'customer')).toEqual([]);
    expect(problems('a.b.c')).toEqual([expect.stringContaining('has more than one dot')]);
    expect(problems('.b')).toEqual([expect.stringContaining('is empty')]);
    expect(problems('public.tag')).toEqual([
      expect.stringContaining('names the schema `public`, whose tables are found by their names'),
    ]);
    expect(problems('pg_catalog.tag')).toEqual([expect.stringContaining('is reserved')]);
  });

  it('is no other one on SQLite', () => {
    expect(problems('sales.customer', 'sales_customer')).toEqual([
      expect.stringContaining('the table `sales_customer` already belongs to `M0`'),
    ]);
    expect(problems('sales_customer', 'sales.customer')).toEqual([
      expect.stringContaining('on SQLite, it is `sales_customer`'),
    ]);
  });
});
