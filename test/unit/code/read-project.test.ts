import { describe, expect, test } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';
import { schemaOf } from '../../../src/schema/schema.js';
import { typescript } from '../../../src/code/typescript.js';

const project = (files: Record<string, string>) => readProject(new Map(Object.entries(files)));

/** Two entities in one file, as somebody writes them who has never seen crudgen. */
const BY_HAND = `
import { Entity, Column, PrimaryGeneratedColumn, ManyToOne, JoinColumn, OneToMany } from "typeorm"
const SIZES = ['S', 'M'] as const

@Entity()
export class LineItem {
  @PrimaryGeneratedColumn('increment') id!: number
  @Column('integer') amount!: number
  @Column({ type: 'enum', enum: SIZES, default: 'S' }) size!: string
  @Column({ name: 'unit_price', type: 'numeric', precision: 10, scale: 3 }) price!: string
  @Column('varchar', { nullable: true }) note?: string | null
  @Column({ type: 'timestamptz', default: () => 'CURRENT_TIMESTAMP' }) at!: Date
  @ManyToOne(() => PurchaseOrder, (order) => order.items, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'order_id' })
  order!: PurchaseOrder
  get total() { return this.amount }
}

@Entity({ name: 'orders' })
export class PurchaseOrder {
  @PrimaryGeneratedColumn() id!: number
  @OneToMany(() => LineItem, (item) => item.order) items!: LineItem[]
}
`;

describe('entities written by hand', () => {
  const { app, problems } = project({ 'src/shop/entities.ts': BY_HAND });
  const [item, order] = app.models;

  test('a relation that says nothing of deletions keeps its target, as the table of TypeORM does', () => {
    const relation = (options: string) =>
      `@ManyToOne(() => PurchaseOrder${options}) @JoinColumn({ name: 'other_id' }) other?: PurchaseOrder | null\n  get total`;
    const onDelete = (options: string) => {
      const text = BY_HAND.replace('get total', relation(options));
      const { models } = project({ 'src/shop/entities.ts': text }).app;
      return models[0]!.fields.find(({ name }) => name === 'other_id')!.reference!.onDelete;
    };
    expect(onDelete('')).toBe('restrict');
    expect(onDelete(", { onDelete: 'NO ACTION' }")).toBe('restrict');
    expect(onDelete(", { onDelete: 'SET NULL' }")).toBe('set_null');
  });

  test('several in a file, by their tables', () => {
    expect(problems).toEqual([]);
    expect([item?.table, order?.table]).toEqual(['line_item', 'orders']);
  });

  test('columns by type and by constants of the file', () => {
    expect(
      item?.fields.map(({ name, column, type, required }) => [name, column, type, required]),
    ).toEqual([
      ['amount', 'amount', 'integer', true],
      ['size', 'size', 'enum', true],
      ['price', 'unit_price', 'decimal', true],
      ['note', 'note', 'string', false],
      ['at', 'at', 'datetime', true],
      ['order_id', 'order_id', 'ref', true],
    ]);
    expect(item?.fields[1]).toMatchObject({
      values: ['S', 'M'],
      default: { kind: 'value', value: 'S' },
    });
    expect(item?.fields[4]).toMatchObject({ default: { kind: 'now' } });
  });

  test('a relation without a column of its own', () => {
    expect(item?.fields[5]?.reference).toEqual({
      model: 'PurchaseOrder',
      relation: 'order',
      inverse: 'items',
      onDelete: 'cascade',
      lines: false,
      unindexed: true,
    });
  });
});

test('a foreign key has the index that code has for it', () => {
  const relation = (decorators: string, column = '') =>
    schemaOf(
      project({
        'src/a.ts': `@Entity('a')
export class A {
  @PrimaryGeneratedColumn() id!: number;
  ${column}
  ${decorators} @ManyToOne(() => A) @JoinColumn({ name: 'up_id' }) up?: A;
}`,
      }).app,
    ).tables['a'];
  const own = "@Column('integer', { nullable: true }) up_id!: number | null;";
  expect(relation('')).toMatchObject({ indexes: [], uniques: [] });
  expect(relation('', own)).toMatchObject({ indexes: [], uniques: [] });
  expect(relation('@Index()')).toMatchObject({ indexes: [['up_id']] });
  expect(relation('', `@Index() ${own}`)).toMatchObject({ indexes: [['up_id']] });
  expect(relation('', own.replace('true', 'true, unique: true'))).toMatchObject({
    indexes: [],
    uniques: [['up_id']],
  });
});

