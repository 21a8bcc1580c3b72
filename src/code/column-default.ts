import type { Default, ScalarType } from '../model/model.js';
import { toJson, type Static } from './static-value.js';
import { typescript } from './typescript.js';

/** The default: a value, a function for now or today, or one that returns SQL. The type is that of its column, where it has one. */
export function defaultOf(
  option: Static | undefined,
  type: ScalarType | null = null,
): Default | null {
  if (!option) return null;
  if (option.kind === 'name' && option.name === 'NOW') return { kind: 'now' };
  if (option.kind === 'name' && option.name === 'TODAY') return { kind: 'today' };
  if (option.kind === 'function') return defaultOfFunction(option, type);
  const value = toJson(option);
  return value === undefined || value === null ? null : { kind: 'value', value };
}

/** A text with the moment of an insert has the form of its database, in which the service does not write. */
function defaultOfFunction(
  { node: { body } }: Extract<Static, { kind: 'function' }>,
  type: ScalarType | null,
): Default | null {
  const ts = typescript();
  const sql = ts.isStringLiteralLike(body) ? ({ kind: 'database', sql: body.text } as const) : null;
  if (sql !== null && type !== null && type !== 'datetime') return sql;
  if (/^['"`(]*(?:CURRENT_TIMESTAMP(?:\(\d\))?|now\(\))['"`)]*$/i.test(body.getText()))
    return { kind: 'now' };
  return sql;
}

/** Whether there is a default that no migration can express. */
export const isComputedDefault = (option: Static | undefined): boolean =>
  option !== undefined && toJson(option) === undefined && defaultOf(option) === null;
