import { Faker, en } from '@faker-js/faker';
import { expect, it } from 'vitest';
import { numberMaker } from '../../../../templates/tools/fake/number-values.js';
import { titleText } from '../../../../templates/tools/fake/sentences.js';
import { textMaker } from '../../../../templates/tools/fake/text-values.js';
import { column } from '../../../../templates/service/test/engine/fixtures/columns.js';

const state = (faker: Faker) => faker.location.state();
const jobTitle = (faker: Faker) => faker.person.jobTitle();

it.each([
  ['billing_state', state],
  ['BillingState', state],
  ['state', state],
  ['ContactTitle', jobTitle],
  ['contact_title', jobTitle],
  ['job_title', jobTitle],
  ['title', titleText],
  ['page_title', titleText],
  ['order_state', titleText],
  ['estate', titleText],
])('%s', (name, make) => {
  const named = { ...column('string'), name };
  const made = textMaker(named, 'Customer')(new Faker({ locale: [en], seed: 7 }));
  expect(made).toBe(make(new Faker({ locale: [en], seed: 7 })));
});

it.each(['Technician', 'Customer', 'Employee', 'Driver', 'Contact'])(
  'the name of a %s',
  (model) => {
    const make = textMaker({ ...column('string'), name: 'name' }, model);
    const person = new Faker({ locale: [en], seed: 7 }).person.fullName();
    expect(make(new Faker({ locale: [en], seed: 7 }))).toBe(person);
  },
);

it.each([
  ['hourly_rate', { min: 0 }, 20, 150],
  ['rate', { max: 1 }, 0, 1],
  ['tax_rate', {}, 0, 1],
  ['price', { min: 0 }, 5, 900],
  ['total', { max: 3 }, 0, 3],
  ['fee', { min: 0, max: 50 }, 5, 50],
  ['balance', { min: -100, max: 0 }, -100, 0],
])('%s within %j', (name, bounds, least, most) => {
  const make = numberMaker({ ...column('float'), name, ...bounds });
  const faker = new Faker({ locale: [en], seed: 7 });
  const values = Array.from({ length: 200 }, () => make(faker));
  expect(Math.min(...values)).toBeGreaterThanOrEqual(least);
  expect(Math.max(...values)).toBeLessThanOrEqual(most);
  expect(new Set(values).size).toBeGreaterThan(20);
});
