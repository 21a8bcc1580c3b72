import { describe, expect, it } from 'vitest';
import { changeModelField } from '../../../src/cli/commands/model-change-field.js';
import {
  addModelFields,
  removeModelField,
  renameModelField,
} from '../../../src/cli/commands/model-fields.js';
import { removeWholeModel, renameWholeModel } from '../../../src/cli/commands/model-rename.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { Refusal } from '../../../src/problem.js';
import { openProject } from '../../../src/project/open/open-project.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { renderExample } from '../../golden/example.js';
import { useProject } from './project.js';

const app = appOfSpec(
  'shop',
  `models:
  Order: { fields: { number: string:required } }
  Part: { fields: { name: string:required, price: 'decimal=10,2' } }
  OrderLine:
    fields:
      order: ref=Order:lines:as=lines
      position: integer
      part: ref=Part:required
      price: decimal=10,2:required:from=part.price
  Bill: { timestamps: false, fields: { number: string:required } }
  BillItem: { fields: { bill: ref=Bill:required, order: ref=Order, amount: integer } }
`,
);
const project = useProject(renderExample('task-manager', undefined, app));
const ORDER = 'src/models/order/order.model.ts';
const LINE = 'src/models/order-line/order-line.model.ts';
const INVERSE = `  @Field({ lines: true })
  @OneToMany(() => OrderLine, (orderLine) => orderLine.order)
  lines?: Relation<OrderLine[]>;
`;

/** What a command refuses with. */
async function refused(work: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await work.then(() => null).catch((thrown: unknown) => thrown);
  if (!(error instanceof Refusal)) throw new Error('it was not refused');
  return error.problems.map(({ message, help }) => `${message}; ${help}`);
}

/** What is wrong with the code of the project, with its line. */
async function problemsIn(): Promise<string[]> {
  const { problems } = await openProject(project.root());
  return problems.flatMap(({ at, message }) =>
    at ? [`${at.file.replace(/^.*\//, '')}:${at.line} ${message}`] : [],
  );
}

const change = (model: string, text: string, options: { dropData?: boolean } = {}) =>
  changeModelField(project.context(), model, [text], options);

describe('lines in a project', () => {
  it('are said over the relation to them, and the source of a field over its column', () => {
    expect(project.read(ORDER)).toContain(INVERSE);
    expect(project.read(ORDER)).toContain("import { DATETIME, Field, Model } from '#engine';");
    expect(project.read(LINE)).toContain(
      "(order) => order.lines, { onDelete: 'CASCADE' })\n  @JoinColumn({ name: 'order_id' })",
    );
    expect(project.read(LINE)).toContain("  @Field({ from: 'part.price' })\n  @Column('decimal'");
  });

  it('are switched off and on, next to what their owner wrote', async () => {
    const migrations = project.files('src/database/migrations');
    const own = '  // Mine.\n  @Field({ lines: true })';
    project.edit(ORDER, (text) => text.replace('  @Field({ lines: true })', own));
    expect(await change('OrderLine', 'order:-lines')).toBe(0);
    expect(project.read(ORDER)).not.toContain('@Field');
    expect(project.read(ORDER)).not.toContain('Field,');
    // Nothing of the tables changes: the reference stays what it was.
    expect(project.read(LINE)).toContain("{ onDelete: 'CASCADE' }");
    expect(await change('OrderLine', 'order:lines')).toBe(0);
    expect(project.read(ORDER)).toContain('@Field({ lines: true })\n  @OneToMany(() => OrderLine,');
    expect(project.files('src/database/migrations')).toEqual(migrations);
    expect(await change('OrderLine', 'order:lines')).toBe(0);
  });

  it('make a reference required and cascading, which the tables are brought to', async () => {
    expect(await change('BillItem', 'order:lines', { dropData: true })).toBe(0);
    expect(project.migration()).toContain("onDelete: 'cascade'");
    const entity = project.read('src/models/bill-item/bill-item.model.ts');
    expect(entity).toContain("  @Column('integer')\n  order_id!: number;");
    expect(entity).toContain("(order) => order.bill_items, { onDelete: 'CASCADE' })");
    expect(project.read(ORDER)).toContain(
      '@Field({ lines: true })\n  @OneToMany(() => BillItem, (billItem) => billItem.order)\n  bill_items?',
    );
    expect(await sync(project.context(), {})).toBe(0);
  });

  it('are refused where they cannot be', async () => {
    expect(await refused(change('BillItem', 'bill:lines'))).toEqual([
      '`Bill` has no `updated_at`, which has to change with each line; give `Bill` timestamps or a field such as `changed_on:datetime:updated`, or remove `lines`',
    ]);
    expect(await refused(change('OrderLine', 'part:lines'))).toEqual([
      'rows of `OrderLine` are already lines of `Order` by `order`; remove `lines` from one of the two references: rows can be lines of one model only',
    ]);
    expect(await refused(change('OrderLine', 'order:-required'))).toEqual([
      'a line always belongs to a row, so its reference is required; add `-lines`, or leave out `-required`',
    ]);
    const text = 'order:ref=Order:lines';
    const context = project.context({ args: ['model', 'add-field', 'BillItem', text] });
    const add = addModelFields(context, 'BillItem', [text], {});
    expect((await refused(add))[0]).toBe(
      '`BillItem` already has a field `order_id`; to change it: crudgen model change-field BillItem order:ref=Order:lines',
    );
  });

  it('stay through the rename of either model', async () => {
    expect(await renameWholeModel(project.context(), 'OrderLine', 'OrderItem', {})).toBe(0);
    expect(project.read(ORDER)).toContain(
      '  @Field({ lines: true })\n  @OneToMany(() => OrderItem, (orderItem) => orderItem.order)\n  lines?',
    );
    expect(await renameWholeModel(project.context(), 'Order', 'Purchase', {})).toBe(0);
    expect(project.read('src/models/purchase/purchase.model.ts')).toContain(
      '  @Field({ lines: true })\n  @OneToMany(() => OrderItem',
    );
    expect(await problemsIn()).toEqual([]);
  });

  it('go with their reference', async () => {
    expect(
      await removeModelField(project.context(), 'OrderLine', 'order', { dropData: true }),
    ).toBe(0);
    expect(project.read(ORDER)).not.toContain('lines');
  });
});

