import { describe, expect, test } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';

type Files = Readonly<Record<string, string>>;

const PLAIN = `import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

@Unique(['name', 'kind'])
@Entity('tag')
export class Tag {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar') kind!: string;
  @Column('varchar', { nullable: true }) street!: string | null;
}
`;
const TAG = 'src/models/tag/tag.model.ts';
const BASE: Files = { [TAG]: PLAIN };

const mapOf = (files: Files) => new Map(Object.entries(files));
const read = (files: Files, base: Files = BASE) => readProject(mapOf(files), { base: mapOf(base) });
const KNOWN = readProject(mapOf(BASE)).app.models;

/** The class with other members, and what stands above it. */
const tag = (members: string, head = "import { Column, Entity } from 'typeorm';", over = '') =>
  `${head}\n${over}\n@Entity('tag')\nexport class Tag {\n  @PrimaryGeneratedColumn() id!: number;\n${members}\n}\n`;
const NAME = "  @Column('varchar', { length: 40, unique: true }) name!: string;";
const KIND = "  @Column('varchar') kind!: string;";
const STREET = "  @Column('varchar', { nullable: true }) street!: string | null;";
const REST = `${KIND}\n${STREET}`;
const GROUP = "@Unique(['name', 'kind'])";

describe('a column under what nobody but TypeORM can read stays as crudgen last knew it, and is named once', () => {
  const own = `  @UniqueText() name!: string;\n${REST}`;
  const cases: Readonly<Record<string, Files>> = {
    'a decorator of the same file': {
      [TAG]: tag(
        own,
        "import { Column } from 'typeorm';\nconst UniqueText = () => Column('varchar', { unique: true });",
        GROUP,
      ),
    },
    'a decorator of another file': {
      'src/own.ts': 'export function UniqueText() { return decorate; }\n',
      [TAG]: tag(own, "import { UniqueText } from '../../own.js';", GROUP),
    },
    'a decorator of a package': {
      [TAG]: tag(own, "import { UniqueText } from '@acme/columns';", GROUP),
    },
    'a value that the database makes': {
      [TAG]: tag(
        `  @Generated('uuid') @Column('varchar', { length: 40, unique: true }) name!: string;\n${REST}`,
        "import { Column, Entity, Generated } from 'typeorm';",
        GROUP,
      ),
    },
    'a decorator of their own called Column': {
      'src/own.ts': 'export const Column = () => decorate;\n',
      [TAG]: tag(
        `  @Column() name!: string;\n${REST.replaceAll('@Column', '@typeorm.Column')}`,
        "import * as typeorm from 'typeorm';\nimport { Column } from '../../own.js';",
        GROUP,
      ),
    },
    'spread options': {
      [TAG]: tag(`  @Column({ ...text, length: 40 }) name!: string;\n${REST}`, undefined, GROUP),
    },
    'an array': {
      [TAG]: tag(`  @Column('jsonb', { array: true }) name!: object[];\n${REST}`, undefined, GROUP),
    },
    'an option from a package': {
      [TAG]: tag(
        `  @Column('varchar', { length: LENGTH }) name!: string;\n${REST}`,
        "import { LENGTH } from '@acme/sizes';",
        GROUP,
      ),
    },
    'the column of a view': {
      [TAG]: tag(
        `  @ViewColumn() name!: string;\n${REST}`,
        "import { ViewColumn } from 'typeorm';",
        GROUP,
      ),
    },
    'an accessor': {
      [TAG]: tag(
        `  @Column('varchar') get name() { return this.n; }\n${REST}`,
        "import { Column } from 'typeorm';",
        GROUP,
      ),
    },
    'an embedded class of the project': {
      'src/address.ts': 'export class Address { @Column() street!: string; }\n',
      [TAG]: tag(
        `${NAME}\n${KIND}\n  @Column(() => Address) address!: Address;`,
        "import { Column } from 'typeorm';\nimport { Address } from '../../address.js';",
        GROUP,
      ),
    },
    'an embedded class of a package': {
      [TAG]: tag(
        `${NAME}\n${KIND}\n  @Column(() => Address) address!: Address;`,
        "import { Address } from '@acme/address';",
        GROUP,
      ),
    },
    'a computed base class': {
      [TAG]: `@Unique(['name', 'kind'])\n@Entity('tag')\nexport class Tag extends Named(Base) {\n${KIND}\n}\n`,
    },
    'computed groups': {
      [TAG]: tag(
        `  @Column('varchar', { length: 40 }) name!: string;\n${REST}`,
        undefined,
        '@Unique(GROUPS)',
      ),
    },
    'a computed table': {
      [TAG]: tag(`${NAME}\n${REST}`, undefined, GROUP).replace("'tag'", 'TABLES.tag'),
    },
    'a decorator of their own over the class': {
      [TAG]: tag(`${NAME}\n${REST}`, undefined, GROUP).replace('@Entity(', '@Stored('),
    },
    'a schema instead of a class': {
      [TAG]: "export const Tag = new EntitySchema({ name: 'Tag', columns: {} });\n",
    },
    'a schema that says its table': {
      'src/schemas.ts': "export const tags = new EntitySchema({ name: 'T', tableName: 'tag' });\n",
    },
  };
  test.each(Object.entries(cases))('%s', (_, files) => {
    const { app, problems } = read(files);
    expect(app.models).toEqual(KNOWN);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      code: expect.stringMatching(/^unreadable-/),
      severity: 'warning',
      at: { line: expect.any(Number) },
    });
  });
});

