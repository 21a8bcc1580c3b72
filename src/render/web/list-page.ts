import type { App, Field, ListColumns, Model } from '../../model/model.js';
import { literal } from '../print/code.js';
import { printAssignment } from '../print/print-code.js';
import { type Element, printElement } from '../print/element.js';
import { onPages } from './login-fields.js';
import { mainFields } from './main-fields.js';
import { orderOf } from './own-order.js';
import { allShown, importOf, stampsOf, withSum } from './shown-fields.js';

/** Further columns are hidden by default. */
const COLUMNS_SHOWN = 6;

/** The columns of a model's list, and which of them are hidden by default. */
export function listView(app: App, model: Model) {
  const fields = new Map<unknown, Field>(model.fields.map((field) => [field.name, field]));
  const children = allShown(app, model, 'Column').map((column) =>
    withSum(fields.get(column.props['source']), column),
  );
  const hidden = hiddenColumns(model);
  const searchable = model.fields.some(({ type }) => ['string', 'text', 'enum'].includes(type));
  const order = orderOf(model);
  const props = {
    hidden: hidden.length > 0 ? { code: 'HIDDEN' } : undefined,
    searchable: searchable ? undefined : false,
    sort: order ? { value: order } : undefined,
  };
  const page: Element = { name: 'ListPage', props, children };
  return {
    imports: importOf(page),
    hidden: hidden.length > 0 ? printAssignment('const HIDDEN', literal(hidden)) : '',
    page: printElement(page, 4),
  };
}

/** The hidden columns: a list that there is keeps what it shows and hides, and only has room left for new fields. */
function hiddenColumns(model: Model): readonly string[] {
  const { list, ...unlisted } = model;
  if (list === undefined) return columnsAtFirst(model).hidden;
  const names = columnsOf(model);
  const isKnown = (name: string) => list.shown.includes(name) || list.hidden.includes(name);
  const room = COLUMNS_SHOWN - names.filter((name) => list.shown.includes(name)).length;
  const fresh = model.fields.filter(({ name }) => !isKnown(name));
  const chosen = mainFields({ ...unlisted, fields: fresh }, Math.max(0, room));
  const shown = new Set([...list.shown, ...chosen.map(({ name }) => name)]);
  return names.filter((name) => !shown.has(name));
}

const columnsOf = (model: Model): readonly string[] => [
  ...model.fields.map(({ name }) => name),
  ...stampsOf(model),
];

/** The columns that a new list of a model shows and hides. */
export const usualColumns = (model: Model): ListColumns => columnsAtFirst(onPages(model));

function columnsAtFirst(model: Model): ListColumns {
  const names = columnsOf(model);
  const main = mainFields(model, COLUMNS_SHOWN).map(({ name }) => name);
  const stamp = model.timestamps && main.length < COLUMNS_SHOWN ? ['updated_at'] : [];
  const shown = [...main, ...stamp];
  return { shown, hidden: names.filter((name) => !shown.includes(name)) };
}
