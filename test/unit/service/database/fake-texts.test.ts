import { Faker, en } from '@faker-js/faker';
import { expect, it } from 'vitest';
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