describe('what TypeORM is called by is read through', () => {
  test.each([
    ['an alias', "import { Column as Col } from 'typeorm';", 'Col'],
    ['a namespace', "import * as orm from 'typeorm';", 'orm.Column'],
    ['a re-export', "import { Col } from '../../orm.js';", 'Col'],
    ['a constant', "import { Column } from 'typeorm';\nconst Col = Column;", 'Col'],
  ])('%s', (_, head, name) => {
    const members = `${NAME}\n${REST}`.replaceAll('@Column', `@${name}`);
    const files = {
      'src/orm.ts': "export { Column as Col } from 'typeorm';\n",
      [TAG]: tag(members, head, GROUP),
    };
    expect(read(files)).toMatchObject({ app: { models: KNOWN }, problems: [] });
  });

  test('entities, too', () => {
    const members = `${NAME}\n${REST}`;
    const over = "import * as orm from 'typeorm';";
    const text = tag(members, over, GROUP).replace('@Entity', '@orm.Entity');
    expect(read({ [TAG]: text })).toMatchObject({ app: { models: KNOWN }, problems: [] });
  });
});

test('a property without a decorator is no column, and one that is gone is gone', () => {
  const files = { [TAG]: tag(`  name!: string;\n${REST}`, undefined, GROUP) };
  const { app, problems } = read(files);
  expect(app.models[0]?.fields.map(({ name }) => name)).toEqual(['kind', 'street']);
  expect(problems).toMatchObject([{ code: 'unknown-column', at: { line: 2 } }]);
});

test('what nobody knows stays out of the model', () => {
  const { app, problems } = read({ [TAG]: tag(`${NAME}\n${REST}\n  @Slug() slug!: string;`) });
  expect(app.models[0]?.fields.map(({ name }) => name)).toEqual(['name', 'kind', 'street']);
  expect(problems).toMatchObject([
    { message: '`Tag.slug` is ignored: the effect of @Slug is unknown', at: { line: 9 } },
  ]);
});

test('a relation with computed options stays what it was, and its column with it', () => {
  const owner = (options: string) => ({
    'src/dog.ts': `@Entity('dog')
export class Dog {
  @PrimaryGeneratedColumn() id!: number;
  @Column('integer') tag_id!: number;
  @ManyToOne(() => Tag, ${options}) @JoinColumn({ name: 'tag_id' }) tag!: Tag;
}
`,
    ...BASE,
  });
  const base = owner("{ onDelete: 'CASCADE' }");
  const { app, problems } = read(owner('{ ...CASCADE }'), base);
  expect(app.models).toEqual(readProject(mapOf(base)).app.models);
  expect(problems).toMatchObject([
    { message: '`Dog.tag` is ignored: its options are computed at run time' },
  ]);
});

