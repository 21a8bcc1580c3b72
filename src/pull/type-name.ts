import type { Column } from './database.js';

/** A declared type without its numbers, and these: `NUMERIC(10, 2)` -> `numeric` and 10, 2. */
export function readTypeName(declared: string): Pick<Column, 'type' | 'sizes'> {
  const [, inner = ''] = /\(([^)]*)\)/.exec(declared) ?? [];
  const sizes = inner
    .split(',')
    .flatMap((text) => (/^\s*\d+\s*$/.test(text) ? [Number(text)] : []));
  const type = declared
    .replace(/\s*\([^)]*\)/, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ');
  return { type, sizes };
}
