import type { App, Model } from '../../model/model.js';
import { literal } from '../print/code.js';
import { printAssignment } from '../print/print-code.js';
import { type Element, printElement } from '../print/element.js';
import { mainFields } from './main-fields.js';
import { orderOf } from './own-order.js';
import { allShown, importOf, STAMPS } from './shown-fields.js';

/** Further columns are hidden by default. */
const COLUMNS_SHOWN = 6;

/** The columns of a model's list, and which of them are hidden by default. */
export function listView(app: App, model: Model) {
  const children = allShown(app, model, 'Column');
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

function hiddenColumns(model: Model): string[] {
  const visible = new Set(mainFields(model, COLUMNS_SHOWN).map(({ name }) => name));
  const roomForStamp = visible.size < COLUMNS_SHOWN;
  const stamps = model.timestamps
    ? STAMPS.filter((name) => name === 'created_at' || !roomForStamp)
    : [];
  return [...model.fields.map(({ name }) => name).filter((name) => !visible.has(name)), ...stamps];
}
