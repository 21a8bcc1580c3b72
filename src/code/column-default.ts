import type { Default } from '../model/model.js';
import { toJson, type Static } from './static-value.js';
import { typescript } from './typescript.js';

/** The default: a value, a function for now or today, or one that returns SQL. */
export function defaultOf(option: Static | undefined): Default | null {
  if (!option) return null;
  if (option.kind === 'name' && option.name === 'NOW') return { kind: 'now' };
  if (option.kind === 'name' && option.name === 'TODAY') return { kind: 'today' };
  if (option.kind === 'function') return defaultOfFunction(option);
  const value = toJson(option);
  return value === undefined || value === null ? null : { kind: 'value', value };
}

function defaultOfFunction({ node: { body } }: Extract<Static, { kind: 'function' }>) {
  const ts = typescript();
  if (/^['"`(]*(?:CURRENT_TIMESTAMP(?:\(\d\))?|now\(\))['"`)]*$/i.test(body.getText()))
    return { kind: 'now' } as const;
  return ts.isStringLiteralLike(body) ? ({ kind: 'database', sql: body.text } as const) : null;
}

/** Whether there is a default that no migration can express. */
export const isComputedDefault = (option: Static | undefined): boolean =>
  option !== undefined && toJson(option) === undefined && defaultOf(option) === null;
