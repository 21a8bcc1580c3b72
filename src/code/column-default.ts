import type { Default } from '../model/model.js';
import { toJson, type Static } from './static-value.js';

/** The default: a value, or a function for now or today. */
export function defaultOf(option: Static | undefined): Default | null {
  if (!option) return null;
  if (option.kind === 'name' && option.name === 'NOW') return { kind: 'now' };
  if (option.kind === 'name' && option.name === 'TODAY') return { kind: 'today' };
  if (option.kind === 'function')
    return /CURRENT_TIMESTAMP|now\(\)/i.test(option.node.body.getText()) ? { kind: 'now' } : null;
  const value = toJson(option);
  return value === undefined || value === null ? null : { kind: 'value', value };
}

/** Whether there is a default that no migration can express. */
export const isComputedDefault = (option: Static | undefined): boolean =>
  option !== undefined && toJson(option) === undefined && defaultOf(option) === null;
