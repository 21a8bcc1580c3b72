import type { App, Model } from '../../model/model.js';
import type { Inverse } from '../../model/relations.js';
import { type Element, printElement } from '../print/element.js';
import { isLines, lineFields } from './lines.js';
import { onPages } from './login-fields.js';
import { mainFields } from './main-fields.js';
import { orderWithin } from './own-order.js';
import { allShown, importOf, resourceOf, shownField, withSum } from './shown-fields.js';

/** The details of a model's page, its lines, and a tab for each list of other related records. */
export function showView(app: App, model: Model, inverses: readonly Inverse[]) {
  const lines = linesOf(app, inverses.filter(isLines));
  const others = inverses.filter((inverse) => !isLines(inverse));
  const related = relatedOf(app, others);
  const props = {
    lines: lines ? { code: '<Lines />' } : undefined,
    related: related ? { code: '<Related />' } : undefined,
  };
  const page: Element = { name: 'ShowPage', props, children: allShown(app, model, 'Detail') };
  return {
    imports: importOf(page, ...[lines, related].filter((part) => part !== null)),
    page: printElement(page, 4),
    lines: lines && printElement(lines, 4),
    related: related && printElement(related, 4),
  };
}

/** A table has room for so many columns of a line. */
const LINE_COLUMNS = 8;

function linesOf(app: App, inverses: readonly Inverse[]): Element | null {
  const all = inverses.map((inverse): Element => {
    const { name, model } = inverse;
    const fields = lineFields(inverse);
    const children = mainFields({ ...onPages(model), fields }, LINE_COLUMNS).map((field) =>
      withSum(field, shownField(app, field, 'Column')),
    );
    return { name: 'RecordLines', props: { source: name, reference: resourceOf(model) }, children };
  });
  const [first] = all;
  if (first === undefined) return null;
  return all.length === 1 ? first : { name: '', props: {}, children: all };
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