test('rules that are not found stay as crudgen last knew them', () => {
  const access = 'src/models/tag/tag.access.ts';
  const rules = "defineAccess<Tag>({ roles: { Viewer: ['list'] }, rows: [owner('kind')] })";
  const base = { ...BASE, [access]: `export const tagAccess = ${rules};\n` };
  const { app, problems } = read(
    { ...BASE, [access]: 'export const tagAccess = rulesOf(Tag);\n' },
    base,
  );
  expect(app.models[0]).toMatchObject({
    access: { Viewer: ['list'] },
    rows: { owner: 'kind', tenant: null, as: null, except: [] },
  });
  expect(problems).toMatchObject([{ code: 'unreadable-access', severity: 'warning' }]);
});

describe('a primary key that the service cannot go by is an error', () => {
  test.each([
    ["@PrimaryColumn('date') day!: string", /is a date/],
    ["@PrimaryColumn('text') code!: string", /is a text/],
    ["@PrimaryColumn('varchar', { length: 300 }) code!: string", /is longer than 255/],
    ["@PrimaryColumn('uuid', { default: () => 'uuidv7()' }) id!: string", /has a default/],
    [
      "@PrimaryGeneratedColumn() id!: number;\n  @PrimaryColumn('integer') n!: number",
      /has a column `id` beside others/,
    ],
    [
      "@PrimaryGeneratedColumn() a!: number;\n  @PrimaryColumn('integer') n!: number",
      /has the generated column `a` beside others/,
    ],
    [
      "@PrimaryColumn('boolean') a!: boolean;\n  @PrimaryColumn('integer') n!: number",
      /has the column `a`, a boolean/,
    ],
    [
      "@PrimaryColumn('date', { default: () => 'now()' }) a!: string;\n  @PrimaryColumn('integer') n!: number",
      /has the column `a` with a default/,
    ],
    [
      "@PrimaryColumn('integer') a!: number;\n  @PrimaryColumn('integer') n!: number;\n  @Column('integer') id!: number",
      /has several columns, and another column is called `id`/,
    ],
    [
      "@PrimaryColumn('integer') code!: number;\n  @Column('integer') id!: number",
      /is `code`, and another column is called `id`/,
    ],
  ])('%s', (member, why) => {
    const text = `@Entity('track')\nexport class Track {\n  ${member};\n}\n`;
    const { problems } = read({ 'src/track.ts': text });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      code: 'primary-key',
      message: expect.stringMatching(why),
      at: { file: 'src/track.ts', line: expect.any(Number) },
      help: expect.stringContaining('crudgen help ids'),
    });
    expect(problems[0]?.severity).toBeUndefined();
  });

  test('and nothing where it is the usual one, in other words', () => {
    for (const member of [
      '@PrimaryGeneratedColumn() id!: number;',
      "@PrimaryGeneratedColumn('increment', { name: 'id' }) id!: number;",
      "@PrimaryGeneratedColumn('identity') id!: number;",
    ])
      expect(
        read({ 'src/t.ts': `@Entity('t')\nexport class T {\n${member}\n}\n` }).problems,
      ).toEqual([]);
  });
});

const told = (member: string) =>
  read({ 'src/t.ts': `@Entity('t')\nexport class T {\n  ${member};\n}\n` }, {});

describe('a column that says no type is an error: the service would not start', () => {
  test.each([
    ['@Column() note!: string', "@Column('varchar')"],
    ['@Column({ nullable: true }) note?: string', "@Column('varchar', { nullable: true })"],
    ['@Column({ nullable: true }) size!: number | null', "@Column('integer', { nullable: true })"],
    ['@Column({ default: false }) done!: boolean', "@Column('boolean', { default: false })"],
    ['@Column() at!: Date', '@Column(DATETIME)'],
    ['@Column() tags!: string[]', '@Column(JSON_VALUE)'],
    ["@Column() kind!: 'a' | 'b'", "@Column('varchar')"],
    ['@PrimaryColumn() @Generated() id!: number', "@PrimaryColumn('integer')"],
  ])('%s', (member, help) => {
    const { problems } = told(member);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      code: 'column-type',
      message: expect.stringMatching(/^`T\.\w+` has no column type, /),
      at: { file: 'src/t.ts', line: 3, column: 3 },
      help: expect.stringContaining(`write \`${help}\``),
    });
    expect(problems[0]?.severity).toBeUndefined();
  });

  test('and nothing where it is said, or may be', () => {
    for (const member of [
      "@Column('varchar') a!: string",
      "@Column({ type: 'text' }) a!: string",
      '@VersionColumn() version!: number',
      '@CreateDateColumn() at!: Date',
    ])
      expect(told(member).problems).toEqual([]);
    for (const member of ['@Column({ ...text }) a!: string', '@Column(options) a!: string'])
      expect(told(member).problems).toMatchObject([{ code: 'unreadable-member' }]);
  });
});

