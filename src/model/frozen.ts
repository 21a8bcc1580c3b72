import { type Problem, problem } from '../problem.js';
import { isBuiltIn } from './built-in.js';
import type { Field, FieldType, Frozen, Model } from './model.js';
import { nearest } from './nearest.js';

/** The types of which a condition can name values. */
export const NAMED: readonly FieldType[] = ['string', 'enum', 'integer', 'boolean'];

/** The condition in a text such as `status=paid,void`, or `closed_at` for any value. */
export function conditionIn(text: string): Pick<Frozen, 'field' | 'values'> {
  const at = text.indexOf('=');
  if (at < 0) return { field: text, values: null };
  return { field: text.slice(0, at), values: text.slice(at + 1).split(',') };
}

/** A condition as a text: `status=paid,void`. */
export const conditionText = ({ field, values }: Pick<Frozen, 'field' | 'values'>): string =>
  values === null ? field : `${field}=${values.join(',')}`;

/** Why records of a model cannot be frozen by its condition; null where they can, or where it has none. */
export function frozenFault(model: Model): Problem | null {
  const { frozen, name, readOnly, fields } = model;
  if (frozen === undefined) return null;
  const fault = (message: string, help: string) => problem('bad-frozen', message, help);
  if (readOnly || isBuiltIn(model))
    return fault(
      `records of \`${name}\` cannot be frozen`,
      readOnly ? 'they are only read' : 'only records of models of your own are frozen',
    );
  const field = fields.find((one) => one.name === frozen.field);
  if (field === undefined || field.type === 'refs') {
    const near = nearest(
      frozen.field,
      fields.map((one) => one.name),
    );
    const help =
      near === null ? 'write `status=paid`, or the name of a field' : `did you mean \`${near}\`?`;
    return fault(
      `records of \`${name}\` are frozen by \`${frozen.field}\`, which is no field`,
      help,
    );
  }
  if (frozen.values === null) return null;
  const place = `\`${name}.${field.name}\``;
  if (!NAMED.includes(field.type))
    return fault(
      `records cannot be frozen by values of ${place}, which is ${field.type}`,
      `write \`${field.name}\` alone: records with a value are frozen then`,
    );
  const wrong = wrongValue(frozen.values, field, 'write `status=paid`');
  if (wrong === null) return null;
  return fault(
    wrong.value === ''
      ? `a value of ${place} is missing, by which records are frozen`
      : `records are frozen by \`${wrong.value}\`, which is no value of ${place}`,
    wrong.help,
  );
}

/** The first value of a condition that its field cannot have, and what to write, such as `example` where any other will do. */
export function wrongValue(
  values: readonly string[],
  { type, enforce, values: listed }: Field,
  example: string,
): { readonly value: string; readonly help: string } | null {
  const all = type === 'boolean' ? ['true', 'false'] : enforce ? listed : null;
  const value = values.find((one) => one === '' || all?.includes(one) === false);
  if (value === undefined) return null;
  const near = all && nearest(value, all);
  const help = all === null ? example : `its values are ${all.join(', ')}`;
  return { value, help: near ? `did you mean \`${near}\`? ${help}` : help };
}
