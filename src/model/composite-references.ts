import { type Problem, problem } from '../problem.js';
import { asColumn, hasCompositeKey, keysOf } from './keys.js';
import type { App, Field, Model } from './model.js';

type Fields = Pick<Model, 'fields'>;

/** Whether a field is a reference of several columns, and so not a column itself. */
export const isComposite = ({ reference }: Pick<Field, 'reference'>): boolean =>
  reference?.columns !== undefined;

/** Whether a field has a column of its own. */
export const hasColumn = (field: Pick<Field, 'type' | 'reference'>): boolean =>
  field.type !== 'refs' && !isComposite(field);

/** The fields with the columns of a reference, in the order of the key to which it leads; none if it has one column. */
export const partsOf = ({ fields }: Fields, { reference }: Field): readonly Field[] =>
  (reference?.columns ?? []).flatMap((name) => fields.find((one) => one.name === name) ?? []);

/** The references of a model that have the column of a field among theirs. */
export const referencesWith = ({ fields }: Fields, { name }: Field): readonly Field[] =>
  fields.filter(({ reference }) => reference?.columns?.includes(name) === true);

/** The parts of a reference that are nothing else: no part of the key, no reference themselves, and no part of another one. */
export const ownParts = (model: Fields, field: Field): readonly Field[] =>
  partsOf(model, field).filter(
    (part) => part.key === null && part.type !== 'ref' && referencesWith(model, part).length === 1,
  );

/** Whether a field is a part of a reference and nothing else, so that people choose it with the record. */
export const isOwnPart = (model: Fields, field: Field): boolean =>
  referencesWith(model, field).some((one) => ownParts(model, one).includes(field));

/** A model whose references of several columns are required where each of their columns is. */
export function withRequiredParts<M extends Fields>(model: M): M {
  if (!model.fields.some(isComposite)) return model;
  const settled = (field: Field): Field => {
    const required = partsOf(model, field).every((part) => part.required);
    return isComposite(field) && field.required !== required ? { ...field, required } : field;
  };
  return { ...model, fields: model.fields.map(settled) };
}

/** Why a reference cannot have the columns that it has; null where it can, or has one column. */
export function columnsFault(app: Pick<App, 'models'>, model: Model, field: Field): Problem | null {
  const { reference } = field;
  if (reference?.columns === undefined) return null;
  const { columns, relation, model: name, onDelete } = reference;
  const fault = (message: string, help: string) => problem('bad-columns', message, help);
  const target = app.models.find((one) => one.name === name);
  if (target === undefined) return null;
  if (!hasCompositeKey(target))
    return fault(
      `\`${relation}\` has several columns, but the key of \`${name}\` has one`,
      'leave `columns` out',
    );
  const keys = keysOf(target);
  const parts = partsOf(model, field);
  const all = keys.map((key) => key.name);
  const help = `name one for each: \`columns=${all.join('+')}\``;
  if (columns.length !== keys.length) {
    const has = columns.length === 1 ? '1 column' : `${columns.length} columns`;
    return fault(
      `\`${relation}\` has ${has}, but the key of \`${name}\` has ${keys.length}: ${all.join(', ')}`,
      help,
    );
  }
  const again = columns.find((one, at) => columns.indexOf(one) < at);
  if (again !== undefined)
    return fault(
      `\`${relation}\` names \`${again}\` twice, but the key of \`${name}\` has ${keys.length} columns: ${all.join(', ')}`,
      help,
    );
  if (parts.length < columns.length) return null;
  if (target.name === model.name && parts.every((part, at) => part.name === keys[at]!.name))
    return fault(
      `\`${relation}\` would lead from each row to that row: its columns are the key of \`${name}\``,
      'name a column of its own for a part of the key at least',
    );
  return (
    partsFault(app, { model, parts, target, relation }) ??
    (onDelete === 'set_null' && !canBeEmptied(model, field)
      ? fault(
          `\`on_delete=set_null\` would empty all columns of \`${relation}\`: ${columns.join(', ')}`,
          'use `on_delete=restrict` or `on_delete=cascade`, unless all of them may be empty and belong to no other reference',
        )
      : null)
  );
}

/** Whether all columns of a reference may become empty without anything else being lost. */
export const canBeEmptied = (model: Fields, field: Field): boolean =>
  partsOf(model, field).every((part) => !part.required) &&
  ownParts(model, field).length === field.reference?.columns?.length;

/** The first part that cannot hold the values of its part of the key. */
function partsFault(
  app: Pick<App, 'models'>,
  at: {
    readonly model: Model;
    readonly parts: readonly Field[];
    readonly target: Model;
    readonly relation: string;
  },
): Problem | null {
  const { model, parts, target, relation } = at;
  const keys = keysOf(target);
  const index = parts.findIndex(
    (part, place) => !hasColumn(part) || stored(app, part) !== stored(app, keys[place]!),
  );
  const [part, key] = [parts[index], keys[index]];
  if (part === undefined || key === undefined) return null;
  const is = hasColumn(part) ? stored(app, part) : 'no column';
  return problem(
    'bad-columns',
    `\`${model.name}.${part.name}\` is ${is}, but \`${target.name}.${key.name}\`, to which \`${relation}\` leads by it, is ${stored(app, key)}`,
    'name another column, or give the field the type of that part of the key',
  );
}

/** The type of a column as the database has it. */
const stored = (app: Pick<App, 'models'>, field: Field): string => {
  const { type } = asColumn(app, field);
  return type === 'enum' ? 'string' : type;
};