describe('a column whose type lists other values than it takes', () => {
  test.each([
    [`@Field({ values: ['a', 'b'], enforce: true }) @Column('varchar') k!: 'a'`, `'a' | 'b'`],
    [
      `@Field({ values: ['a'], enforce: true }) @Column('varchar', { nullable: true }) k!: 'a' | 'b' | null`,
      `'a' | null`,
    ],
    [`@Column('simple-enum', { enum: ['a', "it's"] }) k!: 'a'`, `'a' | "it's"`],
  ])('%s', (member, instead) => {
    expect(told(member).problems).toMatchObject([
      {
        code: 'column-values',
        message: 'the type of `T.k` does not list the values that its column accepts',
        at: { line: 3 },
        help: `write \`${instead}\``,
        severity: 'warning',
      },
    ]);
  });

  test('and nothing where both agree, or it does not list any', () => {
    for (const type of [`'b' | 'a'`, `null | 'a' | 'b'`, 'string', 'Kind', `'a' | Kind`, 'null'])
      expect(
        told(`@Field({ values: ['a', 'b'], enforce: true }) @Column('varchar') k!: ${type}`),
      ).toMatchObject({ problems: [] });
    expect(told(`@Field({ values: ['a'] }) @Column('varchar') k!: 'b'`).problems).toEqual([]);
  });
});

describe('a unit', () => {
  test.each([
    [
      `@Field({ unit: 'km' }) @Column('varchar') k!: string`,
      'has a unit, but is string',
      'integer',
    ],
    [`@Field({ unit: '<b>' }) @Column('integer') k!: number`, '`<b>` is not a unit', '`km`'],
    [
      `@Field({ unit: 'km' }) @Column('integer') k_id!: number;\n@ManyToOne(() => T) @JoinColumn({ name: 'k_id' }) k!: T`,
      'has a unit, but is a reference',
      'remove `unit` from',
    ],
  ])('%s', (member, message, help) => {
    const { problems } = told(member);
    expect(problems.filter(({ code }) => code === 'bad-unit')).toMatchObject([
      {
        message: expect.stringContaining(message),
        at: { line: 3, column: 3 },
        help: expect.stringContaining(help),
      },
    ]);
  });

  test('of a number is read as it is', () => {
    const { problems, app } = told(`@Field({ unit: 'km' }) @Column('bigint') k!: string`);
    expect(problems).toEqual([]);
    expect(app.models[0]!.fields).toMatchObject([{ name: 'k', unit: 'km' }]);
  });
});

describe('a default that is none of the values that its column accepts', () => {
  test.each([
    `@Field({ values: ['open', 'done'], enforce: true }) @Column('varchar', { default: 'todo' }) k!: string`,
    `@Column('simple-enum', { enum: ['open', 'done'], default: 'todo' }) k!: string`,
    `@Column({ type: 'simple-enum', 'default': 'todo', enum: ['open', 'done'] }) k!: string`,
  ])('%s', (member) => {
    const { problems } = told(member);
    expect(problems).toMatchObject([
      {
        code: 'bad-default',
        message: '`todo`, the default of `T.k`, is not one of the values that its column accepts',
        at: { line: 3, column: member.indexOf("'todo'") + 3, length: 6 },
        help: 'the values are `open`, `done`',
        severity: 'warning',
      },
    ]);
  });

  test('and nothing where it is one of them, or they are only suggested', () => {
    for (const member of [
      `@Field({ values: ['open'], enforce: true }) @Column('varchar', { default: 'open' }) k!: string`,
      `@Field({ values: ['open'], enforce: true }) @Column('varchar') k!: string`,
      `@Field({ values: ['open'] }) @Column('varchar', { default: 'todo' }) k!: string`,
      `@Column('varchar', { default: 'todo' }) k!: string`,
    ])
      expect(told(member).problems).toEqual([]);
  });
});
