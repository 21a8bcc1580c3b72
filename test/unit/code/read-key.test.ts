import { describe, expect, it } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';

const IMPORTS = `import { Column, Entity, JoinColumn, JoinTable, ManyToMany, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { Field } from '#engine';
`;

/** A file with a class that has these members. */
const classOf = (name: string, members: string, imports = ''): string =>
  `${IMPORTS}${imports}\n@Entity('${name.toLowerCase()}')\nexport class ${name} {\n${members}\n}\n`;

const read = (...classes: string[]) =>
  readProject(new Map(classes.map((text, at) => [`src/models/m${at}/m${at}.model.ts`, text])));

const fieldsOf = (members: string, imports = '') => {
  const { app, problems } = read(classOf('Track', members, imports));
  expect(problems).toEqual([]);
  return app.models[0]!.fields;
};

describe('a primary key', () => {
  it.each([
    '@PrimaryGeneratedColumn() id!: number;',
    "@PrimaryGeneratedColumn('increment', { name: 'id' }) id!: number;",
    "@PrimaryGeneratedColumn('identity') id!: number;",
    "@PrimaryColumn('integer', { generated: true }) id!: number;",
  ])('that is the usual one is not a field: %s', (member) => {
    expect(fieldsOf(member)).toEqual([]);
  });

  it.each([
    ["@PrimaryGeneratedColumn('uuid') id!: string;", { name: 'id', type: 'uuid', key: 'v4' }],
    [
      "@PrimaryColumn('uuid', { generated: 'uuid' }) id!: string;",
      { name: 'id', type: 'uuid', key: 'v4' },
    ],
    [
      "@PrimaryGeneratedColumn('increment', { type: 'bigint' }) id!: string;",
      { name: 'id', type: 'bigint', key: 'database' },
    ],
    [
      "@PrimaryGeneratedColumn({ type: 'bigint' }) id!: string;",
      { name: 'id', type: 'bigint', key: 'database' },
    ],
    [
      "@PrimaryGeneratedColumn({ name: 'film_id' }) id!: number;",
      { name: 'id', column: 'film_id', type: 'integer', key: 'database' },
    ],
    [
      "@PrimaryGeneratedColumn('uuid', { name: 'track_uid' }) uid!: string;",
      { name: 'uid', column: 'track_uid', type: 'uuid', key: 'v4' },
    ],
    [
      "@PrimaryColumn('varchar', { length: 2 }) code!: string;",
      { name: 'code', type: 'string', max: 2, key: 'given' },
    ],
    [
      "@PrimaryColumn('char', { length: 3 }) id!: string;",
      { type: 'string', max: 3, key: 'given' },
    ],
    ["@PrimaryColumn('integer') id!: number;", { name: 'id', type: 'integer', key: 'given' }],
    ["@PrimaryColumn('smallint') id!: number;", { name: 'id', type: 'integer', key: 'given' }],
    ["@Column('uuid', { primary: true }) id!: string;", { name: 'id', type: 'uuid', key: 'given' }],
    [
      "@Field({ min: 2, pattern: '^a' })\n@PrimaryColumn({ type: 'varchar' }) code!: string;",
      { name: 'code', type: 'string', min: 2, max: null, pattern: '^a', key: 'given' },
    ],
  ])('is a field: %s', (member, field) => {
    const own = `@Column('varchar') title!: string;\n${member}`;
    const [key, title] = fieldsOf(own);
    expect(key).toMatchObject({ required: true, unique: false, default: null, ...field });
    expect(title).toMatchObject({ name: 'title', key: null });
  });

  it.each([
    ["import { v7 as uuidv7 } from 'uuid';", 'uuidv7', 'v7'],
    ["import { v4 } from 'uuid';", 'v4', 'v4'],
    ["import { randomUUID as made } from 'node:crypto';", 'made', 'v4'],
    ["import { ulid } from 'ulid';", 'ulid', 'v7'],
    ['', '() => newKey()', 'v7'],
  ])('may be made by a function of the service: %s %s', (imports, makes, key) => {
    const member = `@Field({ makes: ${makes} })\n@PrimaryColumn('uuid') id!: string;`;
    expect(fieldsOf(member, imports)).toMatchObject([{ name: 'id', key }]);
  });
});

