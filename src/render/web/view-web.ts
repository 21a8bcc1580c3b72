import type { App, Model } from '../../model/model.js';
import { titleCase, withArticle } from '../../model/names.js';
import { inversesOf } from '../../model/relations.js';
import { namesOf } from '../model-names.js';
import { factsView } from './facts.js';
import { formView } from './form.js';
import { listView } from './list-page.js';
import { onPages } from './login-fields.js';
import { resourceView } from './resource.js';
import { showView } from './show-page.js';

/** The view of one model's pages; code is broken into lines as prettier would. */
export function webView(given: Model, app: App) {
  const model = onPages(given);
  const names = namesOf(model);
  const inverses = inversesOf(app, model);
  return {
    ...names,
    titleMany: titleCase(names.many),
    aOne: withArticle(names.one),
    resource: resourceView(app, model, names, inverses),
    facts: factsView(app, model, names, inverses),
    list: listView(app, model),
    show: showView(app, model, inverses),
    form: formView(app, model, inverses),
  };
}
