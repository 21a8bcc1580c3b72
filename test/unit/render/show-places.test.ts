import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isSameText, mergeText } from '../../../src/merge/merge-text.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { linesOf, pageOf } from '../../support/page-of.js';

const ORDER = `
  Order:
    label: '{number} {title}'
    rows: { tenant: tenant, owner: created_by }
    fields:
      number: string:required:unique
      title: string:required
      status: enum=open,done:default=open
      remark: text
      channel: string
      placed_on: date
      due_on: date
      total: decimal=12,2
      vehicle: ref=Vehicle:required
      tags: refs=Tag
      created_by: ref=User
      tenant: ref=Tenant`;
const OTHERS = `
  Customer:
    fields: { name: string, phone: string, email: 'string:email', vat_id: string }
  Vehicle:
    label: '{plate}'
    fields: { plate: string, checked_on: date, customer: ref=Customer:required }
  Tag:
    fields: { name: string }
`;

const page = (spec: string, model = 'Order') =>
  pageOf(appOfSpec('shop', `models:${spec}`), model, 'show.tsx');

/** The elements that a function of a page returns. */
function elementsIn(text: string, name: string): readonly string[] {
  const body = text.slice(text.indexOf(`function ${name}(`));
  return linesOf(body.slice(0, body.indexOf('\n}'))).filter(
    (line) => /^<\/?[A-Z]/.test(line) && !/^<\/?ShowPage/.test(line),
  );
}

it('the head of a record has its state, and what is due, how much, and whose', () => {
  const text = page(ORDER + OTHERS);
  expect(text).toContain('state="status"');
  expect(elementsIn(text, 'Facts')).toEqual([
    '<DateDetail source="due_on" />',
    '<NumberDetail source="total" digits={2} />',
    '<ReferenceDetail source="vehicle_id" reference="vehicle" />',
  ]);
});

it('what is long to read is beside the lines, and what a record refers to is a card with how it is reached', () => {
  const text = page(ORDER + OTHERS);
  expect(elementsIn(text, 'Texts')).toEqual([
    '<Details>',
    '<LongTextDetail source="remark" />',
    '</Details>',
  ]);
  expect(elementsIn(text, 'Cards')).toEqual([
    '<ReferenceCard source="vehicle_id" reference="vehicle">',
    '<ReferenceCard source="customer_id" reference="customer">',
    '<PhoneDetail source="phone" />',
    '</ReferenceCard>',
    '<DateDetail source="checked_on" />',
    '</ReferenceCard>',
  ]);
});

it('parts of the title, the tenant and the timestamps are folded, and no field is said twice', () => {
  const text = page(ORDER + OTHERS);
  expect(elementsIn(text, 'OrderShow')).toEqual([
    '<TextDetail source="number" folded />',
    '<TextDetail source="title" folded />',
    '<TextDetail source="channel" />',
    '<DateDetail source="placed_on" />',
    '<ReferencesDetail source="tags" reference="tag" />',
    '<ReferenceDetail source="created_by_id" reference="user" />',
    '<ReferenceDetail source="tenant_id" reference="tenant" folded />',
    '<DatetimeDetail source="created_at" folded />',
    '<DatetimeDetail source="updated_at" folded />',
  ]);
  expect(text.replace(/\s+/g, ' ')).toContain(
    "stamps={{ created: 'created_at', updated: 'updated_at', by: 'created_by_id' }}",
  );
});

it('of a person it is asked first how they are reached', () => {
  expect(elementsIn(page(ORDER + OTHERS, 'Customer'), 'Facts')).toEqual([
    '<PhoneDetail source="phone" />',
    '<EmailDetail source="email" />',
  ]);
});

it('a record of which only an owner is known has no line for what its card says', () => {
  const text = page(
    `\n  Visit: { fields: { name: string, customer: ref=Customer } }${OTHERS}`,
    'Visit',
  );
  expect(text).not.toContain('function Facts');
  expect(elementsIn(text, 'Cards')[0]).toContain('source="customer_id"');
});

it('a page of few fields has no part that is empty', () => {
  const text = page('\n  Tag: { timestamps: false, fields: { name: string } }', 'Tag');
  expect(text).toContain('<ShowPage>');
  expect(text).not.toContain('function Facts');
});

it('an edited page keeps its edits when a field comes, and so does one of an earlier version', () => {
  const before = page(ORDER + OTHERS);
  const later = page(`${ORDER}\n      paid_on: date\n      rebate: text${OTHERS}`);
  const edited = (text: string) =>
    text
      .replace('source="channel"', 'source="channel" label="Came by"')
      .replace('<DateDetail source="due_on" />', '<DateDetail source="due_on" label="Until" />');
  expect(merged(before, edited(before), later)).toBe(edited(later));
  expect(isSameText(PATH, merged(FLAT, edited(FLAT), before), edited(before))).toBe(true);
});

const PATH = 'web/src/pages/order/order.show.tsx';

function merged(base: string, mine: string, next: string): string {
  const { merged: found, settled } = mergeText(PATH, { base, mine, next });
  expect(found.overlaps).toEqual([]);
  return settled.keepMine;
}

/** The page as crudgen before 0.9.0 wrote it: all fields in one grid. */
const FLAT = `import {
  ChoiceDetail,
  DateDetail,
  DatetimeDetail,
  LongTextDetail,
  NumberDetail,
  ReferenceDetail,
  ReferencesDetail,
  ShowPage,
  TextDetail,
} from '#ui';

/** The page of one order. */
export function OrderShow() {
  return (
    <ShowPage>
      <TextDetail source="number" />
      <TextDetail source="title" />
      <ChoiceDetail source="status" />
      <LongTextDetail source="remark" />
      <TextDetail source="channel" />
      <DateDetail source="placed_on" />
      <DateDetail source="due_on" />
      <NumberDetail source="total" digits={2} />
      <ReferenceDetail source="vehicle_id" reference="vehicle" />
      <ReferencesDetail source="tags" reference="tag" />
      <ReferenceDetail source="created_by_id" reference="user" />
      <ReferenceDetail source="tenant_id" reference="tenant" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}
`;

it('a page may have nothing but its head and related records, so that what else it has is optional', () => {
  const text = page(
    `
  Group: { fields: { number: string, label_text: text } }
  Member: { fields: { name: string, group: ref=Group:required } }`,
    'Group',
  );
  expect(text).toMatch(/<ShowPage\b[^]*related=\{<Related \/>\}/);
  const props = readFileSync('templates/features/admin/ui/components/show/show-page.tsx', 'utf8');
  expect(props).toContain('\n  children?: ReactNode;\n}');
});
