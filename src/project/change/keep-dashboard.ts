import { readCards, withOwnCards } from '../../code/read-cards.js';
import { withOwnPlace } from '../../code/read-menu.js';
import { cardAfter } from '../../model/cards.js';
import { layoutsAfter } from '../../model/layouts.js';
import type { App, Card, Model } from '../../model/model.js';
import { dashboardCards } from '../../render/web/dashboard-cards.js';
import { dashboardPlace } from '../../render/web/dashboard-place.js';
import { NO_RENAMES, type Renames } from '../../schema/rename-schema.js';
import type { Tree } from '../../tree.js';

/**
 * The app after a change whose models keep their places on the dashboard and the cards that they have there, under the new names
 * of their fields: only for a new model they are chosen.
 */
export function keepDashboard(
  before: App,
  after: App,
  mine: Tree,
  renames: Partial<Renames> = {},
): App {
  const { tables, columns } = { ...NO_RENAMES, ...renames };
  const known = new Map(before.models.map((one) => [tables[one.table] ?? one.table, one]));
  const ownCards = readCards(mine);
  const keep = (model: Model): Model => {
    const old = known.get(model.table);
    if (old === undefined) return model;
    const names = newNames(old, model, columns[old.table] ?? {});
    const own = ownCards(old);
    const kept = dashboardCards(before, old).flatMap((card) =>
      isLeft(card, own) ? cardAfter(card, model, (name) => names.get(name) ?? null) : [card],
    );
    const placed = withOwnPlace(
      after,
      withOwnCards(after, model, kept),
      dashboardPlace(before, old),
    );
    return withNewNames(placed, names);
  };
  return { ...after, models: after.models.map(keep) };
}

/** A model whose layouts name its fields as these are called now. */
function withNewNames(model: Model, names: ReadonlyMap<string, string>): Model {
  const { layouts, ...rest } = model;
  if (layouts === undefined) return model;
  const known = new Set(model.fields.map(({ name }) => name));
  const nameOf = (name: string) => (known.has(name) ? name : (names.get(name) ?? null));
  return { ...rest, ...layoutsAfter(layouts, nameOf) };
}

/**
 * Whether the developer still has a card, perhaps with other options. Of one that they have taken out, or put another in place
 * of, nothing changes: there is nothing left to merge that with.
 */
const isLeft = (card: Card, own: readonly Card[] | null | undefined): boolean =>
  own === undefined ||
  own?.some(
    ({ kind, field, sum }) =>
      kind === card.kind && field === card.field && (card.sum === undefined || sum === card.sum),
  ) === true;

/** Old name -> new name of the fields that are still there: a field is its column. */
function newNames(
  before: Model,
  after: Model,
  columns: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  return new Map(
    before.fields.flatMap(({ name, column }): [string, string][] => {
      const now = after.fields.find((one) => one.column === (columns[column] ?? column));
      return now ? [[name, now.name]] : [];
    }),
  );
}
