import { reservedField } from '../spec/reserved.js';
import { snakeCase } from '../model/names.js';
import { keyOf } from './choose-tables.js';
import type { Column, DatabaseKind, ForeignKey, Table } from './database.js';
import type { DraftField, Named, Word } from './draft.js';
import { guessType } from './guess-type.js';
import { targetOf } from './links.js';
import { isPlain } from './table-facts.js';

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
  tables: readonly Table[],
  database: DatabaseKind,
): ComposedLink | string {
  const target = targetOf(key, tables);
  if (target === undefined) return `no model has the table ${key.table}`;
  if (table.kind === 'view') return 'a reference of a view has one column';
  if (target === table) return 'rows of one table refer to each other by a key of one column';
  const primary = keyOf(target)!.columns;
  const columns = primary.map((name) => key.columns[key.to.indexOf(name)]);
  if (primary.length !== key.to.length || columns.includes(undefined))
    return `(${key.to.join(', ')}) is not the key of ${key.table}`;
  const named = columns as readonly string[];
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

/** The relations of foreign keys of several columns, each called by what its columns have in common, or after the other model. */
export function nameComposed(
  links: readonly ComposedLink[],
  fields: Named['fields'],
  nameOf: (table: Table) => string,
  taken: ReadonlySet<string>,
): readonly ComposedName[] {
  const used = new Set(taken);
  return links.map((link) => {
    const own = snakeCase(nameOf(link.target));
    const wanted = [...commonStart(link, fields), own];
    const numbered = Array.from({ length: 100 }, (_, at) => `${own}_${at + 2}`);
    const isFree = (name: string) =>
      [name, `${name}_id`].every((one) => !used.has(one) && reservedField(one) === null);
    const relation = [...wanted, ...numbered].find(isFree)!;
    used.add(relation).add(`${relation}_id`);
    return { link, relation };
  });
}

/** `line` for `line_order_id` and `line_number`, which lead to `order_id` and `number`; none where the columns are called otherwise. */
function commonStart({ key, columns, target }: ComposedLink, fields: Named['fields']): string[] {
  const primary = keyOf(target)!.columns;
  const starts = columns.map((column, at) => {
    const [name, to] = [fields.get(column)?.name ?? '', snakeCase(primary[at]!)];
    return name.endsWith(`_${to}`) ? name.slice(0, -to.length - 1) : null;
  });
  const [first] = starts;
  const isSame = first && starts.every((start) => start === first);
  return isSame && key.columns.length > 1 ? [first] : [];
}

/** The field of a reference of several columns; null where one of these is no field. */
export function guessComposed(
  { link, relation }: ComposedName,
  table: Table,
  parts: readonly DraftField[],
  { target, as }: { readonly target: Named; readonly as: string | null },
): DraftField | null {
  const found = link.columns.map((name) => parts.find(({ column }) => column?.name === name));
  if (found.some((part) => part === undefined || part.type[0] === 'list')) return null;
  const names = found.map((part) => part!.name);
  const required = found.every(
    ({ words } = parts[0]!) => words.has('required') || words.has('key'),
  );
  const words = new Map<string, Word>([['columns', names]]);
  if (required) words.set('required', true);
  const { onDelete } = link.key;
  if (onDelete === 'cascade') words.set('on_delete', 'cascade');
  else if (!required && onDelete !== 'set null') words.set('on_delete', 'restrict');
  if (!hasIndex(table, link.columns)) words.set('index', 'none');
  if (as !== null) words.set('as', as);
  const type = ['ref', target.model.name] as const;
  return { name: relation, column: null, type, words, reasons: [] };
}

/** Whether an index begins with these columns. */
function hasIndex(table: Table, columns: readonly string[]): boolean {
  const groups = [
    keyOf(table)!.columns,
    ...table.indexes.filter(isPlain).map((one) => one.columns),
  ];
  return groups.some((group) => columns.every((column, at) => group[at] === column));
}
