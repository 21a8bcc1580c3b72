import { isDated } from '../../model/columns.js';
import type { App, DashboardPlace, Field, Model } from '../../model/model.js';
import { once } from '../../once.js';

/** The place of a model on a dashboard that has no room for all models. */
export const dashboardPlace = (app: App, model: Model): DashboardPlace =>
  model.place === undefined ? usualPlace(app, model) : model.place;

/**
 * Where a new model is: first what the business is about, which has states and dates;
 * last the lines and links of other models, and small lists to choose from; the others (null) between them.
 */
export function usualPlace(app: App, model: Model): DashboardPlace {
  const isReferred = referredModels(app).has(model.name);
  const hasState = model.fields.some(isState);
  if (hasState) return isReferred || model.fields.some(isDated) ? 'first' : null;
  return isPartOfAnother(model, isReferred) || isLookup(model, isReferred) ? 'last' : null;
}

/** The models to which others refer, by class. */
const referredModels = once(
  ({ models }: App): ReadonlySet<string> =>
    new Set(
      models.flatMap(({ name, fields }) =>
        fields.flatMap(({ reference }) =>
          reference === null || reference.model === name ? [] : [reference.model],
        ),
      ),
    ),
);

/** Whether a field says how far a row has come: it has listed values, and such a name. */
export const isState = ({ name, values }: Field): boolean =>
  values.length > 0 && /(^|_)(status|state|stage|phase)$/.test(name);

/** Lines that go with their parent, and links between two rows. */
function isPartOfAnother({ fields }: Model, isReferred: boolean): boolean {
  const parents = fields.filter(({ type, required }) => type === 'ref' && required);
  const isLine = parents.some(({ reference }) => reference?.onDelete === 'cascade');
  const isLink = parents.length > 1 && fields.length <= parents.length + 1;
  return !isReferred && (isLink || (isLine && !fields.some(isDated)));
}

const LOOKUP_FIELDS = 3;

/** What others choose from, such as tags and categories: few fields, no dates, no parents but its own. */
const isLookup = ({ name, fields }: Model, isReferred: boolean): boolean =>
  isReferred &&
  fields.length <= LOOKUP_FIELDS &&
  !fields.some(isDated) &&
  fields.every(({ reference }) => reference === null || reference.model === name);
