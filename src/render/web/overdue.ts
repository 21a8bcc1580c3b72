import { hasDashboard } from '../features.js';
import type { App, CardFilter, Model } from '../../model/model.js';
import { dashboardCards } from './dashboard-cards.js';

/** What had to be done before today and is not, as `pages/resources.ts` has it for the menu. */
export interface Overdue {
  readonly on: string;
  readonly isMoment?: boolean;
  readonly open: CardFilter;
}

/** The records of a model that the menu counts; null where nothing of a record says that it is late, or without the dashboard. */
export function menuCount(app: App, model: Model): Overdue | null {
  const late = hasDashboard(app) ? overdue(app, model) : null;
  if (late === null) return null;
  const isMoment = model.fields.find(({ name }) => name === late.on)?.type === 'datetime';
  return { on: late.on, ...(isMoment && { isMoment }), open: late.open };
}

/** The records that the menu counts, as the filter of a list. */
export function overdueFilter(app: App, model: Model): CardFilter | null {
  const late = overdue(app, model);
  return late && { [`${late.on}__within`]: 'overdue', ...late.open };
}

/** The records that had to be done before today, and are not; null where nothing of a record says so. */
function overdue(app: App, model: Model): Overdue | null {
  const due = dashboardCards(app, model).find(({ kind, done }) => kind === 'due' && done);
  if (due?.done === undefined) return null;
  const conditions = Object.entries(due.done).map((one) => openCondition(one, model));
  return { on: due.field, open: { ...due.filter, ...Object.fromEntries(conditions) } };
}

/** What a record that is not done has in place of a condition by which it is, as on the dashboard. */
function openCondition(
  [key, value]: [string, CardFilter[string]],
  model: Model,
): [string, CardFilter[string]] {
  const [source = '', operator = ''] = key.split('__');
  if (operator === 'isnull') return [key, value !== true];
  const isSet = model.fields.find(({ name }) => name === source)?.required === true;
  if (typeof value === 'boolean' && operator === '' && isSet) return [source, !value];
  return operator === 'ne' ? [source, value] : [`${source}__ne`, value];
}
