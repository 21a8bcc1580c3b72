import { keyOf } from './choose-tables.js';
import { type ComposedLink, composedLink } from './composed-links.js';
import type { DatabaseKind, ForeignKey, Table } from './database.js';
import { isPlain, uniqueOf } from './table-facts.js';

/** A foreign key that is a reference. */
export interface Link {
  readonly key: ForeignKey;
  readonly target: Table;
  /** The unique column that it leads to; null for the primary key. */
  readonly to: string | null;
}

/** The references of a table by column, those of several columns, and its foreign keys that are none, each with the reason. */
export interface Links {
  readonly byColumn: ReadonlyMap<string, Link>;
  readonly composed: readonly ComposedLink[];
  readonly gaps: readonly string[];
}

/** The foreign keys that lead to the key of a table, or with one column to a unique column of it. */
export function linksOf(table: Table, tables: readonly Table[], database: DatabaseKind): Links {
  const byColumn = new Map<string, Link>();
  const composed: ComposedLink[] = [];
  const gaps: string[] = [];
  for (const key of table.foreignKeys) {
    if (key.columns.length > 1) {
      const target = targetOf(key, tables);
      const link = target
        ? composedLink(table, key, target, database)
        : `no model has the table ${key.table}`;
      if (typeof link === 'string') gaps.push(`foreign key ${shown(key)}: ${link}`);
      else composed.push(link);
      continue;
    }
    const found = linkOf(table, key, tables);
    const [column] = key.columns as [string];
    const fault =
      typeof found === 'string'
        ? found
        : byColumn.has(column)
          ? 'the column has another one'
          : null;
    if (typeof found === 'object' && fault === null) byColumn.set(column, found);
    else gaps.push(`foreign key ${shown(key)}: ${fault}`);
  }
  return { byColumn, composed, gaps };
}

/** The foreign keys that lead to columns which are not unique together: SQLite makes them, and then refuses to write their rows. */
export const mismatches = (tables: readonly Table[]): readonly string[] =>
  tables.flatMap((table) =>
    table.foreignKeys
      .filter((key) => {
        const target = targetOf(key, tables);
        return target !== undefined && !isUniqueGroup(key.to, target);
      })
      .map((key) => `${table.name} ${shown(key)}`),
  );

function isUniqueGroup(columns: readonly string[], { primaryKey, indexes }: Table): boolean {
  const groups = indexes
    .filter((index) => index.unique && isPlain(index))
    .map((one) => one.columns);
  const inOrder = (group: readonly (string | null)[]) => group.toSorted().join();
  return [primaryKey, ...groups].some((group) => inOrder(group) === inOrder(columns));
}

/** A foreign key as SQL has it. */
const shown = ({ columns, table, to }: ForeignKey): string =>
  `(${columns.join(', ')}) to ${table} (${to.join(', ')})`;

/** The table that a foreign key names; undefined if it is not among these. */
export const targetOf = (key: ForeignKey, tables: readonly Table[]): Table | undefined =>
  tables.find(({ name, schema }) => name === key.table && schema === key.schema);

function linkOf(table: Table, key: ForeignKey, tables: readonly Table[]): Link | string {
  const target = targetOf(key, tables);
  if (target === undefined) return `no model has the table ${key.table}`;
  const { columns } = keyOf(target);
  const [to = ''] = key.to;
  if (columns.length === 1 && columns[0] === to) return { key, target, to: null };
  if (!uniqueOf(target).has(to))
    return columns.length > 1
      ? `the key of ${key.table} has several columns`
      : `${to} is not unique in ${key.table}`;
  if (target === table) return 'rows of one table refer to each other by their key alone';
  if (target.foreignKeys.some((one) => one.columns.includes(to)))
    return `${to} is a reference itself`;
  return { key, target, to };
}
