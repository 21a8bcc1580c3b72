import { expect, it } from 'vitest';
import type { Sentence } from '../../../src/model/sentence.js';
import type { ModelInfo } from '../../../templates/service/engine/model/model-info.js';
import type { People } from '../../../templates/tools/prove/worlds/people.js';
import { demandsOfSentences } from '../../../templates/tools/prove/worlds/sentence-demands.js';

const modelOf = (name: string, table: string, references: Record<string, string>) =>
  ({
    ...{ name, table },
    column: new Map(
      Object.entries(references).map(([field, model]) => [
        field,
        { nullable: field !== 'bill_id', reference: { model } },
      ]),
    ),
  }) as unknown as ModelInfo;

const MODELS = [
  modelOf('User', 'auth_user', {}),
  modelOf('Tenant', 'auth_tenant', {}),
  modelOf('Bill', 'bill', { customer_id: 'User', branch_id: 'Tenant' }),
  modelOf('Line', 'line', { bill_id: 'Bill' }),
];
const PEOPLE = { me: 1, other: 2, tenants: [3, 4] } as unknown as People;

it('finds the fields by which the rows of a sentence belong to users and tenants', () => {
  const parents = [{ field: 'bill_id', model: 'Bill' }];
  const sentence = {
    model: 'Line',
    who: [
      {
        role: 'Viewer',
        tie: { is: 'other tenant', by: [{ parents, field: 'branch_id' }] },
      },
    ],
    which: { is: 'other user', by: [{ parents, field: 'customer_id' }] },
  } as unknown as Sentence;
  const demands = demandsOfSentences([sentence], MODELS, PEOPLE);
  expect(demands.map(({ model, fields }) => [model, Object.fromEntries(fields)])).toEqual([
    ['Line', { bill_id: [{ rowsOf: 'Bill' }] }],
    [
      'Bill',
      {
        branch_id: [{ value: 3 }, { value: 4 }, { value: null }],
        customer_id: [{ value: 1 }, { value: 2 }, { value: null }],
      },
    ],
  ]);
  expect(demandsOfSentences([{ ...sentence, who: [], which: null }], MODELS, PEOPLE)).toEqual([]);
});
