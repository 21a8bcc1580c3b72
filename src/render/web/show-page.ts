import type { App, Field, Model } from '../../model/model.js';
import type { Inverse } from '../../model/relations.js';
import { printImport } from '../print/print-code.js';
import { type Element, printElement } from '../print/element.js';
import { allShown, importOf, resourceOf, shownField } from './shown-fields.js';

/** The details of a model's page, and a tab for each list of related records. */
export function showView(app: App, model: Model, inverses: readonly Inverse[]) {
  const children = allShown(app, model, 'Detail');
  const tabs = inverses.map((inverse) => tabOf(app, inverse));
  const columns = tabs.flatMap((tab) => tab.children ?? []);
  const hasTabs = tabs.length > 0;
  const props = { related: hasTabs ? { code: '<Related />' } : undefined };
  return {
    imports: [
      ...importOf(columns, 'list/columns'),
      ...importOf(children, 'show/details'),
      ...(hasTabs
        ? [printImport(['RelatedTab', 'RelatedTabs'], '../../components/show/related')]
        : []),
      printImport(['ShowPage'], '../../components/show/show-page'),
    ],
    page: printElement({ name: 'ShowPage', props, children }, 4),
    related: hasTabs ? printElement({ name: 'RelatedTabs', props: {}, children: tabs }, 4) : null,
  };
}

/** A related list has room for a few columns. */
const RELATED_COLUMNS = 5;

function tabOf(app: App, { name, model, field }: Inverse): Element {
  const fit = (other: Field) => other !== field && !['text', 'json', 'refs'].includes(other.type);
  const fitting = model.fields.filter(fit).slice(0, RELATED_COLUMNS);
  const chosen = fitting.length > 0 ? fitting : model.fields.slice(0, RELATED_COLUMNS);
  const props = {
    relation: name,
    reference: resourceOf(model),
    target: field.name,
    many: field.type === 'refs' ? true : undefined,
  };
  const children = chosen.map((other) => shownField(app, other, 'Column'));
  return { name: 'RelatedTab', props, children };
}
