import { isKeyless } from '../../model/keys.js';
import type { App, Field, Model } from '../../model/model.js';
import { compareText, titleCase } from '../../model/names.js';
import { type Inverse, referenceOf } from '../../model/relations.js';
import { cardView, dashboardCards } from './dashboard-cards.js';
import { layoutViews } from './layouts.js';
import { partOfModel } from '../../model/parts.js';
import { stampsOf } from '../../model/columns.js';
import { teamViews } from './team-views.js';

/** What the template of a model's resource is filled with, `resource.ts.ejs`: its labels, and what a dashboard shows of it. */
export function resourceView(app: App, model: Model, inverses: readonly Inverse[]) {
  const cards = dashboardCards(app, model).map(cardView);
  const builders = new Set(['page', ...cards.map(({ kind }) => kind)]);
  return {
    /** What it imports from `#ui`. */
    imports: [...[...builders].sort(compareText), 'type ModelDefinition'],
    titles: fieldTitles(model, inverses),
    /** Whether each record has a page. */
    isShown: !isKeyless(model),
    cards,
    layouts: layoutViews(app, model),
    /** The views of the team over the list; null without the feature `views`. */
    views: teamViews(app, model),
    /** The endpoints that are buttons: `name`, and the options of `action`. */
    actions: app.features?.includes('action-buttons') ? recordActions(model) : [],
    /** Whether it tells the inputs of its form by themselves, for the lists that change where they stand. */
    hasInputs: app.features?.includes('in-place') ?? false,
  };
}

/** The endpoints of the developer's own that do something with a record, as the resource file has them. */
function recordActions(model: Model) {
  return (partOfModel(model, 'routes')?.actions ?? []).map(({ name, method, right, body }) => {
    const options = {
      ...(method !== 'post' && { method: method.toUpperCase() }),
      ...(right !== 'edit' && { right }),
      ...(right === 'delete' && { danger: true }),
      ...(body && { body }),
    };
    return { name, options: Object.keys(options).length > 0 ? options : undefined };
  });
}

/** The labels of a model's fields and lists of related records. */
export function fieldTitles(
  model: Model,
  inverses: readonly Inverse[],
): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ...model.fields.map((field) => [field.name, fieldTitle(field)]),
    ...stampsOf(model).map((name) => [name, titleCase(name)]),
    ...inverses.map(({ name }) => [name, titleCase(name)]),
  ]);
}

function fieldTitle(field: Field): string {
  return titleCase(field.type === 'ref' ? referenceOf(field).relation : field.name);
}
