import type { App, Model } from '../model/model.js';
import { reachedFrom } from '../model/relations.js';
import type { Drafts } from './draft.js';
import { featuresOfModels } from './features.js';
import type { Templates } from './template.js';

type Render = (app: App, model: Model, templates: Templates) => Drafts;

interface Remembered {
  readonly templates: Templates;
  readonly roles: App['roles'];
  readonly features: string;
  readonly reached: readonly Model[];
  readonly files: Drafts;
}

/**
 * Caches the render of single models while a model and all that its files depend on stay the same, so that a change of one
 * model among hundreds only renders that one and its neighbours.
 */
export function rememberModel(render: Render): Render {
  const known = new WeakMap<Model, Remembered>();
  return (app, model, templates) => {
    const reached = reachedFrom(app, model);
    const before = known.get(model);
    const features = featuresOfModels(app);
    const same =
      before?.templates === templates &&
      before.roles === app.roles &&
      before.features === features &&
      before.reached.length === reached.length &&
      reached.every((one, at) => one === before.reached[at]);
    if (same) return before.files;
    const files = render(app, model, templates);
    known.set(model, { templates, roles: app.roles, features, reached, files });
    return files;
  };
}
