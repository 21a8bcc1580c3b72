import type { App, Model } from '../../model/model.js';
import { titleCase, withArticle } from '../../model/names.js';
import { type ModelNames, namesOf } from '../model-names.js';
import { inversesOf } from '../../model/relations.js';
import { factsText } from './facts.js';
import { inputsView, type InputsView } from './inputs.js';
import { listView, type ListView } from './list-page.js';
import { resourceView, type ResourceView } from './resource.js';
import { showView, type ShowView } from './show-page.js';

/** What the templates of a model's pages print; every text is ready and broken into lines as prettier would. */
export interface WebView extends ModelNames {
  readonly titleMany: string;
  readonly aOne: string;
  readonly resource: ResourceView;
  readonly facts: string;
  readonly list: ListView;
  readonly show: ShowView;
  readonly inputs: InputsView;
}

/** Everything that the pages of one model say. */
export function webView(model: Model, app: App): WebView {
  const names = namesOf(model);
  const inverses = inversesOf(app, model).filter(
    ({ field }) => field.type === 'ref' || field.type === 'refs',
  );
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
