import { expect, test } from 'vitest';
import {
  fieldsIn,
  type Description,
} from '../../../templates/features/action-buttons/ui/action-buttons/body-fields';

const body = {
  type: 'object',
  required: ['reason', 'kind'],
  properties: {
    reason: { type: 'string', maxLength: 40 },
    note: { anyOf: [{ type: 'string', maxLength: 5000 }, { type: 'null' }] },
    kind: { type: 'string', enum: ['full', 'part'] },
    amount: { type: 'number' },
    count: { type: ['integer', 'null'] },
    on: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    mail: { type: 'boolean' },
    more: { type: 'object' },
  },
};
const described = (schema: object): Description => ({
  paths: {
    '/order/{id}/refund/{line}': {},
    '/order/{order_id}/refund': {
      post: { requestBody: { content: { 'application/json': { schema } } } },
    },
  },
  components: { schemas: { Refund: body } },
});

test('the fields of a body are those of its schema, wherever that stands', () => {
  const refund = { name: 'refund' };
  const fields = fieldsIn(described(body), 'order', refund);
  expect(fields).toEqual([
    { source: 'reason', type: 'string', required: true },
    { source: 'note', type: 'text', required: false },
    { source: 'kind', type: 'enum', values: ['full', 'part'], required: true },
    { source: 'amount', type: 'float', required: false },
    { source: 'count', type: 'integer', required: false },
    { source: 'on', type: 'date', required: false },
    { source: 'at', type: 'datetime', required: false },
    { source: 'mail', type: 'boolean', required: false },
    { source: 'more', type: 'json', required: false },
  ]);
  const named = described({ $ref: '#/components/schemas/Refund' });
  expect(fieldsIn(named, 'order', refund)).toEqual(fields);
});

test('an endpoint that is not described, or has no body, has no fields', () => {
  expect(fieldsIn(described(body), 'order', { name: 'confirm' })).toEqual([]);
  expect(fieldsIn(described(body), 'order', { name: 'refund', method: 'PUT' })).toEqual([]);
});
