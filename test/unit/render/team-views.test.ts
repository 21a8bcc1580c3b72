import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { teamViews } from '../../../src/render/web/team-views.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

const garage = readFileSync(join(import.meta.dirname, '../../fixtures/garage.yaml'), 'utf8');

/** The views of each model, with the feature. */
function viewsIn(spec: string): Record<string, Record<string, object>> {
  const app = { ...appOfSpec('app', spec), features: ['admin', 'views'] };
  return Object.fromEntries(
    app.models.map((model) => [
      model.name,
      Object.fromEntries(teamViews(app, model)!.map(({ name, filter }) => [name, filter])),
    ]),
  );
}
const viewsOf = (fields: string, more = '') =>
  viewsIn(`models:\n  Deal:\n    ${more}\n    fields: { title: string, ${fields} }`)['Deal'];

test('what is mine, what is overdue, and both', () => {
  const views = viewsOf("due_on: date, status: 'enum=open,won,lost', seller: ref=User");
  const late = { due_on__within: 'overdue', status__ne: ['won', 'lost'] };
  expect(views).toEqual({
    mine: { seller_id: 'current_user' },
    overdue: late,
    mine_overdue: { seller_id: 'current_user', ...late },
  });
  // A mechanic is an employee, who is a user.
  expect(viewsIn(garage)['WorkOrder']).toMatchObject({
    mine: { mechanic_id: 'current_user' },
    overdue: { due_on__within: 'overdue', status__ne: ['done', 'invoiced', 'cancelled'] },
  });
});

test('an owner comes before a reference, and who typed it in last', () => {
  expect(viewsOf('created_by: ref=User, agent: ref=User, updated_by: ref=User')).toEqual({
    mine: { agent_id: 'current_user' },
  });
  expect(viewsOf('created_by: ref=User')).toEqual({ mine: { created_by_id: 'current_user' } });
  expect(viewsOf('updated_by: ref=User')).toEqual({});
  expect(viewsOf('agent: ref=User, keeper: ref=User', 'rows: { owner: keeper_id }')).toEqual({
    mine: { keeper_id: 'current_user' },
  });
});

test('what is done is told by a flag or a day, too', () => {
  const due = 'due_on: date';
  expect(viewsOf(`${due}, paid: boolean:required`)).toEqual({
    overdue: { due_on__within: 'overdue', paid: false },
  });
  expect(viewsOf(`${due}, paid: boolean`)).toEqual({
    overdue: { due_on__within: 'overdue', paid__ne: true },
  });
  expect(viewsOf(`${due}, paid_on: date`)).toEqual({
    overdue: { due_on__within: 'overdue', paid_on__isnull: true },
  });
  expect([viewsOf(due), viewsOf('starts_at: datetime')]).toEqual([{}, {}]);
});

test('what takes place at a time is to come or past', () => {
  expect(viewsOf('starts_at: datetime:required')).toEqual({
    upcoming: { starts_at__gte: 'start_of_today' },
    past: { starts_at__lte: 'end_of_yesterday' },
  });
});

test('without the feature there are none', () => {
  const app = appOfSpec('app', 'models:\n  Deal: { fields: { title: string } }');
  expect(teamViews(app, app.models[0]!)).toBeNull();
});
