import type { Default } from '../model/model.js';
import { toJson, type Static } from './static-value.js';

/** The default: a value, or one of the functions that mean now and today. */
export function defaultOf(option: Static | undefined): Default | null {
  if (!option) return null;
  if (option.kind === 'name' && option.name === 'NOW') return { kind: 'now' };
  if (option.kind === 'name' && option.name === 'TODAY') return { kind: 'today' };
  if (option.kind === 'function')
    return /CURRENT_TIMESTAMP|now\(\)/i.test(option.node.body.getText()) ? { kind: 'now' } : null;
  const value = toJson(option);
  return value === undefined || value === null ? null : { kind: 'value', value };
}

/** Whether a default is there that no migration could say. */
export const isComputedDefault = (option: Static | undefined): boolean =>
  option !== undefined && toJson(option) === undefined && defaultOf(option) === null;
