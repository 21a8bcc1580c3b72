import { isUniqueColumn, isOneToOne } from './constraints.js';
import { PLAIN_FIELD, type App, type Field, type Model } from './model.js';
import { type Problem, problem } from '../problem.js';
import { quoteName } from './quote.js';
import { referencesToField } from './unique-references.js';

/** The field that a model with a trash gets, unless it has one of the kind. */
const DELETED_AT: Field = {
  ...PLAIN_FIELD,
  name: 'deleted_at',
  column: 'deleted_at',
  type: 'datetime',
  stamp: 'deleted',
};

/** The column with the moment of the deletion; null for a model that deletes its rows. */
export const deletionColumn = ({ fields, others = [] }: Pick<Model, 'fields' | 'others'>) =>
  deletionField({ fields })?.column ??
  others.find(({ kind }) => kind === 'deletion')?.column ??
  null;

/** The field with the moment of the deletion; undefined where the model has none. */
export const deletionField = ({ fields }: Pick<Model, 'fields'>): Field | undefined =>
  fields.find(({ stamp }) => stamp === 'deleted');

/** The model with a trash, and with the column that this needs. */
export const withTrash = (model: Model, trash: true | string): Model => ({
  ...model,
  trash,
  fields: deletionColumn(model) === null ? [...model.fields, DELETED_AT] : model.fields,
});

/** The model without a trash, whose rows are deleted from now on; a column of the developer's own marks them as before. */
export function withoutTrash({ trash: _, ...model }: Model): Model {
  const { name, column } = DELETED_AT;
  const isOwn = (field: Field): boolean =>
    field.stamp !== 'deleted' || field.name !== name || field.column !== column;
  return { ...model, fields: model.fields.filter(isOwn) };
}

/** The condition of rows that are not in the trash, as indexes have it; null for a model without a trash. */
export function livingCondition(model: Pick<Model, 'trash' | 'fields' | 'others'>): string | null {
  const column = model.trash === undefined ? null : deletionColumn(model);
  return column === null ? null : `${quoteName(column)} IS NULL`;
}

/**
 * Whether the values of a unique column are free again once its row is in the trash. Not those to which other rows refer, as no index of
 * some rows alone can have these, nor those of a one-to-one relation.
 */
export const isUniqueAmongLiving = (
  app: Pick<App, 'models'>,
  model: Model,
  field: Field,
): boolean =>
  livingCondition(model) !== null &&
  field.key === null &&
  isUniqueColumn(model, field) &&
  !isOneToOne(model, field) &&
  referencesToField(app, model, field).length === 0;

/** The models whose rows go to the trash with those of a model, over any number of levels. */
export function goingAlong({ models }: Pick<App, 'models'>, name: string): readonly Model[] {
  const reached = new Set([name]);
  // The set grows during the iteration.
  for (const one of reached)
    for (const { name: other, fields } of models)
      if (fields.some(({ type, reference }) => type === 'ref' && isCascade(reference, one)))
        reached.add(other);
  return models.filter((model) => model.name !== name && reached.has(model.name));
}

const isCascade = (reference: Field['reference'], name: string): boolean =>
  reference?.model === name && reference.onDelete === 'cascade';

/** The models with a trash that needs one of this model, as its rows go with theirs. */
export const needingTrash = (app: Pick<App, 'models'>, name: string): readonly Model[] =>
  app.models.filter(
    (model) =>
      model.trash !== undefined &&
      model.name !== name &&
      goingAlong(app, model.name).some((other) => other.name === name),
  );

/** Why rows of a model cannot be deleted with those to which a field refers: these go to a trash, of which the model has none. */
export function trashFault(
  app: Pick<App, 'models'>,
  model: Model,
  { type, reference }: Field,
): Problem | null {
  const goes = type === 'ref' && reference?.onDelete === 'cascade';
  const owner = goes && deletionColumn(model) === null && trashAbove(app, reference.model);
  if (!owner) return null;
  return problem(
    'no-trash',
    `rows of \`${model.name}\` are deleted with those of \`${owner.name}\` by \`${reference!.relation}\`, and have no trash`,
    `write \`trash: true\` for \`${model.name}\`, too (in a project: crudgen model trash ${model.name}), or another \`on_delete\` than \`cascade\``,
  );
}

/** The model with a trash to which rows of a model go, or those with which they are deleted; undefined without one. */
function trashAbove({ models }: Pick<App, 'models'>, name: string): Model | undefined {
  const reached = new Set([name]);
  // The set grows during the iteration.
  for (const one of reached) {
    const model = models.find((other) => other.name === one);
    if (model?.trash !== undefined) return model;
    for (const { type, reference } of model?.fields ?? [])
      if (type === 'ref' && reference?.onDelete === 'cascade') reached.add(reference.model);
  }
  return undefined;
}
