import { sortedText } from '../model/exact-number.js';
import type { Field } from '../model/model.js';
import type { ColumnSpec } from './engine/schema.js';

/** The type of an exact decimal, as the catalog of PostgreSQL names it. */
export const numericType = ({ precision, scale }: Pick<Field, 'precision' | 'scale'>): string =>
  precision === null ? 'numeric' : `numeric(${precision},${scale ?? 0})`;

/** Whether a column holds exact decimals. */
export const isExactColumn = ({ type, postgres = '' }: ColumnSpec): boolean =>
  type === 'sql' && /^numeric(\(\d+,\d+\))?$/.test(postgres);

/** The digits of a column of exact decimals; null where it has any. */
export function exactDigits({ postgres = '' }: ColumnSpec): Pick<Field, 'precision' | 'scale'> {
  const [, precision, scale] = /^numeric\((\d+),(\d+)\)$/.exec(postgres) ?? [];
  if (precision === undefined) return { precision: null, scale: null };
  return { precision: Number(precision), scale: Number(scale) };
}

/** An exact decimal as each database stores it. */
export const storedExact = (text: string): Readonly<Record<'sqlite' | 'postgres', string>> => ({
  sqlite: sortedText(text) ?? text,
  postgres: text,
});
