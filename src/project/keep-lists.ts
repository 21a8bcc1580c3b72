import type { App, Model } from '../model/model.js';
import { usualColumns } from '../render/web/list-page.js';

/** The app after a change whose lists keep the columns that they have: a new field takes no other one's place. */
export function keepLists(before: App, after: App): App {
  const known = new Map(before.models.map((model) => [model.table, model]));
  return { ...after, models: after.models.map((model) => keepList(known.get(model.table), model)) };
}

function keepList(before: Model | undefined, after: Model): Model {
  if (before === undefined || before === after || after.list !== undefined) return after;
  return { ...after, list: usualColumns(before) };
}
