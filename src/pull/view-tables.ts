import { KEY_TYPES, PART_TYPES } from '../model/keys.js';
import { nameWords, singular, snakeCase } from '../model/names.js';
import type { Column, DatabaseKind, ForeignKey, SeenRows, Table, View } from './database.js';
import { guessType } from './guess-type.js';
import { isPlain, uniqueOf } from './table-facts.js';
import { keysOfBases, LOOKED_AT } from './view-rows.js';

/** A view as a table that is only read: without a key if nothing names its rows. */
export function viewTable(view: View, tables: readonly Table[], database: DatabaseKind): Table {
  const key = keyOfView(view, database);
  const columns = view.columns.map((column) => ({
    ...column,
    nullable: !key?.columns.includes(column.name),
    counted: false,
  }));
  return {
    ...{ schema: view.schema, name: view.name, kind: 'view', comment: view.comment, columns },
    primaryKey: key?.columns ?? [],
    foreignKeys: columns.flatMap((column) =>
      key?.columns.includes(column.name) ? [] : (keyFrom(column, view, tables) ?? []),
    ),
    ...{ indexes: [], checks: [], triggers: [], others: [] },
    ...(key !== null && { reason: key.reason }),
  };
}

interface ViewKey {
  readonly columns: readonly string[];
  readonly reason: string;
}

/** The columns that name the rows of a view, by an index, by the key of one of its tables, or by their names. */
function keyOfView(view: View, database: DatabaseKind): ViewKey | null {
  const fits = (group: readonly string[]) =>
    group.every((name) => {
      const column = view.columns.find((one) => one.name === name);
      const guess = column && guessType(column, { database, isKeyed: true });
      const types = group.length > 1 ? PART_TYPES : KEY_TYPES;
      return typeof guess === 'object' && types.includes(guess.type);
    });
  const index = view.indexes.find(
    (one) => one.unique && isPlain(one) && fits(one.columns as string[]),
  );
  if (index !== undefined)
    return {
      columns: index.columns as string[],
      reason: `its key is that of the index ${index.name}`,
    };
  return keyOfTable(view, fits) ?? keyByName(view, fits);
}

type Fits = (group: readonly string[]) => boolean;

/** The key of a table that the view shows, which each row of the view has for itself. */
function keyOfTable(view: View, fits: Fits): ViewKey | null {
  const place = (group: readonly string[]) =>
    Math.min(...group.map((name) => view.columns.findIndex((one) => one.name === name)));
  const groups = keysOfBases(view)
    .filter(fits)
    .toSorted((one, other) => one.length - other.length || place(one) - place(other));
  const { seen } = view;
  // More columns are never less unique: where no row tells, they are the safer key.
  const group = seen?.count ? groups.find((one) => isUnique(one, seen)) : groups.at(-1);
  if (group === undefined) return null;
  const base = view.bases.find(({ primaryKey }) => isSame(primaryKey, group))!;
  const rows = seen?.count ? `and ${uniqueIn(seen)}` : 'which no row confirms';
  return { columns: group, reason: `its key is that of the table ${base.name}, ${rows}` };
}

const isUnique = (group: readonly string[], { unique }: SeenRows): boolean =>
  unique.some((one) => one.join() === group.join());

const isSame = (names: readonly string[], others: readonly string[]): boolean =>
  names.join().toLowerCase() === others.join().toLowerCase();

const uniqueIn = ({ count }: SeenRows): string =>
  count > LOOKED_AT
    ? `unique in the ${LOOKED_AT} rows that were looked at`
    : `unique in its ${count} rows`;

/** Names of columns that name a row, the surest first. */
const NAMES: readonly RegExp[] = [
  /^id$/,
  /_(id|uuid|guid)$/,
  /(^|_)(code|key|number|no|nr|sku|slug|isbn|ean|username|login|email)$/,
  /(^|_)(name|title|label)$/,
];

/** A column by its name, if each of several rows has a value of its own in it; where no rows tell, only one that is called `id`. */
function keyByName({ name, columns, seen }: View, fits: Fits): ViewKey | null {
  const isSure = seen !== undefined && seen.count > 1;
  const own = `${snakeCase(singular(nameWords(name).at(-1) ?? ''))}_id`;
  const patterns = isSure ? [new RegExp(`^${own}$`), ...NAMES] : NAMES.slice(0, 1);
  const rank = (column: Column) =>
    patterns.findIndex((pattern) => pattern.test(snakeCase(column.name)));
  const named = columns
    .filter((column) => rank(column) >= 0)
    .toSorted((one, other) => rank(one) - rank(other))
    .find((column) => fits([column.name]) && (!isSure || isUnique([column.name], seen)));
  if (named === undefined) return null;
  const rows = isSure ? `and ${uniqueIn(seen)}` : 'and no row confirms it';
  return { columns: [named.name], reason: `no key: ${named.name} is called so ${rows}` };
}

/** The reference of a column that each table of the view with this column has, or is the target of. */
function keyFrom(
  { name, type }: Column,
  { bases }: View,
  tables: readonly Table[],
): ForeignKey | null {
  const targets = bases
    .filter(({ columns }) => columns.some((column) => isSame([column.name], [name])))
    .map((base) => targetIn(base, name));
  const [first] = targets;
  if (!first || !targets.every((one) => one?.table === first.table && isSame(one.to, first.to)))
    return null;
  const target = tables.find(
    (table) => table.name === first.table && table.schema === first.schema,
  );
  const [to] = first.to;
  const column = target?.columns.find((one) => one.name === to);
  const isFound = column?.type === type && uniqueOf(target!).has(column.name);
  return isFound ? { ...first, columns: [name] } : null;
}

/** The column to which a column of a table leads, or which it is. */
function targetIn(base: Table, name: string): Omit<ForeignKey, 'columns'> | null {
  const key = base.foreignKeys.find(({ columns }) => isSame(columns, [name]));
  const actions = { onDelete: 'no action', onUpdate: 'no action' } as const;
  if (key !== undefined) return { ...key, ...actions };
  const { schema, name: table, primaryKey: to } = base;
  return isSame(to, [name]) ? { schema, table, to, ...actions } : null;
}
