import type { App, Field, Model } from '../../model/model.js';
import { printImport } from '../print/code.js';
import { printElement, type Props } from '../print/element.js';
import type { Inverse } from '../../model/relations.js';
import { importOf } from './imports.js';
import { allShown, shownField } from './shown-fields.js';
import { resourceOf } from './targets.js';

/** What `<model>.show.tsx` says. */
export interface ShowView {
  readonly imports: string;
  readonly open: string;
  readonly details: readonly string[];
  readonly tabs: readonly { readonly open: string; readonly columns: readonly string[] }[];
}

/** The details of a model's page, and a tab for each list of related records. */
export function showView(app: App, model: Model, inverses: readonly Inverse[]): ShowView {
  const shown = allShown(app, model, 'Detail');
  const tabs = inverses.map((inverse) => tabOf(app, inverse));
  const columns = tabs.flatMap(({ components }) => components);
  const imports = [
    ...importOf(columns, '../../components/list/columns'),
    ...importOf(
      shown.map(({ component }) => component),
      '../../components/show/details',
    ),
    ...(tabs.length > 0
      ? [printImport(['RelatedTab', 'RelatedTabs'], '../../components/show/related')]
      : []),
    printImport(['ShowPage'], '../../components/show/show-page'),
  ];
  const related = tabs.length > 0 ? { code: '<Related />' } : undefined;
  return {
    imports: imports.join('\n'),
    open: printElement('ShowPage', { related }, { column: 4, open: true }),
    details: shown.map(({ component, props }) => printElement(component, props, { column: 6 })),
    tabs,
  };
}

/** A related list has room for a few columns. */
const RELATED_COLUMNS = 5;

function tabOf(app: App, { name, model, field }: Inverse) {
  const fit = (other: Field) => other !== field && !['text', 'json', 'refs'].includes(other.type);
  const fitting = model.fields.filter(fit).slice(0, RELATED_COLUMNS);
  const chosen = fitting.length > 0 ? fitting : model.fields.slice(0, RELATED_COLUMNS);
  const shown = chosen.map((other) => shownField(app, other, 'Column'));
  const props: Props = {
    relation: name,
    reference: resourceOf(model),
    target: field.name,
    many: field.type === 'refs' ? true : undefined,
  };
  return {
    open: printElement('RelatedTab', props, { column: 6, open: true }),
    columns: shown.map(({ component, props }) => printElement(component, props, { column: 8 })),
    components: shown.map(({ component }) => component),
  };
}
