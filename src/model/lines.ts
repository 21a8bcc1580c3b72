import { stampField } from './columns.js';
import { BUILT_IN_CLASSES, isBuiltIn } from './built-in.js';
import type { App, Field, Model, Reference } from './model.js';
import { type Problem, problem } from '../problem.js';

/** Whether a model tells when its rows were changed: rows with lines do, as a changed line changes them. */
const tellsChanges = (model: Model): boolean =>
  stampField(model, 'updated') !== null ||
  (model.others ?? []).some(({ column, kind }) => kind === 'moment' && column !== 'created_at');

/** The field by which a model's rows are lines of another's; undefined where they are not. */
export const lineField = ({ fields }: Model): Field | undefined =>
  fields.find(({ reference }) => reference?.lines === true);

/** What happens with a row whose reference goes, unless something else is said. */
export function usualOnDelete({
  required,
  lines,
}: {
  readonly required: boolean;
  readonly lines: boolean;
}): Reference['onDelete'] {
  return lines ? 'cascade' : required ? 'restrict' : 'set_null';
}

/** Why the rows of a model cannot be lines of what a field refers to; null where they can, or the field makes them none. */
export function linesFault(
  { models }: Pick<App, 'models'>,
  model: Model,
  field: Field,
): Problem | null {
  const { reference } = field;
  if (reference?.lines !== true) return null;
  const { model: target, relation, inverse, onDelete } = reference;
  const fault = (message: string, help: string) => problem('bad-lines', message, help);
  if (isBuiltIn(model))
    return fault(`rows of \`${model.name}\` cannot be lines of other rows`, WITHOUT);
  if (BUILT_IN_CLASSES.includes(target))
    return fault(
      `rows of \`${target}\` cannot have lines: the model is built into every project`,
      WITHOUT,
    );
  if (target === model.name)
    return fault(
      `\`${target}\` cannot be lines of itself, because its rows could form a tree`,
      WITHOUT,
    );
  const first = lineField(model);
  if (first !== undefined && first !== field) {
    const other = `${first.reference!.model}\` by \`${first.reference!.relation}`;
    const message = `rows of \`${model.name}\` are already lines of \`${other}\``;
    return fault(
      message,
      `${WITHOUT} from one of the two references: rows can be lines of one model only`,
    );
  }
  if (field.unique) {
    const message = `\`${relation}\` is unique, so a row could only have one line`;
    return fault(message, 'remove `unique`, or `lines`');
  }
  if (!field.required)
    return fault(`\`${relation}\` may be empty, but each line needs a row`, REQUIRED);
  if (onDelete !== 'cascade')
    return fault(
      `\`${relation}\` has an \`on_delete\` other than \`cascade\`, but lines are deleted with their row`,
      CASCADE,
    );
  const parent = models.find(({ name }) => name === target);
  if (parent === undefined) return null;
  if (inverse === null) {
    const message = `\`${model.name}.${relation}\` does not name the relation from \`${target}\` to its lines`;
    const help = `add a @OneToMany to the class \`${target}\`, and name that member in the @ManyToOne of \`${relation}\``;
    return fault(message, help);
  }
  if (tellsChanges(parent)) return null;
  const message = `\`${target}\` has no \`updated_at\`, which has to change with each line`;
  const own = '`changed_on:datetime:updated`';
  return fault(message, `give \`${target}\` timestamps or a field such as ${own}, or ${WITHOUT}`);
}

const WITHOUT = 'remove `lines`';
const REQUIRED = 'make the reference required, or remove `lines`';
const CASCADE = 'use `on_delete=cascade`, or remove `lines`';
