import type { App, Field, Model } from '../../model/model.js';
import { placeOf } from './differences.js';

type Models = Pick<App, 'models'>;

/** Guesses of a database before and now, of which only that is left what a rename could be. */
export interface PossibleRenames {
  readonly before: App;
  readonly now: App;
}

/**
 * Two guesses of a database by the names of the developer's models and fields, so that people are asked by names that they know.
 * Columns are left out that went and have no field any more, and columns that came and have one already.
 */
export function withKnownNames(mine: App, before: Models, now: Models): PossibleRenames {
  const isOf = (app: Models) => (model: Model, field: Field) => {
    const other = app.models.find(({ table }) => table === model.table);
    const place = placeOf(app, model, field);
    return other?.fields.some((one) => placeOf(app, other, one) === place) === true;
  };
  const [inBefore, inNow, inMine] = [isOf(before), isOf(now), isOf(mine)];
  const old = named(mine, before, (model, field) => inNow(model, field) || inMine(model, field));
  const next = named(mine, now, (model, field) => inBefore(model, field) || !inMine(model, field));
  const has = (table: string) => mine.models.some((model) => model.table === table);
  const isIn = ({ models }: Models, table: string) => models.some((one) => one.table === table);
  return {
    before: among(old, ({ table }) => has(table) || isIn(now, table)),
    now: among(next, ({ table }) => !has(table) || isIn(before, table)),
  };
}

/** Some of the models, without references to others. */
function among(app: App, isKept: (model: Model) => boolean): App {
  const kept = app.models.filter(isKept);
  const present = new Set(kept.map(({ name }) => name));
  const leads = ({ reference }: Field) => reference === null || present.has(reference.model);
  return {
    ...app,
    models: kept.map((model) => ({ ...model, fields: model.fields.filter(leads) })),
  };
}

/** Guessed models by the developer's names; a guessed name that these use for another model gets a mark. */
function named(mine: App, guess: Models, isKept: (model: Model, field: Field) => boolean): App {
  const ours = new Map(mine.models.map((model) => [model.table, model]));
  const taken = new Set(mine.models.map(({ name }) => name));
  const classes = new Map(
    guess.models.map(({ table, name }) => [
      name,
      ours.get(table)?.name ?? (taken.has(name) ? `${name}Record` : name),
    ]),
  );
  const models = guess.models.map((model): Model => {
    const own = ours.get(model.table);
    const fields = model.fields
      .filter((field) => field.key !== null || isKept(model, field))
      .map((field): Field => {
        const known = own?.fields.find(({ column }) => column === field.column);
        const { reference, name } = field;
        const to = reference && { ...reference, model: classes.get(reference.model)! };
        return { ...field, name: known?.name ?? name, reference: to };
      });
    return { ...model, name: classes.get(model.name)!, fields };
  });
  return among({ ...mine, models }, () => true);
}
