import { keyOf } from '../../model/keys.js';
import type { App, Field, ListColumns, Model } from '../../model/model.js';
import { onPages } from './login-fields.js';
import { mainFields } from './main-fields.js';
import { orderOf, upcomingOf } from './own-order.js';
import {
  allColumns,
  componentsOf,
  componentNames,
  listedFields,
  otherImports,
  withSum,
} from './shown-fields.js';
import { stampsOf } from '../../model/columns.js';

/** Further columns are hidden by default. */
const COLUMNS_SHOWN = 6;

/** The view with which the template of a list page, `list.tsx.ejs`, is filled. */
export function listView(app: App, model: Model) {
  const fields = new Map<unknown, Field>(model.fields.map((field) => [field.name, field]));
  const columns = allColumns(app, model).map((column) =>
    withSum(fields.get(column.props['source']), column),
  );
  const upcoming = upcomingOf(model);
  // Pages have no key that nobody enters.
  const whole = app.models.find(({ name }) => name === model.name) ?? model;
  const isSearchable = model.fields.some(({ type }) => ['string', 'text', 'enum'].includes(type));
  return {
    /** The components of `#ui` that the page uses. */
    imports: componentNames(['ListPage', ...componentsOf(columns)]),
    /** The components of features. */
    others: otherImports(componentsOf(columns)),
    columns,
    /** The fields whose columns are hidden by default. */
    hidden: hiddenColumns(model),
    isSearchable,
    /** The datetime by which the list opens at today; null where it does not. */
    upcoming,
    /** What the list is sorted by; null for the newest first. */
    sort: upcoming === null ? orderOf(model, keyOf(whole)) : null,
  };
}

/** The hidden columns: a list that there is keeps what it shows and hides, and only has room left for new fields. */
function hiddenColumns(model: Model): readonly string[] {
  const { list, ...unlisted } = model;
  if (list === undefined) return columnsAtFirst(model).hidden;
  const names = shownColumns(model);
  const isKnown = (name: string) => list.shown.includes(name) || list.hidden.includes(name);
  const room = COLUMNS_SHOWN - names.filter((name) => list.shown.includes(name)).length;
  const fresh = model.fields.filter(({ name }) => !isKnown(name));
  const chosen = mainFields({ ...unlisted, fields: fresh }, Math.max(0, room));
  const shown = new Set([...list.shown, ...chosen.map(({ name }) => name)]);
  return names.filter((name) => !shown.has(name));
}

const shownColumns = (model: Model): readonly string[] => [
  ...listedFields(model).map(({ name }) => name),
  ...stampsOf(model),
];

/** The columns that a new list of a model shows and hides. */
export const usualColumns = (model: Model): ListColumns => columnsAtFirst(onPages(model));

function columnsAtFirst(model: Model): ListColumns {
  const names = shownColumns(model);
  const main = mainFields(model, COLUMNS_SHOWN).map(({ name }) => name);
  const stamp = model.timestamps && main.length < COLUMNS_SHOWN ? ['updated_at'] : [];
  const shown = [...main, ...stamp];
  return { shown, hidden: names.filter((name) => !shown.includes(name)) };
}
