import { expect, test } from 'vitest';
import { spokenName, withArticle } from '../../problem/problem.js';

test.each([
  ...[
    'a Task',
    'a User',
    'a Unit',
    'a Utility',
    'a House',
    'a OneTimeCode',
    'a European',
    'a uuid',
  ],
  ...['an Agent', 'an Order', 'an Umbrella', 'an Update', 'an Hour', 'an integer'],
])('%s', (text) => {
  expect(withArticle(text.split(' ')[1]!)).toBe(text);
});

test.each([
  ['Task', 'task'],
  ['OrderLine', 'order line'],
  ['HTTPServer', 'HTTP server'],
  ['UserAPIKey', 'user API key'],
  ['VatRate', 'VAT rate'],
  ['Vat', 'VAT'],
  ['Private', 'private'],
])('a sentence has %s as %s', (name, spoken) => {
  expect(spokenName(name)).toBe(spoken);
});
