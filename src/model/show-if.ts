import { type Problem, problem } from '../problem.js';
import { fieldCalled } from './field-source.js';
import { conditionIn, conditionText } from './frozen.js';
import type { Field, FieldType, Model } from './model.js';
import { nearest } from './nearest.js';

/** The types of which a condition can name values. */
const NAMED: readonly FieldType[] = ['string', 'enum', 'integer', 'boolean'];

const HELP = 'write `show_if=kind=company`, or the name of a field alone for any value';

/** The condition in a text; null for none. */
export const shownWhen = (text: string | null): Field['showIf'] =>
  text === null ? null : conditionIn(text.trim());

/** The field that a condition is about, by its own name or by that of its relation. */
export const conditionField = (
  { fields }: Pick<Model, 'fields'>,
  { field }: NonNullable<Field['showIf']>,
): Field | undefined => fieldCalled(fields, field);

/** Why forms cannot show a field by its condition; null where they can, or where it has none. */
export function showIfFault(model: Model, field: Field): Problem | null {
  const { showIf } = field;
  if (showIf === null) return null;
  const place = `\`${model.name}.${field.name}\``;
  const fault = (message: string, help: string) => problem('bad-show-if', message, help);
  const of = conditionField(model, showIf);
  if (of === undefined || of === field || ['refs', 'json', 'list'].includes(of.type)) {
    const near = nearest(
      showIf.field,
      model.fields.map(({ name }) => name),
    );
    const what =
      of === field ? 'itself' : `\`${showIf.field}\`, which is no field with a value of its own`;
    const help = near === null || near === showIf.field ? HELP : `did you mean \`${near}\`?`;
    return fault(`${place} is shown by ${what}`, help);
  }
  if (isCircle(model, field))
    return fault(
      `${place} is shown by a field that it shows itself`,
      'leave out one of the two conditions: forms would show neither field',
    );
  // The rule between the two is the developer's: forms alone cannot demand what others may leave out.
  if (field.required && field.default === null)
    return fault(
      `${place} is required, and cannot be filled in where forms hide it`,
      'remove `required`, and demand it in the rules file where it is shown',
    );
  return wrongValue(of, showIf, place);
}

/** Whether the conditions from a field on lead back to it, or to one of them. */
function isCircle(model: Model, field: Field): boolean {
  const seen = new Set<Field>();
  let at: Field | undefined = field;
  while (at?.showIf && !seen.has(at)) {
    seen.add(at);
    at = conditionField(model, at.showIf);
  }
  return at !== undefined && seen.has(at);
}

function wrongValue(
  of: Field,
  showIf: NonNullable<Field['showIf']>,
  place: string,
): Problem | null {
  const { values } = showIf;
  if (values === null) return null;
  const fault = (message: string, help: string) => problem('bad-show-if', message, help);
  if (!NAMED.includes(of.type))
    return fault(
      `${place} cannot be shown by values of \`${of.name}\`, which is ${of.type}`,
      `write \`show_if=${showIf.field}\`: it is shown where that has a value`,
    );
  const number = of.type === 'integer' ? values.find((value) => !isInteger(value)) : undefined;
  if (number !== undefined)
    return fault(
      `${place} is shown by \`${conditionText(showIf)}\`, of which \`${number}\` is no whole number`,
      `write it in digits alone: \`show_if=${showIf.field}=3\``,
    );
  const all = of.type === 'boolean' ? ['true', 'false'] : of.enforce ? of.values : null;
  const wrong = values.find((value) => value === '' || all?.includes(value) === false);
  if (wrong === undefined) return null;
  const near = all && nearest(wrong, all);
  const known = all === null ? HELP : `its values are ${all.join(', ')}`;
  return fault(
    wrong === ''
      ? `${place} is shown by \`${conditionText(showIf)}\`, in which a value is missing`
      : `${place} is shown by \`${wrong}\`, which is no value of \`${of.name}\``,
    near ? `did you mean \`${near}\`? ${known}` : known,
  );
}

/** Whether a text is an integer as the code of forms has it. */
const isInteger = (text: string): boolean =>
  Number.isSafeInteger(Number(text)) && String(Number(text)) === text;
