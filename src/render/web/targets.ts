import type { App, Field, Model } from '../../model/model.js';
import { referenceOf } from '../../model/relations.js';

/** The path of a model's endpoints without its slash, by which the back-office knows the model. */
export const resourceOf = ({ prefix }: Pick<Model, 'prefix'>): string => prefix.slice(1);

/** The resource that a ref or refs field picks from. */
export function targetOf(app: App, field: Field): string {
  const { model: className } = referenceOf(field);
  const model = app.models.find(({ name }) => name === className);
  return model ? resourceOf(model) : className.toLowerCase();
}
