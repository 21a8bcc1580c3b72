import { isKeyless } from '../../model/keys.js';
import type { App, Model } from '../../model/model.js';
import { titleCase, withArticle } from '../../model/names.js';
import { type Inverse, inversesOf } from '../../model/relations.js';
import { modelNames } from '../model-names.js';
import { factsView } from './facts.js';
import { formView } from './form.js';
import { listView } from './list-page.js';
import { onPages } from './login-fields.js';
import { resourceView } from './resource.js';
import { showView } from './show-page.js';

/** The files of a model's pages, by the ends of their names. */
const PAGES = ['facts.gen.ts', 'resource.ts', 'list.tsx', 'show.tsx', 'form.tsx'] as const;

export type PageFile = (typeof PAGES)[number];

/** The files of the pages that a model has: rows that are only read have no form, and those without a key no page of their own. */
export const pagesOf = (model: Pick<Model, 'fields' | 'readOnly'>): readonly PageFile[] =>
  PAGES.filter(
    (page) =>
      !(page === 'form.tsx' && model.readOnly) && !(page === 'show.tsx' && isKeyless(model)),
  );

/** The views with which the templates of a model's pages are filled. */
export function webViews(app: App, given: Model): Readonly<Record<PageFile, object>> {
  const model = onPages(given);
  const names = modelNames(model);
  const inverses = inversesOf(app, model);
  const shown = inMenuOrder(inverses, app);
  const common = { ...names, titleMany: titleCase(names.many), aOne: withArticle(names.one) };
  return {
    'facts.gen.ts': { ...common, ...factsView(app, model, names, inverses) },
    'resource.ts': { ...common, ...resourceView(app, model, inverses) },
    'list.tsx': { ...common, ...listView(app, model) },
    'show.tsx': { ...common, ...showView(app, model, shown) },
    'form.tsx': { ...common, ...formView(app, model, shown) },
  };
}

/**
 * Related records stand on a page as their models stand in the menu, which is the order of the spec until its developer changes it;
 * first those that belong to this record alone, then those that it is one of several for.
 */
function inMenuOrder(inverses: readonly Inverse[], { models }: App): readonly Inverse[] {
  const places = new Map(models.map((model, at) => [model.name, at]));
  const placeOf = ({ model, field }: Inverse): number =>
    (places.get(model.name) ?? 0) + (field.type === 'refs' ? models.length : 0);
  return inverses.toSorted((one, other) => placeOf(one) - placeOf(other));
}