describe('a source in a project', () => {
  it('follows the names of its relation and of its field', async () => {
    expect(await renameModelField(project.context(), 'Part', 'price', 'unit_price', {})).toBe(0);
    expect(project.read(LINE)).toContain("@Field({ from: 'part.unit_price' })");
    expect(await renameModelField(project.context(), 'OrderLine', 'part', 'component', {})).toBe(0);
    expect(project.read(LINE)).toContain("@Field({ from: 'component.unit_price' })");
    expect(await renameModelField(project.context(), 'OrderLine', 'price', 'cost', {})).toBe(0);
    expect(project.read(LINE)).toMatch(/from: 'component\.unit_price' \}\)\n.*\n {2}cost!/);
    expect(await renameWholeModel(project.context(), 'Part', 'Component', {})).toBe(0);
    expect(await problemsIn()).toEqual([]);
  });

  it('follows them in the words of their owner', async () => {
    project.edit(LINE, (text) =>
      text.replace("@Field({ from: 'part.price' })", '@Field({ from: "part.price", min: 0 })'),
    );
    expect(await renameModelField(project.context(), 'Part', 'price', 'unit_price', {})).toBe(0);
    expect(project.read(LINE)).toMatch(/@Field\(\{ from: ['"]part\.unit_price['"], min: 0 \}\)/);
  });

  it.each([
    ['its field', () => removeModelField(project.context(), 'Part', 'price', { dropData: true })],
    [
      'its relation',
      () => removeModelField(project.context(), 'OrderLine', 'part', { dropData: true }),
    ],
    ['its model', () => removeWholeModel(project.context(), 'Part', { dropData: true })],
  ])('goes with %s', async (_, remove) => {
    expect(await remove()).toBe(0);
    expect(project.read(LINE)).not.toContain('from:');
    expect(await problemsIn()).toEqual([]);
  });

  it('is set and removed, and stays a value of its type', async () => {
    expect(await change('OrderLine', 'price:-from')).toBe(0);
    expect(project.read(LINE)).not.toContain('from:');
    expect(await change('OrderLine', 'price:from=part_id.price')).toBe(0);
    expect(project.read(LINE)).toContain("@Field({ from: 'part.price' })");
    const fault =
      '`OrderLine.price` is decimal, but `Part.price` is float; give both fields one type, or remove `from`';
    expect(await refused(change('Part', 'price:float'))).toEqual([fault]);
  });
});

describe('what the code says of lines and sources', () => {
  it('is read whoever wrote it, and changes no tables', async () => {
    project.edit(ORDER, (text) => text.replace('  @Field({ lines: true })\n', ''));
    expect(await sync(project.context(), {})).toBe(0);
    const open = async () => (await openProject(project.root())).project.app.models;
    const lineOf = async () =>
      (await open()).find(({ name }) => name === 'OrderLine')!.fields[0]!.reference;
    expect(await lineOf()).toMatchObject({ lines: false, onDelete: 'cascade' });
    project.edit(ORDER, (text) =>
      text
        .replace('import { OneToMany,', "import { Field } from '#engine';\nimport { OneToMany,")
        .replace(
          '  @OneToMany(() => OrderLine',
          '  @Field({ lines: !0 as true })\n  @OneToMany(() => OrderLine',
        ),
    );
    // What cannot be read is as crudgen last knew it.
    expect(await lineOf()).toMatchObject({ lines: false });
    project.edit(ORDER, (text) => text.replace('!0 as true', 'true'));
    expect(await lineOf()).toMatchObject({ lines: true });
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(ORDER)).toContain(
      '  @Field({ lines: true })\n  @OneToMany(() => OrderLine',
    );
    expect(await problemsIn()).toEqual([]);
  });

  it.each([
    [
      'a reference that may be empty',
      LINE,
      "@Column('integer')\n  order_id!: number;",
      "@Column('integer', { nullable: true })\n  order_id!: number | null;",
      /^order\.model\.ts:\d+ `order` may be empty, but each line needs a row$/,
    ],
    [
      'a reference that keeps the lines',
      LINE,
      "(order) => order.lines, { onDelete: 'CASCADE' }",
      "(order) => order.lines, { onDelete: 'RESTRICT' }",
      /^order\.model\.ts:\d+ `order` has an `on_delete` other than `cascade`, but lines are deleted with their row$/,
    ],
    [
      'a reference that does not know of them',
      LINE,
      '() => Order, (order) => order.lines,',
      '() => Order,',
      /^order\.model\.ts:\d+ `OrderLine\.order` does not name the relation from `Order` to its lines$/,
    ],
    [
      'lines over a column',
      ORDER,
      "  @Column('varchar', { length: 255 })",
      "  @Field({ lines: true })\n  @Column('varchar', { length: 255 })",
      /^order\.model\.ts:\d+ `Order\.number` cannot have `lines`: it is not a @OneToMany$/,
    ],
    [
      'a row without its time',
      ORDER,
      '  @UpdateDateColumn({ type: DATETIME, precision: 3 })\n  updated_at!: Date;\n',
      '',
      /^order\.model\.ts:\d+ `Order` has no `updated_at`, which has to change with each line$/,
    ],
    [
      'a source by no reference',
      LINE,
      "from: 'part.price'",
      "from: 'piece.price'",
      /^order-line\.model\.ts:\d+ `OrderLine` has no reference `piece`$/,
    ],
    [
      'a source that is no field',
      LINE,
      "from: 'part.price'",
      "from: 'part.cost'",
      /^order-line\.model\.ts:\d+ `Part` has no field `cost`$/,
    ],
    [
      'a source that names nothing',
      LINE,
      "from: 'part.price'",
      "from: 'part'",
      /^order-line\.model\.ts:\d+ `part` is not a valid source$/,
    ],
  ])('is refused with its place: %s', async (_, path, old, now, fault) => {
    project.edit(path, (text) => text.replace(old, now));
    expect(await problemsIn()).toEqual([expect.stringMatching(fault)]);
  });

  it('is mended by commands, which other faults do not keep from their work', async () => {
    project.edit(LINE, (text) => text.replace("from: 'part.price'", "from: 'part.cost'"));
    project.edit(ORDER, (text) =>
      text.replace('  @Column', '  @Field({ lines: true })\n  @Column'),
    );
    expect(await change('Part', 'name:index')).toBe(0);
    expect(await refused(change('OrderLine', 'price:-required'))).toEqual([
      '`Part` has no field `cost`; known: price',
    ]);
    expect(await change('OrderLine', 'price:-from')).toBe(0);
    expect(await problemsIn()).toEqual([
      expect.stringMatching(
        /^order\.model\.ts:\d+ `Order\.number` cannot have `lines`: it is not a @OneToMany$/,
      ),
    ]);
  });

  it('is not judged by a class that cannot be read', async () => {
    const part = 'src/models/part/part.model.ts';
    project.edit(LINE, (text) => text.replace("from: 'part.price'", "from: 'part.cost'"));
    project.edit(part, (text) =>
      text.replace("  @Column('varchar'", "  @Own()\n  cost!: number;\n\n  @Column('varchar'"),
    );
    const found = await problemsIn();
    expect(found).toEqual([expect.stringMatching(/^part\.model\.ts:\d+ /)]);
  });
});