test('what cannot be read is named once with file and line, and the rest is read', () => {
  const { app, problems } = project({
    'src/a.ts': `@Entity('a')
export class A {
  @Column({ ...shared, nullable: true })
  odd!: string;

  @Column('varchar')
  plain!: string;
}`,
  });
  expect(app.models[0]?.fields.map(({ name }) => name)).toEqual(['plain']);
  expect(problems).toMatchObject([
    {
      code: 'unreadable-member',
      severity: 'warning',
      at: { file: 'src/a.ts', line: 3, column: 3 },
    },
  ]);
});

test('rules are found by the class they are about, wherever they stand', () => {
  const { app } = project({
    'src/domain/todo.ts': `@Entity('task')\nexport class Todo {\n  @Column('integer') owner_id!: number;\n}`,
    'src/rules.ts': `import type { Todo as T } from './domain/todo.js';
export const rules = defineAccess<T>({ roles: { Viewer: ['list'] }, rows: [owner('owner_id'), custom(mine)] });`,
    'src/routes.ts': `export const routes = defineRoutes(Todo, () => {});`,
  });
  expect(app.models[0]).toMatchObject({
    access: { Viewer: ['list'] },
    rows: { owner: 'owner_id', tenant: null, as: null, except: [] },
  });
});

test('the service`s own entities, generated files and tests are no models', () => {
  const entity = (table: string): string => `@Entity('${table}')\nexport class X {}`;
  const { app } = project({
    'src/auth/user.model.ts': entity('auth_user'),
    'src/x.gen.ts': entity('x'),
    'src/x.test.ts': entity('y'),
  });
  expect(app.models).toEqual([]);
});

test('a model may be called as a folder that holds none', () => {
  const { app } = project({
    'src/models/web/web.model.ts': "@Entity('web')\nexport class Web {}",
    'src/models/dist/dist.model.ts': "@Entity('dist')\nexport class Dist {}",
    'src/models/migrations/migrations.model.ts':
      "@Entity('migrations')\nexport class Migrations {}",
    'web/src/shown.ts': "@Entity('shown')\nexport class Shown {}",
    'src/database/migrations/1.ts': "@Entity('then')\nexport class Then {}",
  });
  expect(app.models.map(({ name }) => name)).toEqual(['Web', 'Dist', 'Migrations']);
});

test('what an import says is said by the project that it stands in, whoever else has the same file', () => {
  const model =
    "import { Column, Entity } from 'typeorm';\nimport { LENGTH, Text } from './own.js';\n@Entity()\nexport class A {\n  @Column('varchar', { length: LENGTH }) name!: string;\n  @Text('varchar') note!: string;\n}\n";
  const maxOf = (own: string) => {
    const { app, problems } = project({ 'src/a.ts': model, 'src/own.ts': own });
    return [app.models[0]?.fields[0]?.max, problems.map(({ code }) => code)];
  };
  const typeorm = "import { Column as Text } from 'typeorm';\nexport { Text };\n";
  expect(maxOf('export const LENGTH = 10;\nexport function Text() {}\n')).toEqual([
    10,
    ['unreadable-member'],
  ]);
  expect(maxOf(`export const LENGTH = 20;\n${typeorm}`)).toEqual([20, []]);
  expect(maxOf('export const LENGTH = 10;\nexport function Text() {}\n')[0]).toBe(10);
});

test('what a class inherits is said by the files that its base leads to', () => {
  const columnsOf = (size: string) => {
    const { app } = project({
      'src/a.ts':
        "import { Entity } from 'typeorm';\nimport { Base } from './base.js';\n@Entity()\nexport class A extends Base {}\n",
      'src/base.ts':
        "import { Column } from 'typeorm';\nimport { SIZE } from './size.js';\nexport class Base {\n  @Column('varchar', { length: SIZE }) name!: string;\n}\n",
      'src/size.ts': `export const SIZE = ${size};\n`,
    });
    return app.models[0]?.fields.map(({ max }) => max);
  };
  expect([columnsOf('10'), columnsOf('20')]).toEqual([[10], [20]]);
});

test('settings come from crudgen.json', () => {
  const json = JSON.stringify({
    name: 'shop',
    database: 'postgres',
    ids: 'uuid',
    features: ['containers'],
    version: '1.2.3',
    paths: {},
  });
  const { app, settings, problems } = project({ 'crudgen.json': json });
  expect(problems).toEqual([]);
  expect(app).toMatchObject({
    ...{ name: 'shop', database: 'postgres', ids: 'uuid', features: ['containers'] },
  });
  expect(settings.version).toBe('1.2.3');
  for (const broken of [
    '{',
    '[]',
    '{}',
    '{ "features": "admin" }',
    '{ "features": [1] }',
    '{ "features": [], "ids": "ulid" }',
  ])
    expect(project({ 'crudgen.json': broken }).problems).toMatchObject([{ code: 'bad-settings' }]);
});