describe('a primary key whose options are computed', () => {
  const text = classOf('Track', '@PrimaryColumn({ ...options }) code!: string;');
  const files = new Map([['src/track.ts', text]]);

  it('is an error in a class that crudgen has never read', () => {
    expect(readProject(files).problems).toMatchObject([
      { code: 'unreadable-member', severity: 'warning' },
      {
        code: 'primary-key',
        message:
          'the primary key `Track.code` cannot be read: the options of @PrimaryColumn are computed at run time',
      },
    ]);
  });

  it('stays as crudgen last knew it', () => {
    const before = classOf('Track', "@PrimaryColumn('varchar', { length: 2 }) code!: string;");
    const { app, problems } = readProject(files, { base: new Map([['src/track.ts', before]]) });
    expect(app.models[0]!.fields).toMatchObject([{ name: 'code', type: 'string', key: 'given' }]);
    expect(problems).toMatchObject([{ code: 'unreadable-member' }]);
  });
});

describe('a reference to a natural key', () => {
  const country = classOf('Country', "@PrimaryColumn('varchar', { length: 2 }) code!: string;");
  const city = (members: string) =>
    read(country, classOf('City', `@PrimaryGeneratedColumn() id!: number;\n${members}`));
  const relation = (join: string) =>
    `@ManyToOne(() => Country) ${join} country?: Relation<Country>;`;
  const column = "@Column('varchar', { length: 2 }) country_id!: string;\n";

  it.each([
    "@JoinColumn({ name: 'country_id' })",
    "@JoinColumn({ name: 'country_id', referencedColumnName: 'code' })",
  ])('is read: %s', (join) => {
    const { app, problems } = city(column + relation(join));
    expect(problems).toEqual([]);
    expect(app.models[1]!.fields).toMatchObject([
      { name: 'country_id', type: 'ref', required: true, reference: { model: 'Country' } },
    ]);
  });

  it('has the column that TypeORM names after the key', () => {
    const { app, problems } = city(`@Index(['country'])\n${relation('')}`);
    expect(problems).toEqual([]);
    expect(app.models[1]!.fields).toMatchObject([{ column: 'countryCode', type: 'ref' }]);
  });

  it.each([
    ['a name', "name: 'country_id', referencedColumnName: 'iso'", 'country_id'],
    ['the name of TypeORM', "referencedColumnName: 'iso'", 'countryIso'],
  ])('may lead to a unique column, with %s', (_, options, name) => {
    const { app, problems } = read(
      classOf(
        'Country',
        `@PrimaryColumn('varchar', { length: 2 }) code!: string;
@Column('varchar', { length: 3, unique: true }) iso!: string;`,
      ),
      classOf(
        'City',
        `@PrimaryGeneratedColumn() id!: number;
@Column('varchar', { length: 3 }) ${name}!: string;
@ManyToOne(() => Country, { onDelete: 'RESTRICT' }) @JoinColumn({ ${options} }) country?: Relation<Country>;`,
      ),
    );
    expect(problems).toEqual([]);
    expect(app.models[1]!.fields).toMatchObject([
      { name, type: 'ref', required: true, reference: { model: 'Country', to: 'iso' } },
    ]);
  });

  it('leads to the key, whatever names it', () => {
    const { app, problems } = city(
      column + relation("@JoinColumn({ name: 'country_id', referencedColumnName: 'code' })"),
    );
    expect(problems).toEqual([]);
    expect(app.models[1]!.fields[0]!.reference).not.toHaveProperty('to');
  });

  it('is refused if it leads to a column that names no single row', () => {
    const { problems } = city(
      column + relation("@JoinColumn({ name: 'country_id', referencedColumnName: 'iso' })"),
    );
    expect(problems).toMatchObject([
      {
        code: 'bad-to',
        message: '`Country` has no field `iso`',
      },
    ]);
  });

  it('is refused if its column is of another type than the one to which it leads', () => {
    const { problems } = read(
      classOf(
        'Country',
        `@PrimaryGeneratedColumn() id!: number;
@Column('varchar', { length: 3, unique: true }) iso!: string;`,
      ),
      classOf(
        'City',
        `@PrimaryGeneratedColumn() id!: number;
@Column('integer') country_id!: number;
@ManyToOne(() => Country) @JoinColumn({ name: 'country_id', referencedColumnName: 'iso' }) country?: Relation<Country>;`,
      ),
    );
    expect(problems).toMatchObject([
      {
        code: 'key-type',
        message: '`City.country_id` is an integer, but `Country.iso` is a text of 3 characters',
      },
    ]);
  });

  it('has a join table', () => {
    const join = `@JoinTable({ name: 'city_countries', joinColumn: { name: 'city_id', referencedColumnName: 'id' }, inverseJoinColumn: { name: 'country_id', referencedColumnName: 'code' } })`;
    const { app, problems } = city(
      `@ManyToMany(() => Country) ${join} countries?: Relation<Country[]>;`,
    );
    expect(problems).toEqual([]);
    expect(app.models[1]!.fields).toMatchObject([{ name: 'countries', type: 'refs' }]);
  });

  it.each([
    [
      "@Column('integer') country_id!: number;",
      '`City.country_id` is an integer, but the primary key of `Country` is a text of 2 characters',
      "write `@Column('varchar', { length: 2 })`, and the type `string`",
    ],
    [
      "@Column('varchar', { nullable: true }) country_id!: string | null;",
      '`City.country_id` is a text of 255 characters, but the primary key of `Country` is a text of 2 characters',
      "write `@Column('varchar', { length: 2 })`, and the type `string | null`",
    ],
  ])('needs a column of the type of the key: %s', (own, message, help) => {
    const { problems } = city(`${own}\n${relation("@JoinColumn({ name: 'country_id' })")}`);
    expect(problems).toMatchObject([{ code: 'key-type', message, help }]);
    expect(problems[0]!.severity).toBeUndefined();
  });
});

