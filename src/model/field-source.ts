import { type Problem, problem } from '../problem.js';
import { builtInNamed, withLogin } from './built-in.js';
import type { App, Field, FieldSource, Model } from './model.js';
import { unknownName } from './nearest.js';

type Models = Pick<App, 'models'>;

/** The model and field to which a source leads, as far as they exist. */
interface Found {
  /** The field of the same model that has the relation. */
  readonly by: Field | undefined;
  readonly target: Model | undefined;
  /** The field of the target. */
  readonly field: Field | undefined;
}

/** The model and field to which the source of one of a model's fields leads. */
export function findSource({ models }: Models, model: Model, from: FieldSource): Found {
  const by = fieldCalled(model.fields, from.relation);
  const name = by?.reference?.model;
  const target =
    models.find((one) => one.name === name) ??
    (name === undefined ? undefined : builtInNamed(name));
  return { by, target, field: target && fieldCalled(withLogin(target), from.field) };
}

/** The field of this name or, for a reference, relation. */
export const fieldCalled = (fields: readonly Field[], given: string): Field | undefined =>
  fields.find(({ name, reference }) => name === given || reference?.relation === given);

/** A source in text: `part.price`. */
export const sourceText = ({ relation, field }: FieldSource): string => `${relation}.${field}`;

/** A field with the names that code has for its source: a spec may say `part.currency` for `part.currency_id`. */
export function withSourceNames(app: Models, model: Model, field: Field): Field {
  if (field.from === null) return field;
  const found = findSource(app, model, field.from);
  return {
    ...field,
    from: {
      relation: found.by?.reference?.relation ?? field.from.relation,
      field: found.field?.name ?? field.from.field,
    },
  };
}

/** How a source is written. */
export const SOURCE_HELP =
  'write a reference of this model, a dot and a field of the other model: `part.price`';

/** Why a field cannot be filled from its source; null where it can, or has none. */
export function sourceFault(app: Models, model: Model, field: Field): Problem | null {
  const { from } = field;
  if (from === null) return null;
  const { by, target, field: source } = findSource(app, model, from);
  const fault = (message: string, help: string) => problem('bad-source', message, help);
  if (from.field === '') return fault(`\`${from.relation}\` is not a valid source`, SOURCE_HELP);
  if (by === undefined) {
    const message = `\`${model.name}\` has no reference \`${from.relation}\``;
    return unknownName('bad-source', message, from.relation, referencesOf(model, field));
  }
  if (by.type !== 'ref') {
    const message = `\`${from.relation}\` is ${by.type}, which does not lead to a single record`;
    return fault(message, `name a reference: ${referencesOf(model, field).join(', ') || 'none'}`);
  }
  if (by === field)
    return fault(`\`${from.relation}\` cannot be filled from itself`, 'remove `from`');
  // Its class is unknown, or in code that cannot be read, and that is reported there.
  if (target === undefined) return null;
  if (source === undefined) {
    const message = `\`${target.name}\` has no field \`${from.field}\``;
    const names = withLogin(target).filter((one) => isSameKind(one, field));
    return unknownName(
      'bad-source',
      message,
      from.field,
      names.map(({ name }) => name),
    );
  }
  if (isSameKind(source, field)) return null;
  const message = `\`${model.name}.${field.name}\` is ${sourceKind(field)}, but \`${target.name}.${source.name}\` is ${sourceKind(source)}`;
  return fault(message, `give both fields one type, or remove \`from\``);
}

/** The relations from which a field may be filled. */
const referencesOf = ({ fields }: Model, own: Field): readonly string[] =>
  fields.flatMap((field) =>
    field.type === 'ref' && field !== own ? [field.reference!.relation] : [],
  );

/** The type of a field, with the model of a reference. */
const sourceKind = ({ type, reference }: Field): string =>
  reference === null ? type : `${type}=${reference.model}`;

/** Whether values of one field are values of another. */
const isSameKind = (one: Field, other: Field): boolean => sourceKind(one) === sourceKind(other);
