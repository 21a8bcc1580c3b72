import { describe, expect, it } from 'vitest';
import { checkValue } from '../../../../templates/service/engine/fields/check-value.js';
import { defineRules } from '../../../../templates/service/engine/rules/index.js';
import {
  FAMILIES,
  FEMALE,
  MALE,
  JOB_TITLES,
} from '../../../../templates/tools/fake/words/people.js';
import { COUNTRIES } from '../../../../templates/tools/fake/words/places.js';
import { GARAGE } from '../../../../templates/tools/fake/words/hand-trades.js';
import { MAKERS } from '../../../../templates/tools/fake/words/vehicles.js';
import { FIELD_TYPES } from '../../../../templates/features/engine-tests/engine/test/database/values-arbitrary.js';
import { NOW, field, madeRows } from '../fixtures/made-rows.js';

const values = (model: string, ...given: Parameters<typeof field>) =>
  madeRows(model, [field(...given)], { project: [model, 'Vehicle', 'WorkOrder'] }).map(
    (row) => row[given[0]],
  );
const texts = (...given: Parameters<typeof values>) => values(...given) as string[];
const numbers = (...given: Parameters<typeof values>) => values(...given) as number[];
const share = (list: readonly unknown[], value: unknown): number =>
  list.filter((one) => one === value).length / list.length;

const PEOPLE = new RegExp(`^(${[...FEMALE, ...MALE].join('|')}) (${FAMILIES.join('|')})$`);
const TOWNS = COUNTRIES.flatMap(({ towns }) => towns);

describe('texts tell what their field and model are about', () => {
  it.each([
    ['Customer', 'name', PEOPLE],
    ['Mechanic', 'name', PEOPLE],
    ['Shipwright', 'name', PEOPLE],
    ['Order', 'customer', PEOPLE],
    ['Order', 'contactName', PEOPLE],
    ['Supplier', 'name', /^[A-Z].* (Group|Trading|& Sons|Works|[A-Z]\w+|& Partners)$/],
    ['Invoice', 'number', /^INV-202[56]-\d{4}$/],
    ['WorkOrder', 'number', /^WO-202[56]-\d{4}$/],
    ['Vehicle', 'plate', /^[A-Z]{3} \d{4}$/],
    ['Vehicle', 'vin', /^[A-HJ-NPR-Z0-9]{17}$/],
    ['Part', 'ean', /^40\d{11}$/],
    ['Customer', 'phone', /555-01\d\d$/],
    ['Customer', 'zip', /^\d{5}$/],
    ['Person', 'ip', /^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$/],
    ['Person', 'photo_url', /^https:\/\/images\.example\.com\/person\/\d+\.jpg$/],
    ['Supplier', 'website', /^https:\/\/www\.[a-z]+\.example$/],
    ['Customer', 'iban', /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/],
    ['Customer', 'currency', /^[A-Z]{3}$/],
    ['Part', 'unit', /^(pc|kg|m|l|box|set|pair|pack|hour)$/],
  ])('%s.%s', (model, name, form) => {
    for (const text of texts(model, name)) expect(text).toMatch(form);
  });

  it.each([
    ['Vehicle', 'make', MAKERS.map(({ name }) => name)],
    ['Vehicle', 'model', MAKERS.flatMap(({ models }) => models)],
    ['PartCategory', 'name', GARAGE.kinds],
    ['WorkOrder', 'title', GARAGE.work],
    ['Appointment', 'subject', GARAGE.visits],
    ['WorkOrder', 'complaint', GARAGE.faults],
    ['Supplier', 'ContactTitle', JOB_TITLES],
    ['Employee', 'position', GARAGE.jobs],
    ['Customer', 'BillingState', TOWNS.map(({ region }) => region)],
    ['Branch', 'city', TOWNS.map(({ city }) => city)],
  ])('%s.%s is one of its kind', (model, name, list) => {
    expect(list).toEqual(expect.arrayContaining([...new Set(texts(model, name))].map(plainName)));
  });

  /** Without what makes a name another one once all have been used. */
  const plainName = (text: string) => text.replace(/, [^,]+$/, '');

  it('a part is called differently for as long as there are names', () => {
    const made = texts('Part', 'name');
    expect(new Set(made.slice(0, GARAGE.goods.length)).size).toBe(GARAGE.goods.length);
    expect(new Set(made).size).toBe(made.length);
  });

  it('text fields hold English sentences, and strings whose field nobody knows few different values', () => {
    for (const text of texts('WorkOrder', 'notes', 'text')) expect(text).toMatch(/^[A-Z].*[.!?]$/);
    expect(new Set(texts('Widget', 'zorp')).size).toBeLessThan(12);
  });
});

