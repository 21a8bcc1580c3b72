import type { App, Model } from '../../model/model.js';
import { usualColumns } from '../../render/web/list-page.js';

/** The app after a change whose lists keep the columns that they have: a new field takes no other one's place. */
export function keepLists(before: App, after: App): App {
  const known = new Map(before.models.map((model) => [model.table, model]));
  return { ...after, models: after.models.map((model) => keepList(known.get(model.table), model)) };
}

function keepList(before: Model | undefined, after: Model): Model {
  if (before === undefined || before === after) return after;
  const { shown, hidden } = after.list ?? usualColumns(before);
  const names = renamedFields(before, after);
  const named = (columns: readonly string[]) => columns.map((name) => names.get(name) ?? name);
  return { ...after, list: { shown: named(shown), hidden: named(hidden) } };
}

/** Old name -> new name: a renamed field keeps its place among the others. */
function renamedFields({ fields }: Model, after: Model): ReadonlyMap<string, string> {
  if (fields.length !== after.fields.length) return new Map();
  return new Map(fields.map(({ name }, at) => [name, after.fields[at]!.name]));
}
