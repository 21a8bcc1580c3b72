import type { Faker } from '@faker-js/faker';

/* Plain words that suit most businesses; `{...}` is filled in. */

const VERBS = [
  ...['Review', 'Update', 'Prepare', 'Check', 'Plan', 'Order', 'Replace', 'Compare', 'Collect'],
  ...['Discuss', 'Test', 'Describe', 'Send', 'Archive', 'Translate', 'Shorten', 'Publish', 'Sort'],
];

const THINGS = [
  ...['the monthly report', 'the delivery list', 'the price table', 'the contract with {company}'],
  ...['the meeting with {person}', 'the printed forms', 'the new website', 'the backup plan'],
  ...['the {department} catalogue', 'the answers of {company}', 'the photos for {company}'],
  ...[
    'the training for {person}',
    'the offer from {company}',
    'the spare parts',
    'the old archive',
  ],
  ...['the figures for {month}', 'the schedule for {month}', 'the guide for new colleagues'],
];

const SENTENCES = [
  'Agreed with {person} on the next steps.',
  'Waiting for an answer from {company}.',
  'Needs a second look before the end of {month}.',
  'The {department} team asked for this.',
  'See the notes of the last meeting.',
  'The costs are covered by the current budget.',
  'Started later than planned, because a delivery was missing.',
  'Please check the figures again.',
  '{person} takes it over next week.',
  'Nothing unusual so far.',
  'Most of it is done; the rest follows in {month}.',
  'Replaces the version that {company} sent.',
  'To be repeated every year in {month}.',
  'The first try did not work out, the second one did.',
];

/** A short title, such as `Prepare the figures for May`. */
export const titleText = (faker: Faker): string =>
  `${pick(faker, VERBS)} ${fill(faker, pick(faker, THINGS))}`;

/** One to three sentences. */
export const proseText = (faker: Faker): string =>
  Array.from({ length: faker.number.int({ min: 1, max: 3 }) }, () =>
    fill(faker, pick(faker, SENTENCES)),
  ).join(' ');

/** A name for anything, such as `Amber falcon`. */
export function codeName(faker: Faker): string {
  const text = `${faker.color.human()} ${faker.animal.type()}`;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const SLOTS: Readonly<Record<string, (faker: Faker) => string>> = {
  company: (faker) => faker.company.name(),
  person: (faker) => faker.person.firstName(),
  department: (faker) => faker.commerce.department().toLowerCase(),
  month: (faker) => faker.date.month(),
};

const fill = (faker: Faker, text: string): string =>
  text.replace(/\{(\w+)\}/g, (_, slot: string) => SLOTS[slot]!(faker));

const pick = (faker: Faker, list: readonly string[]): string =>
  list[faker.number.int(list.length - 1)]!;
