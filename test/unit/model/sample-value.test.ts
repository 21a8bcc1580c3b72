import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Field, PLAIN_FIELD } from '../../../src/model/model.js';
import { sampleValues } from '../../../src/model/sample-value.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { checkValue } from '../../../templates/service/engine/fields/check-value.js';

/** What the service says of values of a field. */
const refused = (field: Field, values: readonly unknown[]): string[] =>
  values.flatMap((value) => {
    const { type, max } = field;
    const ofColumn = { type, max: type === 'string' ? (max ?? 255) : max };
    const { code, message } = checkValue(value, { ...field, ...ofColumn } as never) as never;
    return code === undefined ? [] : [`${JSON.stringify(value)}: ${message}`];
  });

function samplesOf(words: string, count?: number) {
  const app = appOfSpec('samples', `models:\n  Row:\n    fields:\n      code: '${words}'\n`);
  const [model] = app.models;
  const [field] = model!.fields;
  return { field: field!, values: sampleValues(model!, field!, count) };
}

describe('two values that the service takes', () => {
  it.each([
    'string:email:max=16',
    'string:email:max=6',
    'string:email:min=40:max=60',
    'string:email:pattern=@example\\.com$',
    'string:email:pattern=^[a-z]+@acme\\.org$',
    'string:url:max=12',
    'string:url:min=60',
    'string:url:pattern=^https://[a-z]+\\.example\\.(com|org)/$',
    'string:pattern=^[A-Z]+$:min=8:max=12',
    'string:pattern=^97[89]-[0-9]+$:min=17:max=17',
    'string:pattern=[0-9]:min=30',
    'string:max=1',
    'string:min=200',
    'text:values=formal,plain:enforce',
    'decimal=2,2:min=0.05:max=0.95',
    'decimal=3,1:min=0.25:max=0.45',
    'decimal=4,3:min=-0.5:max=-0.4',
    'float:min=0.1:max=0.3',
    'integer:min=-5:max=-4',
    'bigint:min=1000000:max=1000001',
  ])('%s', (words) => {
    const { field, values } = samplesOf(words);
    expect(values).toHaveLength(2);
    expect(refused(field, values)).toEqual([]);
  });
});

it('is one value where there is no other, and none where none is found', () => {
  expect(samplesOf('integer:min=7:max=7').values).toEqual([7]);
  expect(samplesOf('enum=standard').values).toEqual(['standard']);
  expect(samplesOf('string:max=2:pattern=^[a-z]{3}$').values).toEqual([]);
});

it('is never a value that the service refuses', () => {
  const bounds = fc.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: 0, max: 300 }));
  const number = fc
    .record({
      type: fc.constantFrom('integer', 'bigint', 'float', 'decimal'),
      bounds: fc.option(bounds),
      scale: fc.integer({ min: 0, max: 4 }),
      digits: fc.integer({ min: 0, max: 6 }),
      unit: fc.constantFrom(1, 0.1, 0.01),
    })
    .map(({ type, bounds, scale, digits, unit }) => {
      const by = type === 'float' || type === 'decimal' ? unit : 1;
      const [min, length] = bounds ?? [];
      const range = min === undefined ? {} : { min: min * by, max: (min + length!) * by };
      return {
        type,
        ...range,
        ...(type === 'decimal' && { precision: digits + scale || 1, scale }),
      };
    });
  const text = fc
    .record({
      format: fc.constantFrom(null, 'email', 'url'),
      pattern: fc.constantFrom(null, '^[a-z]+', '[0-9]{2}$', '^[A-Z]{2,5}-[0-9]*$', '^(ab|cd)+$'),
      lengths: fc.option(
        fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })),
      ),
    })
    .map(({ lengths, ...words }) => {
      const [min, more] = lengths ?? [];
      return { type: 'string', ...words, ...(min !== undefined && { min, max: min + more! || 1 }) };
    });
  fc.assert(
    fc.property(fc.oneof(number, text), (words) => {
      const field = { ...PLAIN_FIELD, name: 'code', column: 'code', ...words } as Field;
      const model = appOfSpec('samples', 'models: { Row: { fields: { code: string } } }')
        .models[0]!;
      expect(refused(field, sampleValues(model, field, 3))).toEqual([]);
    }),
  );
});
