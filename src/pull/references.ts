import { keyOf } from './choose-tables.js';
import type { ForeignKey, Table } from './database.js';
import type { Target } from './draft.js';
import type { Naming } from './guess-models.js';

/** The references of a table by column, and its foreign keys that are none, each with the reason. */
export interface References {
  readonly targets: ReadonlyMap<string, Target>;
  readonly gaps: readonly string[];
}

/** The foreign keys of one column that lead to the key of a model, or to a unique column of it. */
export function referencesOf(table: Table, naming: Naming): References {
  const targets = new Map<string, Target>();
  const gaps: string[] = [];
  for (const key of table.foreignKeys) {
    const found = targetOf(table, key, naming);
    const [column] = key.columns as [string];
    if (typeof found === 'string') gaps.push(`foreign key ${shown(key)}: ${found}`);
    else if (targets.has(column))
      gaps.push(`foreign key ${shown(key)}: the column has another one`);
    else targets.set(column, found);
  }
  return { targets, gaps };
}

/** A foreign key as SQL has it. */
export const shown = ({ columns, table, to }: ForeignKey): string =>
  `(${columns.join(', ')}) to ${table} (${to.join(', ')})`;

/** The model of a table that a foreign key names; undefined if it is none. */
export const modelOf = (key: ForeignKey, naming: Naming) =>
  naming.find(({ table }) => table.name === key.table && table.schema === key.schema);

function targetOf(table: Table, key: ForeignKey, naming: Naming): Target | string {
  const named = modelOf(key, naming);
  if (named === undefined) return `no model has the table ${key.table}`;
  if (key.columns.length > 1) return 'a reference has one column';
  const columns = keyOf(named.table)!.columns;
  const [to = ''] = key.to;
  if (columns.length === 1 && columns[0] === to) return { key, named, to: null };
  const isUnique = named.table.indexes.some(
    ({ unique, where, columns: [first, ...rest] }) =>
      unique && where === null && first === to && rest.length === 0,
  );
  if (!isUnique)
    return columns.length > 1
      ? `the key of ${key.table} has several columns`
      : `${to} is not unique in ${key.table}`;
  const isReference = named.table.foreignKeys.some((one) => one.columns.includes(to));
  if (isReference) return `${to} is a reference itself`;
  if (named.table === table) return 'rows of one table refer to each other by their key alone';
  return { key, named, to: named.fields.get(to)?.name ?? to };
}