test('the time to read grows with the models, not with their square', () => {
  const fields = Array.from(
    { length: 12 },
    (_, at) =>
      `  @Column('varchar', { length: 255, nullable: true })\n  field_${at}!: string | null;\n`,
  );
  const filesOf = (count: number) =>
    new Map(
      Array.from({ length: count }, (_, at) => [
        `src/models/m${at}/m${at}.model.ts`,
        `import { Column, Entity } from 'typeorm';\n\n@Entity('m${at}')\nexport class M${at} {\n${fields.join('\n')}}\n`,
      ]),
    );
  const timeOf = (count: number) => {
    const files = filesOf(count);
    const start = performance.now();
    expect(readProject(files).app.models).toHaveLength(count);
    return performance.now() - start;
  };
  typescript();
  timeOf(50);
  // The best of five: a machine with other work to do is slow now and then, but never fast.
  const best = (count: number) => Math.min(...Array.from({ length: 5 }, () => timeOf(count)));
  const [few, many] = [best(20), best(200)];
  // Ten times as many; a hundred times as long would be the square.
  expect(many / few).toBeLessThan(50);
});

describe('relations by hand', () => {
  const entity = (name: string, body: string, imports = '') =>
    `import { Entity } from 'typeorm';\n${imports}\n@Entity()\nexport class ${name} {\n${body}\n}\n`;
  const read = (body: string, imports = '') =>
    project({ 'src/a.ts': entity('Task', body, imports), 'src/b.ts': entity('Project', '') });

  test('refer to classes under other names, and are called as TypeORM calls them', () => {
    const { app, problems } = read(
      '@ManyToOne(() => P) main_project?: P | null;',
      "import { Project as P } from './b.js';",
    );
    expect(problems).toEqual([]);
    expect(app.models.find(({ name }) => name === 'Task')?.fields).toMatchObject([
      { column: 'mainProjectId', reference: { model: 'Project', relation: 'main_project' } },
    ]);
  });

  test('refuse what refers to a class that is gone, and say where', () => {
    const { problems } = read('@ManyToOne(() => Client) client?: Client | null;');
    expect(problems).toMatchObject([
      {
        code: 'unknown-class',
        message: '`Task.client` refers to `Client`, but the project has no such entity',
        at: { file: 'src/a.ts', line: 5 },
      },
    ]);
    expect(problems[0]?.severity).toBeUndefined();
  });

  test('are left alone where only TypeORM knows the names of a join table', () => {
    const { app, problems } = read(
      '@ManyToMany(() => Project) @JoinTable() seen_by?: Project[];',
      "import { Project } from './b.js';",
    );
    expect(app.models.flatMap(({ fields }) => fields)).toEqual([]);
    expect(problems[0]?.message).toContain(
      "`@JoinTable({ name: 'task_seen_by', joinColumn: { name: 'task_id' }, inverseJoinColumn: { name: 'project_id' } })`",
    );
  });

  describe('of many to many', () => {
    const many = (table: string, own: string, other: string) =>
      `@ManyToMany(() => Project) @JoinTable({ name: '${table}', joinColumn: ${own}, inverseJoinColumn: ${other} }) projects?: Project[];`;
    const joinOf = (table: string, own: string, other: string) => {
      const { app, problems } = read(many(table, own, other));
      const [field] = app.models.flatMap(({ fields }) => fields);
      const tables = Object.entries(schemaOf(app).tables).filter(
        ([name]) => !['task', 'project', 'auth_user', 'auth_tenant'].includes(name),
      );
      return {
        join: field?.reference?.join,
        tables: tables.map(([name, { columns }]) => [name, ...Object.keys(columns)]),
        problems: problems.map(({ message }) => message),
      };
    };

    test.each([
      ['task_projects', 'task_id', 'project_id', undefined],
      ['task_projects', 'task_id', 'plan_id', { otherColumn: 'plan_id' }],
      ['task_projects', 'job_id', 'project_id', { ownColumn: 'job_id' }],
      ['planned', 'task_id', 'project_id', { table: 'planned' }],
      ['planned', 'a', 'b', { table: 'planned', ownColumn: 'a', otherColumn: 'b' }],
    ])('are stored under the names that they say: %s, %s, %s', (table, own, other, join) => {
      expect(joinOf(table, `{ name: '${own}' }`, `{ name: '${other}' }`)).toEqual({
        join,
        tables: [[table, own, other]],
        problems: [],
      });
    });

    test.each([
      ["{ name: 'task_id' }", '{ name: NAME }'],
      ['{}', "{ name: 'project_id' }"],
      ["{ name: 'task_id', referencedColumnName: 'code' }", "{ name: 'project_id' }"],
    ])('are left alone where a name cannot be read: %s, %s', (own, other) => {
      const { tables, problems } = joinOf('task_projects', own, other);
      expect(tables).toEqual([]);
      expect(problems).toEqual([expect.stringContaining('`Task.projects` is ignored')]);
    });
  });
});