describe('the fields of one row fit each other', () => {
  it('names, e-mail address and user name are those of one person', () => {
    const names = ['first_name', 'last_name', 'email', 'username', 'full_name'];
    for (const row of madeRows(
      'Employee',
      names.map((name) => field(name)),
    )) {
      const { first_name, last_name, email, full_name } = row as Record<string, string>;
      expect(full_name).toBe(`${first_name} ${last_name}`);
      const address = `${first_name}.${last_name}`.toLowerCase();
      expect(email).toBe(`${address}@example.com`);
      expect(row['username']).toBe(address);
    }
  });

  it('the address of a contact is that of the contact, that of a company its own', () => {
    const contact = [field('name'), field('contact_name'), field('contact_email')];
    for (const { contact_name, contact_email } of madeRows('Supplier', contact))
      expect(contact_email).toBe(
        `${String(contact_name).toLowerCase().replace(' ', '.')}@example.com`,
      );
    for (const { email, website } of madeRows('Supplier', [field('email'), field('website')]))
      expect(`info@${String(website).slice('https://www.'.length)}`).toBe(email);
  });

  it('city, region, country, zip and coordinates are of one place', () => {
    const names = ['billing_city', 'billing_state', 'billing_country'];
    const columns = [...names.map((name) => field(name)), field('latitude', 'float')];
    for (const row of madeRows('Customer', columns)) {
      const town = TOWNS.find(({ city }) => city === row['billing_city'])!;
      expect(row['billing_state']).toBe(town.region);
      expect(Math.abs((row['latitude'] as number) - town.latitude)).toBeLessThan(0.1);
      const country = COUNTRIES.find(({ towns }) => towns.includes(town))!;
      expect(row['billing_country']).toBe(country.name);
    }
  });

  it('a country by default has towns of its own', () => {
    const usual = { kind: 'value', value: 'Germany' } as const;
    const columns = [field('city'), field('country', 'string', { default: usual })];
    const rows = madeRows('Customer', columns);
    expect(
      share(
        rows.map(({ country }) => country),
        'Germany',
      ),
    ).toBeGreaterThan(0.6);
    const german = COUNTRIES.find(({ code }) => code === 'DE')!.towns.map(({ city }) => city);
    for (const { city, country } of rows)
      expect(german.includes(String(city))).toBe(country === 'Germany');
  });

  it('a model is one of its maker', () => {
    for (const { make, model } of madeRows('Vehicle', [field('make'), field('model')]))
      expect(MAKERS.find(({ name }) => name === make)!.models).toContain(model);
  });

  it('amounts add up', () => {
    const money = (name: string) => field(name, 'decimal', { precision: 12, scale: 2 });
    for (const { net, vat, total } of madeRows('Invoice', ['net', 'vat', 'total'].map(money)))
      expect(Number(net) + Number(vat)).toBeCloseTo(Number(total), 2);
    const line = [field('quantity', 'integer'), money('unit_price'), money('total')];
    for (const { quantity, unit_price, total } of madeRows('OrderLine', line))
      expect(Number(quantity) * Number(unit_price)).toBeCloseTo(Number(total), 2);
    for (const { price, cost } of madeRows('Part', [money('cost'), money('price')]))
      expect(Number(cost)).toBeLessThan(Number(price));
  });

  it('a slug is that of its title', () => {
    for (const { slug, title } of madeRows('Article', [field('slug'), field('title')]))
      expect(String(slug).replaceAll('-', '')).toBe(
        String(title)
          .toLowerCase()
          .replaceAll(/[^a-z0-9]/g, ''),
      );
  });
});

