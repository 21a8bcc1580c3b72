import type { App, Field, JsonValue, Model } from '../../model/model.js';
import { sampleValues } from '../../model/sample-value.js';
import { firstValues, nextValues } from '../../model/steps.js';
import { codeOf, hasEntries, type Value, type Values, Verbatim, verbatim } from '../code.js';
import { rowKeys } from './row-keys.js';
import { freshValue } from './value-code.js';

/** The values of a new row, by the call that makes them, and others in addition or in place. */
export function withNewRow(made: string, ...others: readonly (Values | Verbatim)[]): Verbatim {
  const added = others.filter((one) => one instanceof Verbatim || hasEntries(one));
  if (added.length === 0) return verbatim(made);
  const row = made.startsWith('await ') ? `(${made})` : made;
  return verbatim(`{ ${[verbatim(row), ...added].map(objectMembers).join(', ')} }`);
}

/** Members of an object: code is spread. */
const objectMembers = (one: Values | Verbatim): string =>
  one instanceof Verbatim ? `...${one.code}` : codeOf(one).slice(1, -1).trim();

/** Values that a row lacks by default, of the fields that have any. */
export function valuesOf(app: App, model: Model, fields: readonly Field[]): Values {
  const { fresh } = rowKeys(app, model);
  const valueOf = (field: Field): Value | undefined =>
    fresh.has(field.name) ? freshValue(model, field).code : otherThanDefault(model, field);
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
}

/** A value that differs from the value of a new row; undefined if the field has only one value. */
export function otherThanDefault(model: Model, field: Field): JsonValue | undefined {
  if (field.steps !== null) return nextOfNewRow(field);
  const [first, second = first] = sampleValues(model, field);
  const isDefault = field.default?.kind === 'value' && field.default.value === second;
  return isDefault ? first : second;
}

/** The value that follows the one of a new row; undefined where no step leads on. */
function nextOfNewRow(field: Field): string | undefined {
  const { default: given, required } = field;
  const first = given?.kind === 'value' ? String(given.value) : firstValues(field)[0];
  const isEmpty = given === null && !required;
  return isEmpty || first === undefined ? first : nextValues(field, first)[0];
}
