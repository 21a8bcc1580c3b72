import { expect, test } from 'vitest';
import { refusedEntities } from '../../../src/code/refused-entities.js';

const HOUSE = 'src/models/tree-house/tree-house.model.ts';

const told = (files: Readonly<Record<string, string>>) =>
  refusedEntities(new Map(Object.entries(files))).map(({ code, at, message, help }) => {
    expect(code).toBe('refused-entity');
    return [
      `${at!.file}:${at!.line}`,
      message.replace(', so the service does not start', ''),
      help,
    ];
  });

const entity = (imports: string, members: string, over = "@Entity('tree_house')") =>
  `import { ${imports} } from 'typeorm';\n${over}\nexport class TreeHouse {\n${members}\n}\n`;

test('listeners are named with their hooks', () => {
  const text = entity(
    'BeforeInsert, AfterLoad as Loaded, Column, Entity',
    "  @Column('varchar') name!: string;\n  @BeforeInsert() trim() {}\n  @Loaded() shout() {}",
  );
  expect(told({ [HOUSE]: text })).toEqual([
    [
      `${HOUSE}:5`,
      'nothing calls @BeforeInsert over `TreeHouse.trim`',
      'write the hook `beforeSave`, for the operation `create`, in src/models/tree-house/tree-house.hooks.ts (crudgen hooks add TreeHouse)',
    ],
    [
      `${HOUSE}:6`,
      'nothing calls @Loaded over `TreeHouse.shout`',
      'write a computed field (`@Field({ computed })`), or the `transformer` of a column: docs/computed-field.md',
    ],
  ]);
});

test('embedded classes are named, and columns of types are not', () => {
  const text = entity(
    'Column, Entity',
    "  @Column(() => Address) address!: Address;\n  @Column(String) name!: string;\n  @Column('varchar') kind!: string;",
  );
  expect(told({ [HOUSE]: text })).toEqual([
    [
      `${HOUSE}:4`,
      '`TreeHouse.address` is an embedded class',
      'write its columns in TreeHouse, with the `name` that each has in the table',
    ],
  ]);
});

test('classes that share a table are named, and a base class is not', () => {
  const help = 'write one class with the columns of all of them, or a table for each class';
  const base = entity('Entity, TableInheritance', '', "@Entity('t')\n@TableInheritance({})");
  const child =
    "import { ChildEntity } from 'typeorm';\n@ChildEntity()\nexport class Nest extends TreeHouse {}\n";
  const plain =
    "import { Entity } from 'typeorm';\n@Entity('n')\nexport class Nest extends Base {}";
  const message = (name: string) => `\`${name}\` shares its table with other classes`;
  expect(told({ [HOUSE]: base, 'src/nest.ts': child })).toEqual([
    [`${HOUSE}:3`, message('TreeHouse'), help],
    ['src/nest.ts:2', message('Nest'), help],
  ]);
  expect(told({ 'src/nest.ts': plain })).toEqual([]);
});

test('subscribers are named with the hooks of the model that they listen to', () => {
  const subscriber = (body: string) =>
    `import { EventSubscriber } from 'typeorm';\n@EventSubscriber()\nexport class Stamp {\n${body}\n}\n`;
  const message = 'nothing calls `afterRemove` of the subscriber `Stamp`';
  const one = subscriber(
    '  listenTo() { return TreeHouse; }\n  afterRemove() {}\n  afterQuery() {}',
  );
  expect(told({ 'src/stamp.ts': one })).toEqual([
    [
      'src/stamp.ts:5',
      message,
      'write the hook `afterDelete`, in src/models/tree-house/tree-house.hooks.ts (crudgen hooks add TreeHouse)',
    ],
  ]);
  expect(told({ 'src/stamp.ts': subscriber('  afterRemove() {}') })).toEqual([
    ['src/stamp.ts:4', message, 'write the hook `afterDelete`, in the hooks of each model'],
  ]);
  expect(told({ 'src/stamp.ts': subscriber('  beforeQuery() {}') })).toEqual([]);
});

test("decorators of the developer's own, and code that is not the service's, are left alone", () => {
  const own = "import { Column } from 'typeorm';\nimport { BeforeInsert } from './own.js';\n";
  const files = {
    'src/own.ts': 'export const BeforeInsert = () => () => undefined;\n',
    'src/a.ts': `${own}export class A { @BeforeInsert() trim() {} }\n`,
    'engine/b.ts': entity('BeforeInsert, Entity', '  @BeforeInsert() trim() {}'),
  };
  expect(told(files)).toEqual([]);
});
