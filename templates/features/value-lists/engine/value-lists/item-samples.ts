import type { CheckedField } from '../fields/limits.js';

const two = (part: number): string => String(part).padStart(2, '0');

/** A moment of 2026, so many hours after its begin. */
const moment = (n: number): string => new Date(Date.UTC(2026, 0, 1, n)).toISOString();

/** The `n`th of many different items, from 0; of documented values they come in turn. */
export function sampleItem(item: CheckedField, n: number): unknown {
  const { type, values = [], max } = item;
  if (values.length > 0) return values[n % values.length];
  switch (type) {
    case 'integer':
    case 'float':
      return n;
    case 'decimal':
      return n % 10 ** Math.min(9, (item.precision ?? 9) - (item.scale ?? 0));
    case 'bigint':
      return String(n);
    case 'boolean':
      return n % 2 === 1;
    case 'date':
      return moment(n * 24).slice(0, 10);
    case 'datetime':
      return moment(n);
    case 'time':
      return `${two(n % 24)}:${two(Math.floor(n / 24) % 60)}:00`;
    case 'uuid':
      return `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
    default:
      return textOf(n).slice(0, max ?? undefined);
  }
}

/** Words that people tag things with, and numbers behind them once they have all been used. */
const WORDS = 'red green blue small large new old urgent quiet round plain sweet'.split(' ');

function textOf(n: number): string {
  const word = WORDS[n % WORDS.length]!;
  const round = Math.floor(n / WORDS.length);
  return round === 0 ? word : `${word} ${round + 1}`;
}
