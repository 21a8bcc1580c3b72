import type { App, Field, JsonValue, Model } from '../../model/model.js';
import { sampleValues } from '../../model/sample-value.js';
import { type Code, literal, object, raw, SPREAD } from '../print/code.js';
import { printCode } from '../print/print-code.js';
import { rowKeys } from './row-keys.js';
import { freshValue } from './value-code.js';

/** A statement of a test, starting at a column. */
export const statement = (column: number, before: string, code: Code): string =>
  printCode(code, { before, after: ';', column });

/** The values of a new row, by the call that makes them, and others in addition or in place. */
export function withNewRow(made: string, entries: Readonly<Record<string, Code>>): Code {
  if (Object.keys(entries).length === 0) return raw(made);
  const spread = made.startsWith('await ') ? `(${made})` : made;
  return object({ [`...${spread}`]: SPREAD, ...entries });
}

/** Values that a row lacks by default, of the fields that have any. */
export function valuesOf(app: App, model: Model, fields: readonly Field[]): Record<string, Code> {
  const { fresh } = rowKeys(app, model);
  const code = (field: Field): Code | undefined => {
    if (fresh.has(field.name)) return freshValue(model, field).code;
    const value = otherThanDefault(model, field);
    return value === undefined ? undefined : literal(value);
  };
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = code(field);
      return value === undefined ? [] : [[field.name, value] as const];
    }),
  );
}

/** A value that is not the one of a new row, where there are two; undefined where there is none. */
export function otherThanDefault(model: Model, field: Field): JsonValue | undefined {
  const [first, second = first] = sampleValues(model, field);
  const isDefault = field.default?.kind === 'value' && field.default.value === second;
  return isDefault ? first : second;
}
