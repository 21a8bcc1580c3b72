import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  addModelFields,
  removeModelField,
  renameModelField,
} from '../../../src/cli/commands/model-fields.js';
import { useProject } from './project.js';

const LIST = 'web/src/pages/order/order.list.tsx';
const project = useProject('orders');

/** A page that has nothing of crudgen's any more. */
const PAGE = `import { useListContext } from 'react-admin';

interface Order {
  id: number;
  customer: string;
}

export function OrderList() {
  const { data = [] } = useListContext<Order>();
  const name = (one: Order) => one.customer;
  return (
    <ul title="customer">
      {data.map((one) => (
        <MyField key={one.id} source="customer" text={name(one)} />
      ))}
    </ul>
  );
}
`;
const JOB = `import { Order } from '../models/order/order.model.js';

export const fields = [{ name: 'customer' }];
export const late = (order: Order) => [order.customer, order.lines];
`;

/** What takes a field out of a record by its name, or says it in a literal. */
const RULES = `import { defineRules, type RecordOf } from '#engine/rules';
import type { Order } from './order.model.js';

export const rules = defineRules<Order>({
  total: ({ customer, total }) => customer === null && total !== null && 'says nobody',
});
export const short = ({ customer: name }: RecordOf<Order>) => name;
`;
const WORK = `import type { Crud, RecordOf } from '#engine';
import type { RecordOf as Json } from '#engine/rules';
import { Order } from './models/order/order.model.js';

export const rename = (system: Crud) =>
  system(Order).update(1, { customer: 'Ann' });
export const find = (crud: Crud) =>
  crud(Order).find({ where: { customer: 'Ann' }, order: { total: 'asc' } });
export const sorted = (crud: Crud) =>
  crud(Order).find({ order: { customer: 'asc' } });
export const told = ({ customer }: RecordOf<Order>) => customer;
export const name = ({ customer: one }: Json<Order>) => one;
`;

const said = (code: string) => project.said().filter((one) => one.code === code);

describe('a page that is entirely its developer`s', () => {
  it('stays as it is when fields come, and what it lacks is said', async () => {
    project.write(LIST, PAGE);
    const fields = ['phone:string', 'level:enum=low,high'];
    expect(await addModelFields(project.context(), 'Order', fields, {})).toBe(0);
    expect(project.read(LIST)).toBe(PAGE);
    expect(said('own-list')).toMatchObject([
      {
        severity: 'warning',
        message: expect.stringMatching(
          /order\.list\.tsx.*`<TextColumn source="phone" \/>`, `<ChoiceColumn source="level" \/>` to it$/,
        ),
      },
    ]);
    expect(project.read('web/src/pages/order/order.show.tsx')).toContain('source="phone"');
  });

  it('is no conflict when a field is renamed, and its uses are said, and no other words', async () => {
    project.write(LIST, PAGE);
    project.write('src/late.ts', JOB.replace('../', './'));
    expect(await renameModelField(project.context(), 'Order', 'customer', 'client', {})).toBe(0);
    expect(project.read(LIST)).toBe(PAGE);
    expect(said('old-name')).toMatchObject([
      {
        message: 'your own code still uses `customer` of `Order` in 4 places',
        help: `see src/late.ts:4, ${LIST}:5, ${LIST}:10, ${LIST}:14`,
      },
    ]);
  });

  it('and so are those of a field that goes', async () => {
    project.write('src/late.ts', JOB.replace('../', './'));
    const removal = removeModelField(project.context(), 'Order', 'customer', { dropData: true });
    expect(await removal).toBe(0);
    expect(said('old-name')).toMatchObject([
      {
        message: 'your own code still uses `customer` of `Order` in one place',
        help: 'see src/late.ts:4',
      },
    ]);
  });

  it('and so are lists and helpers in the folders of its model, by every text and key, and nowhere else', async () => {
    const list = project
      .read(LIST)
      .replace('export function', "const TEXTS = ['customer', 'notes'] as const;\n\n$&")
      .replace('</ListPage>', '{TEXTS.map((one) => (<TextColumn key={one} source={one} />))}\n$&');
    project.write(LIST, list);
    const test = 'src/models/order/order.test.ts';
    project.edit(test, (text) => `${text}\nexport const given = { customer: 'somebody' };\n`);
    project.write('src/late.ts', "export const given = { customer: 'customer' };\n");
    const rename = renameModelField(project.context(), 'Order', 'customer', 'client', {});
    expect(await rename).toBe(0);
    const lineOf = (path: string, text: string) =>
      `${path}:${project.read(path).split('\n').indexOf(text) + 1}`;
    const places = [
      lineOf(test, "export const given = { customer: 'somebody' };"),
      lineOf(LIST, "const TEXTS = ['customer', 'notes'] as const;"),
    ];
    expect(said('old-name')).toMatchObject([{ help: `see ${places.join(', ')}` }]);
  });
});

describe('code beside the pages', () => {
  it('is told of where it takes a renamed field out of a record, or says it in a literal', async () => {
    // The types of records are made of those of the language, which come with its package.
    symlinkSync(
      join(import.meta.dirname, '../../../node_modules'),
      join(project.root(), 'node_modules'),
    );
    project.write('src/models/order/order.rules.ts', RULES);
    project.write('src/work.ts', WORK);
    expect(await renameModelField(project.context(), 'Order', 'customer', 'client', {})).toBe(0);
    const [{ help = '' } = {}] = said('old-name');
    for (const place of [
      ...[5, 7].map((line) => `src/models/order/order.rules.ts:${line}`),
      ...[6, 8, 10, 11, 12].map((line) => `src/work.ts:${line}`),
    ])
      expect(help).toContain(place);
  });
});