describe('numbers are of usual sizes', () => {
  it.each([
    ['hourly_rate', 'float', { min: 0 }, 20, 150],
    ['rate', 'float', { max: 1 }, 0, 1],
    ['tax_rate', 'float', {}, 0, 1],
    ['vat_rate', 'decimal', { precision: 4, scale: 2 }, 5, 20],
    ['discount', 'decimal', { precision: 5, scale: 2, min: 0, max: 100 }, 0, 20],
    ['price', 'float', { min: 0 }, 4, 320],
    ['total', 'float', { max: 3 }, -2400, 3],
    ['fee', 'float', { min: 0, max: 50 }, 4, 50],
    ['balance', 'float', { min: -100, max: 0 }, -100, 0],
    ['quantity', 'integer', { min: 1 }, 1, 10],
    ['rating', 'integer', {}, 1, 5],
    ['year', 'integer', {}, 2000, 2026],
    ['zorp', 'integer', { min: 1000, max: 1003 }, 1000, 1003],
    ['zorp', 'integer', { max: -5 }, -200, -5],
  ] as const)('%s as %s with %j', (name, type, bounds, least, most) => {
    const column = field(name, type, bounds);
    const made = numbers('Widget', name, type, bounds);
    for (const value of made) expect(checkValue(value, column)).toEqual({ value });
    expect(Math.min(...made)).toBeGreaterThanOrEqual(least);
    expect(Math.max(...made)).toBeLessThanOrEqual(most);
  });

  it('years and mileages of a vehicle belong together', () => {
    const rows = madeRows('Vehicle', [field('year', 'integer'), field('mileage', 'integer')]);
    const mean = (list: typeof rows) =>
      list.reduce((sum, { mileage }) => sum + Number(mileage), 0) / list.length;
    const old = rows.filter(({ year }) => Number(year) < 2016);
    const young = rows.filter(({ year }) => Number(year) > 2023);
    expect(mean(old)).toBeGreaterThan(2 * mean(young));
  });
});

describe('states, flags and moments tell one story', () => {
  const states = ['draft', 'open', 'paid', 'overdue', 'cancelled'];
  const status = field('status', 'enum', {
    values: states,
    enforce: true,
    default: { kind: 'value', value: 'draft' },
  });
  const at = (name: string) => field(name, 'datetime', { nullable: true });
  const rows = madeRows('Invoice', [
    ...[
      at('paid_at'),
      status,
      field('due_on', 'date'),
      field('created_at', 'datetime', { role: 'created' }),
    ],
    field('updated_at', 'datetime', { role: 'updated' }),
  ]) as readonly {
    status: string;
    paid_at: Date | null;
    due_on: string;
    created_at: Date;
    updated_at: Date;
  }[];

  it('all states occur, most rows are done, and the newest are not', () => {
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set(states));
    expect(
      share(
        rows.map((row) => row.status),
        'paid',
      ),
    ).toBeGreaterThan(0.5);
    expect(
      share(
        rows.slice(-8).map((row) => row.status),
        'paid',
      ),
    ).toBeLessThan(0.5);
  });

  it('paid_at is set where the row is paid, after it was made and before today', () => {
    for (const { status: state, paid_at, created_at } of rows) {
      expect(paid_at !== null).toBe(state === 'paid');
      if (paid_at === null) continue;
      expect(paid_at.getTime()).toBeGreaterThanOrEqual(created_at.getTime());
      expect(paid_at.getTime()).toBeLessThan(NOW);
    }
  });

  it('what is overdue was due, and what is open is mostly not', () => {
    const isPast = ({ due_on }: { due_on: string }) => Date.parse(due_on) < NOW;
    expect(rows.filter((row) => row.status === 'overdue').every(isPast)).toBe(true);
    const open = rows.filter((row) => row.status === 'open');
    expect(open.filter(isPast).length).toBeLessThan(open.length / 2);
  });

  it('rows come into being one after the other, and change afterwards', () => {
    const moments = rows.map(({ created_at }) => created_at.getTime());
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect(moments.at(-1)).toBeGreaterThan(NOW - 3 * 86_400_000);
    for (const { created_at, updated_at } of rows) {
      expect(updated_at.getTime()).toBeGreaterThanOrEqual(created_at.getTime());
      expect(updated_at.getTime()).toBeLessThanOrEqual(NOW);
    }
  });

  it('a flag is mostly its default, and never null where it has one', () => {
    for (const value of [true, false]) {
      const usual = { kind: 'value', value } as const;
      const made = values('Task', 'active', 'boolean', { nullable: true, default: usual });
      expect(made).not.toContain(null);
      expect(share(made, value)).toBeGreaterThan(0.75);
      expect(share(made, value)).toBeLessThan(0.95);
    }
    expect(share(values('Task', 'archived', 'boolean'), true)).toBeLessThan(0.25);
  });

  it('a moment with a flag of its name is set with it', () => {
    const flag = field('paid', 'boolean', { default: { kind: 'value', value: false } });
    for (const { paid, paid_on } of madeRows('Bill', [
      flag,
      field('paid_on', 'date', { nullable: true }),
    ]))
      expect(paid_on !== null).toBe(paid);
  });

  it('documented values are not spread evenly', () => {
    const made = values('Vehicle', 'fuel', 'enum', {
      values: ['petrol', 'diesel', 'gas', 'steam'],
    });
    expect(share(made, 'petrol')).toBeGreaterThan(0.35);
    expect(share(made, 'steam')).toBeGreaterThan(0.05);
  });
});

