import { expect, it } from 'vitest';
import { refusals } from '../../../../templates/features/privacy/engine/privacy/check-rules.js';
import { Mentions } from '../../../../templates/features/privacy/engine/privacy/mentions.js';
import { Field, type FieldOptions } from '../../../../templates/service/engine/model/field.js';
import type { ColumnInfo } from '../../../../templates/service/engine/fields/column-info.js';
import type { ModelInfo } from '../../../../templates/service/engine/model/model-info.js';

const COLUMN = {
  ...{ name: 'one', column: 'one', type: 'string', role: 'data', nullable: true, default: null },
  ...{ values: [], enforce: false, min: null, max: 255, precision: null, scale: null },
  ...{ format: null, pattern: null, reference: null, transformer: null },
} as unknown as ColumnInfo;

/** Why a service does not start with a field of this kind. */
function refusalOf(personal: unknown, column: Partial<ColumnInfo> = {}): readonly string[] {
  class Thing {}
  Field({ personal } as FieldOptions)(Thing.prototype, 'one');
  const info = { ...COLUMN, ...column };
  const model = { name: 'Thing', entity: Thing, links: [], actions: ['edit'] };
  return refusals([{ ...model, column: new Map([['one', info]]) } as unknown as ModelInfo]);
}

it.each([
  [true, {}],
  ['replace', { nullable: false }],
  ['replace=1900-01-01', { type: 'date' }],
  ['keep=tax law, 10 years', { nullable: false, role: 'series' }],
  ['delete', { role: 'series' }],
] as const)('a field can say %s', (personal, column) => {
  expect(refusalOf(personal, column as Partial<ColumnInfo>)).toEqual([]);
});

it.each([
  ['erase', {}, 'must be true, replace'],
  [true, { nullable: false }, 'it is required'],
  ['keep=', {}, 'needs a reason'],
  ['follow', {}, 'is for references'],
  ['replace', { type: 'date' }, 'only you know'],
  ['replace', { pattern: '^a' }, 'only you know'],
  ['replace=soon', { type: 'date' }, 'soon is no value of it'],
  [true, { role: 'series' }, 'nobody writes its values'],
] as const)('a service does not start where a field says %s of %o', (personal, column, reason) => {
  const [refusal] = refusalOf(personal, column as Partial<ColumnInfo>);
  expect(refusal).toMatch(/^Thing\.one: /);
  expect(refusal).toContain(reason);
});

const person = new Mentions([
  'Anna',
  'Bauer',
  'anna.bauer@example.com',
  '0151-4711',
  'Long Street 5',
]);

it.each([
  'write to Anna.Bauer@example.com',
  '{"to":["anna.bauer@example.com"]}',
  '{"text":"Dear Anna Bauer"}',
  'call 0151-4711 today',
  '["LONG STREET 5"]',
  'Bauer, Anna',
])('%s is about the person', (text) => {
  expect(person.areIn(text)).toBe(true);
});

it.each([
  'Dear Anna Schmidt',
  '{"to":"anna@example.com"}',
  'Annaberg, Bauernhof',
  '{"id":4711}',
  '',
])('%s may be about somebody else', (text) => {
  expect(person.areIn(text)).toBe(false);
});
