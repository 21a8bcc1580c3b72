import type { Faker } from '@faker-js/faker';
import { pick } from './pick.js';

/* Plain words that suit most businesses; `{...}` is filled in. Half of the time per row was spent in faker's own names here. */

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
].map(parts);

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
].map(parts);

const PEOPLE = [
  ...['Ada', 'Ben', 'Chloe', 'David', 'Elif', 'Farah', 'George', 'Hana', 'Ivan', 'Joana', 'Kofi'],
  ...['Lena', 'Marco', 'Nadia', 'Oscar', 'Paula', 'Quentin', 'Rosa', 'Sam', 'Tariq', 'Ursula'],
  ...['Victor', 'Wendy', 'Xenia', 'Yusuf', 'Zoe'],
];
const FAMILIES = [
  ...['Abbott', 'Berg', 'Costa', 'Dvorak', 'Evans', 'Fischer', 'Grant', 'Hansen', 'Ito', 'Jansen'],
  ...['Keller', 'Lopez', 'Moreau', 'Novak', 'Okafor', 'Patel', 'Quinn', 'Rossi', 'Silva', 'Turner'],
  ...['Urban', 'Vargas', 'Weber', 'Young', 'Zimmer'],
];
const FIRMS = ['Ltd', 'Group', 'and Sons', 'Partners', 'Works', 'Services', 'Trading'];
const DEPARTMENTS = [
  'sales',
  'purchasing',
  'garden',
  'sports',
  'music',
  'kitchen',
  'tools',
  'toys',
];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];

/** A short title, such as `Prepare the figures for May`. */
export const titleText = (faker: Faker): string =>
  [pick(faker, VERBS), fill(faker, pick(faker, THINGS))].join(' ');

/** One to three sentences. */
export function proseText(faker: Faker): string {
  const sentences: string[] = [];
  for (let more = faker.number.int(2); more >= 0; more--)
    sentences.push(fill(faker, pick(faker, SENTENCES)));
  return sentences.join(' ');
}

/** A name for anything, such as `Amber falcon`. */
export function codeName(faker: Faker): string {
  const text = `${faker.color.human()} ${faker.animal.type()}`;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const SLOTS: Readonly<Record<string, (faker: Faker) => string>> = {
  company: (faker) => `${pick(faker, FAMILIES)} ${pick(faker, FIRMS)}`,
  person: (faker) => pick(faker, PEOPLE),
  department: (faker) => pick(faker, DEPARTMENTS),
  month: (faker) => pick(faker, MONTHS),
};

/** A text split at its braces, so that every other part is a placeholder. */
function parts(text: string): readonly string[] {
  return text.split(/[{}]/);
}

/** Joined at once: a text built by concatenation would be flattened again when it is stored. */
const fill = (faker: Faker, words: readonly string[]): string =>
  words.map((word, at) => (at % 2 === 0 ? word : SLOTS[word]!(faker))).join('');
