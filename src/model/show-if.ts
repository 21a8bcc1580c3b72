import { type Problem, problem } from '../problem.js';
import { fieldCalled } from './field-source.js';
import { conditionIn, conditionText, NAMED, wrongValue } from './frozen.js';
import type { Field, Model } from './model.js';
import { nearest } from './nearest.js';

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
  return valueFault(of, showIf, place);
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

function valueFault(
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
  const wrong = wrongValue(values, of, HELP);
  if (wrong === null) return null;
  return fault(
    wrong.value === ''
      ? `${place} is shown by \`${conditionText(showIf)}\`, in which a value is missing`
      : `${place} is shown by \`${wrong.value}\`, which is no value of \`${of.name}\``,
    wrong.help,
  );
}

/** Whether a text is an integer as the code of forms has it. */
const isInteger = (text: string): boolean =>
  Number.isSafeInteger(Number(text)) && String(Number(text)) === text;
