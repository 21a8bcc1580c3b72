import { isBuiltIn } from './built-in.js';
import { keysOf } from './keys.js';
import { type App, type Field, type Model, PLAIN_FIELD } from './model.js';

const COUNTED_ID: Field = {
  ...PLAIN_FIELD,
  ...{ name: 'id', column: 'id', type: 'integer', required: true, key: 'database' },
};

/** The app and one of its models, with the integer `id` that the database counts among its fields if that is its key. */
export function withCountedId(
  app: App,
  model: Model,
): { readonly app: App; readonly model: Model } {
  const isKept = model.readOnly || isBuiltIn(model) || keysOf(model).length > 0;
  if (isKept) return { app, model };
  const named: Model = { ...model, fields: [COUNTED_ID, ...model.fields] };
  const models = app.models.map((one) => (one === model ? named : one));
  return { app: { ...app, models }, model: named };
}
