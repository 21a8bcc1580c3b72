import type { ColumnSpec, TableSchema } from '../database/steps/schema.js';

/** A table as a list of facts, so that two of them can be compared line by line. */
export function factsOf({ columns, primaryKey, uniques, indexes, foreignKeys }: TableSchema) {
  return [
    ...Object.entries(columns).map(([name, spec]) => `column ${name}: ${specText(spec)}`),
    `primary key ${primaryKey.join(', ')}`,
    ...uniques.map((names) => `unique ${names.join(', ')}`),
    // The index of the primary key serves its first column, too.
    ...indexes
      .filter((names) => names.join() !== primaryKey[0])
      .map((names) => `index ${names.join(', ')}`),
    ...foreignKeys.map((key) => `${key.column} -> ${key.table}, on delete ${key.onDelete}`),
  ].sort();
}

function specText({ type, length, precision, scale, nullable, default: value }: ColumnSpec) {
  const size = [length, precision, scale].filter((number) => number !== undefined).join(',');
  const initial = value === undefined ? '' : ` default ${JSON.stringify(value)}`;
  return `${type}${size && `(${size})`}${nullable ? '' : ' not null'}${initial}`;
}
