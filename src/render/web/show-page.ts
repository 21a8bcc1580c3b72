import type { App, Model } from '../../model/model.js';
import type { Inverse } from '../../model/relations.js';
import { type Element, printElement } from '../print/element.js';
import { onPages } from './login-fields.js';
import { mainFields } from './main-fields.js';
import { orderWithin } from './own-order.js';
import { allShown, importOf, resourceOf, shownField } from './shown-fields.js';

/** The details of a model's page, and a tab for each list of related records. */
export function showView(app: App, model: Model, inverses: readonly Inverse[]) {
  const related = relatedOf(app, inverses);
  const props = { related: related ? { code: '<Related />' } : undefined };
  const page: Element = { name: 'ShowPage', props, children: allShown(app, model, 'Detail') };
  return {
    imports: importOf(page, ...(related ? [related] : [])),
    page: printElement(page, 4),
    related: related && printElement(related, 4),
  };
}

function relatedOf(app: App, inverses: readonly Inverse[]): Element | null {
  const children = inverses.map((inverse) => tabOf(app, inverse));
  return children.length > 0 ? { name: 'RelatedTabs', props: {}, children } : null;
}

/** A related list has room for a few columns. */
const RELATED_COLUMNS = 5;

function tabOf(app: App, { name, model, field }: Inverse): Element {
  const shown = onPages(model);
  const others = { ...shown, fields: shown.fields.filter((other) => other !== field) };
  const chosen = mainFields(others.fields.length > 0 ? others : shown, RELATED_COLUMNS);
  const order = orderWithin(model, field);
  const props = {
    relation: name,
    reference: resourceOf(model),
    target: field.name,
    many: field.type === 'refs' ? true : undefined,
    sort: order ? { value: order } : undefined,
  };
  const children = chosen.map((other) => shownField(app, other, 'Column'));
  return { name: 'RelatedTab', props, children };
}
