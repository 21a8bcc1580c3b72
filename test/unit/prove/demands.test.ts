import { expect, it } from 'vitest';
import type { ColumnInfo } from '../../../templates/service/engine/fields/column-info.js';
import { custom } from '../../../templates/service/engine/model/access-rules.js';
import type { ModelInfo } from '../../../templates/service/engine/model/model-info.js';
import { demandsOf } from '../../../templates/tools/prove/worlds/demands.js';
import type { People } from '../../../templates/tools/prove/worlds/people.js';

interface Bill {
  id: number;
  branch_id: number | null;
  clerk_id: number | null;
  amount: number;
}
const column = (name: string, model: string | null): [string, ColumnInfo] => [
  name,
  {
    ...{ name, type: 'integer', values: [], nullable: true },
    reference: model === null ? null : { model },
  } as unknown as ColumnInfo,
];
const RULE = custom<Bill>((user, where) =>
  where.and(
    where.in('branch_id', user.tenants),
    where.eq('clerk_id', user.id),
    where.gt('amount', 7),
  ),
);
const MODELS = [
  { name: 'User', table: 'auth_user', access: { rows: null } },
  { name: 'Tenant', table: 'auth_tenant', access: { rows: null } },
  {
    ...{ name: 'Bill', table: 'bill', access: { rows: [RULE] } },
    column: new Map([
      column('branch_id', 'Tenant'),
      column('clerk_id', 'User'),
      column('amount', null),
    ]),
  },
] as unknown as readonly ModelInfo[];
const ME = { id: 1, username: 'me', roles: ['Viewer'], tenants: [30] };
const PEOPLE = { me: 1, other: 2, tenants: [30, 40], actors: [ME] } as unknown as People;

it('compares references to tenants and users with tenants and users that exist', () => {
  const [demand] = demandsOf(MODELS, PEOPLE);
  const values = [...demand!.fields].map(([field, all]) => [
    field,
    all.map((one) => ('value' in one ? one.value : one)),
  ]);
  expect(Object.fromEntries(values)).toEqual({
    branch_id: [30, 40, null],
    clerk_id: [1, 2, null],
    amount: [6, 7, 8, null],
  });
});