it.each([
  ['^[A-Z]{2}\\d{4}$', {}],
  ['^\\p{Lu}\\p{L}{2,5}$', {}],
  ['(foo|bar)-[^a-z]+$', { min: 9, max: 10 }],
  ['^(a|b)?c{2,5}[.]x*$', { min: 20 }],
  ['^[^@\\s]+@corp\\.example$', {}],
  ['^(?:\\+\\d{1,3} )?\\(\\d+\\) [\\d-]{4,}$', { max: 20 }],
])('a text has the form %s within %j', (pattern, bounds) => {
  const column = field('zorp', 'string', { pattern, ...bounds });
  for (const text of texts('Widget', 'zorp', 'string', { pattern, ...bounds }))
    expect(checkValue(text, column)).toEqual({ value: text });
});

it('a believable text stays where it has the form', () => {
  const made = texts('Vehicle', 'vin', 'string', { pattern: '^[A-HJ-NPR-Z0-9]{17}$' });
  const codes = MAKERS.map(({ code }) => code);
  for (const text of made) expect(codes).toContain(text.slice(0, 3));
});

it("rows keep a model's own rules, and none are made where there are none such", () => {
  const columns = [field('min_guests', 'integer'), field('quantity', 'integer')];
  const rules = defineRules<{ min_guests: number; quantity: number }>({
    quantity: ({ quantity }) => quantity! % 2 !== 0 && 'must be even',
  });
  for (const { quantity } of madeRows('Widget', columns, { rules }))
    expect(Number(quantity) % 2).toBe(0);
  const never = defineRules<{ quantity: number }>({ quantity: () => 'is never right' });
  expect(() => madeRows('Widget', columns, { rules: never })).toThrow(
    'its own rules refuse what is made up: quantity: is never right',
  );
});

it('the same seed makes the same rows, and another one others', () => {
  const columns = ['name', 'city', 'email', 'notes'].map((name) => field(name));
  const [first, again, other] = [7, 7, 8].map((seed) => madeRows('Customer', columns, { seed }));
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

it.each(FIELD_TYPES)('a field that nobody knows has values that a %s may have', (type) => {
  const column = field('zorp', type, type === 'enum' ? { values: ['a', 'b'], enforce: true } : {});
  for (const row of madeRows('Widget', [column]))
    expect(checkValue(row['zorp'], column)).toHaveProperty('value');
});
