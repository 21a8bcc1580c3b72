import type { App, Model } from '../../model/model.js';
import { titleCase, withArticle } from '../../model/names.js';
import { inversesOf } from '../../model/relations.js';
import { modelNames } from '../model-names.js';
import { factsView } from './facts.js';
import { formView } from './form.js';
import { listView } from './list-page.js';
import { onPages } from './login-fields.js';
import { resourceView } from './resource.js';
import { showView } from './show-page.js';

/** The files of a model's pages, by the ends of their names. */
export const PAGES = ['facts.gen.ts', 'resource.ts', 'list.tsx', 'show.tsx', 'form.tsx'] as const;

export type PageFile = (typeof PAGES)[number];

/** What the templates of a model's pages are filled with. */
export function webViews(app: App, given: Model): Readonly<Record<PageFile, object>> {
  const model = onPages(given);
  const names = modelNames(model);
  const inverses = inversesOf(app, model);
  const common = { ...names, titleMany: titleCase(names.many), aOne: withArticle(names.one) };
  return {
    'facts.gen.ts': { ...common, ...factsView(app, model, names, inverses) },
    'resource.ts': { ...common, ...resourceView(app, model, inverses) },
    'list.tsx': { ...common, ...listView(app, model) },
    'show.tsx': { ...common, ...showView(app, model, inverses) },
    'form.tsx': { ...common, ...formView(app, model, inverses) },
  };
}
