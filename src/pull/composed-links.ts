import { keyOf } from './choose-tables.js';
import type { Column, DatabaseKind, ForeignKey, Table } from './database.js';
import { guessType } from './guess-type.js';

/** A foreign key of several columns that is a reference. */
export interface ComposedLink {
  readonly key: ForeignKey;
  readonly target: Table;
  /** Its columns in the order of the key to which they lead. */
  readonly columns: readonly string[];
}

/** The reference of a foreign key of several columns; why it is none, as a text. */
export function composedLink(
  table: Table,
  key: ForeignKey,
  target: Table,
  database: DatabaseKind,
): ComposedLink | string {
  if (table.kind === 'view') return 'a reference of a view has one column';
  const primary = keyOf(target).columns;
  const columns = primary.map((name) => key.columns[key.to.indexOf(name)]);
  if (primary.length !== key.to.length || columns.includes(undefined))
    return `(${key.to.join(', ')}) is not the key of ${key.table}`;
  const named = columns as readonly string[];
  if (target === table && named.every((name, at) => name === primary[at]))
    return 'it leads from each row to that row';
  const fault =
    named.map((name, at) => partFault(table, name, target, primary[at]!, database)).find(Boolean) ??
    deletionFault(table, key);
  return fault ?? { key, target, columns: named };
}

/** Why a column cannot be a part of a reference; null where it can. */
function partFault(
  table: Table,
  name: string,
  target: Table,
  to: string,
  database: DatabaseKind,
): string | null {
  const [part, other] = [columnOf(table, name), columnOf(target, to)];
  if (part.generated || part.counted) return `the database makes ${name}`;
  if (part.default !== null && !/^\(*('|-?\d|null\b)/i.test(part.default))
    return `the database makes a default of ${name}`;
  const [type, wanted] = [part, other].map((column) => typeOf(column, database));
  return type === wanted ? null : `${name} is ${type}, and ${target.name}.${to} is ${wanted}`;
}

const columnOf = ({ columns }: Table, name: string): Column =>
  columns.find((one) => one.name === name)!;

/** The type of a column; a text that has some values is one like any other. */
function typeOf(column: Column, database: DatabaseKind): string {
  const guess = guessType(column, { database, isKeyed: true });
  if (typeof guess === 'string') return column.declared;
  return guess.type === 'enum' ? 'string' : guess.type;
}

/** Why the service cannot do with the rows of a reference what the database does when the other row is deleted. */
function deletionFault({ columns, primaryKey, foreignKeys }: Table, key: ForeignKey) {
  if (key.onDelete === 'set default') return 'on delete set default';
  if (key.onDelete !== 'set null') return null;
  const isElse = (name: string) =>
    primaryKey.includes(name) ||
    !columns.some((one) => one.name === name && one.nullable) ||
    foreignKeys.some((one) => one !== key && one.columns.includes(name));
  const kept = key.columns.find(isElse);
  return kept === undefined
    ? null
    : `on delete set null empties ${kept}, which is more than a part`;
}

/** A relation of several columns with what it is called. */
export interface ComposedName {
  readonly link: ComposedLink;
  readonly relation: string;
}
