import type { App, Field, Model } from '../../model/model.js';
import { inversesOf } from '../../model/relations.js';
import { stampsOf } from '../../model/columns.js';
import type { Problem } from '../../problem.js';
import type { DraftModel } from '../draft.js';
import { placeOf } from './differences.js';

/** A change that a merge makes to the developer's models. */
export interface Told {
  readonly what:
    | 'add-model'
    | 'remove-model'
    | 'change-model'
    | 'move-table'
    | 'add-field'
    | 'remove-field'
    | 'change-field'
    | 'move-column';
  /** The class of the developer. */
  readonly model: string;
  /** The field; null for the whole model. */
  readonly field: string | null;
  /** The change in a few words: `string=80:required`, `max 50 -> 80`. */
  readonly change: string;
  /** Why a new field is guessed so, in half sentences. */
  readonly reasons: readonly string[];
}

/** A merge of changes of a database into the developer's models, as far as it has come. */
export interface Merging {
  app: App;
  readonly told: Told[];
  /** Warnings of what is not taken over. */
  readonly problems: Problem[];
  /** The models that are guessed of the database as it was, and as it is now. */
  readonly before: Pick<App, 'models'>;
  readonly theirs: Pick<App, 'models'>;
  /** The guesses with their reasons. */
  readonly drafts: readonly DraftModel[];
}

/** The developer's model of a table; undefined if they have none. */
export const modelAt = ({ app }: Merging, table: string): Model | undefined =>
  app.models.find((model) => model.table === table);

/** The developer's field of a column or a join table; undefined if they have none. */
export const fieldAt = (app: App, model: Model, place: string): Field | undefined =>
  model.fields.find((field) => placeOf(app, model, field) === place);

/** Puts another model in the place of one. */
export function putModel(merging: Merging, old: Model, now: Model): void {
  const { app } = merging;
  merging.app = { ...app, models: app.models.map((one) => (one === old ? now : one)) };
}

/** The properties that the class of a model has. */
export const propertiesOf = (app: App, model: Model): ReadonlySet<string> =>
  new Set([
    'id',
    ...stampsOf(model),
    ...model.fields.flatMap(({ name, reference }) => [
      name,
      ...(reference ? [reference.relation] : []),
    ]),
    ...inversesOf(app, model).map(({ name }) => name),
  ]);

/** The first of a name and its numbered forms that is free. */
export function freeName(name: string, isFree: (name: string) => boolean): string {
  for (let at = 1; ; at += 1) {
    const one = at === 1 ? name : `${name}_${at}`;
    if (isFree(one)) return one;
  }
}
