import { readCards, withOwnCards } from '../code/read-cards.js';
import { cardAfter } from '../model/cards.js';
import type { App, Card, Model } from '../model/model.js';
import { dashboardCards } from '../render/web/dashboard-cards.js';
import { NO_RENAMES, type Renames } from '../schema/rename-schema.js';
import type { Tree } from '../tree.js';

/**
 * The app after a change whose models keep the cards that they have on the dashboard, under the new names of their fields: only
 * a new model gets some.
 */
export function keepCards(
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
    return withOwnCards(after, model, kept);
  };
  return { ...after, models: after.models.map(keep) };
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
