import type { App, Model } from '../../model/model.js';
import type { Inverse } from '../../model/relations.js';
import type { Values } from '../code.js';
import { isLines, lineFields } from './lines.js';
import { onPages } from './login-fields.js';
import { isProduct, mainFields, totalsOf } from './main-fields.js';
import { orderWithin } from './own-order.js';
import {
  allShown,
  componentsOf,
  type Element,
  componentNames,
  otherImports,
  resourceOf,
  shownField,
  withSum,
} from './shown-fields.js';

/** Records of another model on a page: the attributes of their list, and its columns. */
interface RelatedList {
  readonly props: Values;
  readonly columns: readonly Element[];
}

/** What the template of the page of one record is filled with, `show.tsx.ejs`. */
export function showView(app: App, model: Model, inverses: readonly Inverse[]) {
  const details = allShown(app, model, 'Detail');
  const lines = inverses.filter(isLines).map((inverse) => lineList(app, inverse));
  const others = inverses.filter((inverse) => !isLines(inverse));
  const related = others.map((inverse) => tabOf(app, inverse));
  const used = [
    ...['ShowPage', ...componentsOf(details)],
    ...[...lines, ...related].flatMap(({ columns }) => componentsOf(columns)),
    ...(related.length > 0 ? ['RelatedTabs', 'RelatedTab'] : []),
  ];
  return {
    /** The components of `#ui` that the page uses. */
    imports: componentNames(used),
    /** The components of features. */
    others: otherImports(used),
    details,
    /** The lines of the record. */
    lines,
    /** The lists of other records that refer to it, each in a tab. */
    related,
  };
}

/** A table has room for so many columns of a line. */
const LINE_COLUMNS = 8;

function lineList(app: App, inverse: Inverse): RelatedList {
  const { name, model } = inverse;
  const all = lineFields(inverse);
  const fields = mainFields({ ...onPages(model), fields: all }, LINE_COLUMNS);
  const products = totalsOf(all).filter(isProduct);
  return {
    props: {
      source: name,
      reference: resourceOf(model),
      // Columns of amounts say themselves that they have a sum.
      totals: products.length > 0 ? products : undefined,
    },
    columns: fields.map((field) => withSum(field, shownField(app, field, 'Column'))),
  };
}

/** A related list has room for a few columns. */
const RELATED_COLUMNS = 5;

function tabOf(app: App, { name, model, field }: Inverse): RelatedList {
  const shown = onPages(model);
  const others = { ...shown, fields: shown.fields.filter((other) => other !== field) };
  const chosen = mainFields(others.fields.length > 0 ? others : shown, RELATED_COLUMNS);
  const order = orderWithin(model, field);
  const props = {
    relation: name,
    reference: resourceOf(model),
    target: field.name,
    source: field.reference?.to,
    many: field.type === 'refs' ? true : undefined,
    sort: order ?? undefined,
  };
  return { props, columns: chosen.map((other) => shownField(app, other, 'Column')) };
}