describe('a primary key of several columns', () => {
  const order = classOf('Order', "@PrimaryColumn('varchar', { length: 2 }) no!: string;");
  const relation =
    "@ManyToOne(() => Order) @JoinColumn({ name: 'order_no' }) order?: Relation<Order>;";
  const item = (members: string) => read(order, classOf('Item', members));

  it.each([
    `@PrimaryColumn('varchar', { length: 2 }) order_no!: string;\n${relation}\n@PrimaryColumn('smallint') line!: number;`,
    `${relation}\n@PrimaryColumn('char', { length: 2, name: 'order_no' }) orderNo!: string;\n@Column('int', { primary: true }) line!: number;`,
  ])('is read with its references: %s', (members) => {
    const { app, problems } = item(members);
    expect(problems).toEqual([]);
    expect(app.models[1]!.fields).toMatchObject([
      { column: 'order_no', type: 'ref', key: 'given', required: true, unique: false },
      { column: 'line', type: 'integer', key: 'given', required: true, unique: false },
    ]);
  });

  it('needs references of the types of their keys', () => {
    const { problems } = item(
      `@PrimaryColumn('integer') order_no!: number;\n${relation}\n@PrimaryColumn('integer') line!: number;`,
    );
    expect(problems).toMatchObject([
      {
        code: 'key-type',
        message:
          '`Item.order_no` is an integer, but the primary key of `Order` is a text of 2 characters',
        help: "write `@PrimaryColumn('varchar', { length: 2 })`, and the type `string`",
      },
    ]);
  });

  it('has no references of one column to it', () => {
    const { problems } = read(
      classOf(
        'Item',
        "@PrimaryColumn('integer') a!: number;\n@PrimaryColumn('integer') b!: number;",
      ),
      classOf(
        'Note',
        "@PrimaryGeneratedColumn() id!: number;\n@Column('integer') item_id!: number;\n@ManyToOne(() => Item) @JoinColumn({ name: 'item_id' }) item?: Relation<Item>;",
      ),
    );
    expect(problems).toMatchObject([
      {
        code: 'bad-key',
        message: '`Note.item_id` has one column, but the key of `Item` has several: a, b',
        help: "name a column of this table for each: `@JoinColumn([{ name: 'item_a', referencedColumnName: 'a' }, { name: 'item_b', referencedColumnName: 'b' }])`",
      },
    ]);
  });
});

it('needs the column of a user to be a whole number', () => {
  const members = `@PrimaryGeneratedColumn() id!: number;
@Column('uuid') owner_id!: string;
@ManyToOne(() => User) @JoinColumn({ name: 'owner_id' }) owner?: Relation<User>;`;
  const { problems } = read(classOf('Note', members, "import { User } from '#engine';"));
  expect(problems).toMatchObject([
    {
      code: 'key-type',
      message: '`Note.owner_id` is a uuid, but the primary key of `User` is an integer',
      help: "write `@Column('integer')`, and the type `number`",
    },
  ]);
});
