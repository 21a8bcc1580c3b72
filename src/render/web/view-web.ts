import type { App, Model } from '../../model/model.js';
import { titleCase, withArticle } from '../../model/names.js';
import { inversesOf } from '../../model/relations.js';
import { namesOf } from '../model-names.js';
import { factsText } from './facts.js';
import { inputsView } from './inputs.js';
import { listView } from './list-page.js';
import { resourceView } from './resource.js';
import { showView } from './show-page.js';

/** Everything that the pages of one model say; every text is broken into lines as prettier would. */
export function webView(model: Model, app: App) {
  const names = namesOf(model);
  const inverses = inversesOf(app, model);
  return {
    ...names,
    titleMany: titleCase(names.many),
    aOne: withArticle(names.one),
    resource: resourceView(model, names, inverses),
    facts: factsText(app, model),
    list: listView(app, model),
    show: showView(app, model, inverses),
    inputs: inputsView(app, model),
  };
}
