import { type Problem, problem } from '../problem.js';
import { BUILT_IN_CLASSES } from './built-in.js';
import { isUniqueColumn } from './constraints.js';
import { KEY_TYPES, keyOf } from './keys.js';
import { type App, type Field, type Model, tenantOf } from './model.js';
import { unknownName } from './nearest.js';

type Models = Pick<App, 'models'>;

/** The field of another model whose values a reference has; null for a reference to the key, and for a field that is not a reference. */
export function fieldReferredTo({ models }: Models, { reference }: Field): Field | null {
  if (reference?.to === undefined) return null;
  const target = models.find(({ name }) => name === reference.model);
  return target?.fields.find(({ name }) => name === reference.to) ?? null;
}

/** The references of all models that have the values of a field. */
export const referencesToField = (
  { models }: Models,
  target: Pick<Model, 'name'>,
  { name }: Field,
): readonly { readonly model: Model; readonly field: Field }[] =>
  models.flatMap((model) =>
    model.fields
      .filter(({ reference }) => reference?.model === target.name && reference.to === name)
      .map((field) => ({ model, field })),
  );

/** Why a reference cannot have the values of the field that it names; null where it can, or names none. */
export function toFault(app: Models, model: Model, field: Field): Problem | null {
  const { reference } = field;
  if (reference?.to === undefined) return null;
  const { model: name, relation, to } = reference;
  const fault = (message: string, help: string) => problem('bad-to', message, help);
  if (BUILT_IN_CLASSES.includes(name))
    return fault(`rows of \`${name}\` are referred to by their \`id\` alone`, WITHOUT);
  if (name === model.name)
    return fault(
      `\`${relation}\` makes rows of \`${name}\` a tree, which goes by their key`,
      WITHOUT,
    );
  if (reference.lines)
    return fault(`lines refer to the key of their row, and \`${relation}\` to \`${to}\``, WITHOUT);
  const target = app.models.find((one) => one.name === name);
  // An unknown class is reported where it is named.
  if (target === undefined) return null;
  const found = target.fields.find((one) => one.name === to);
  if (found !== undefined) return targetFault(target, found);
  if (to === target.rowNumber?.name)
    return fault(
      `\`${model.name}.${relation}\` leads to \`${name}.${to}\`, which nobody sees`,
      `lead it to \`${keyOf(target)!.name}\`, by \`referencedColumnName\` in its \`@JoinColumn\``,
    );
  const known = target.fields.filter((one) => targetFault(target, one) === null);
  const message = `\`${name}\` has no field \`${to}\``;
  return unknownName(
    'bad-to',
    message,
    to,
    known.map((one) => one.name),
  );
}

/** Why no reference can have the values of a field. */
function targetFault(target: Model, field: Field): Problem | null {
  const { name, type, key, read } = field;
  const at = `${target.name}.${name}`;
  const fault = (message: string, help: string) => problem('bad-to', message, help);
  if (key !== null)
    return fault(`\`${at}\` is the key, to which references lead by themselves`, WITHOUT);
  if (!KEY_TYPES.some((one) => one === type)) {
    const types = KEY_TYPES.join(', ');
    return fault(`\`${at}\` is ${type}, but a reference has values of one of: ${types}`, WITHOUT);
  }
  if (!isUniqueColumn(target, field)) {
    const unique = tenantOf(target) === null ? 'unique' : 'unique=global';
    const help = `make it unique: crudgen model change-field ${target.name} ${name}:${unique}`;
    return fault(`\`${at}\` is not unique by itself, so its values name no single row`, help);
  }
  return read === null
    ? null
    : fault(
        `\`${at}\` is not readable by everybody, but whoever reads the reference reads its value`,
        `${WITHOUT}, or remove the rule that says who reads \`${name}\``,
      );
}

const WITHOUT = 'remove `to`, so that the column has the key of the row';
