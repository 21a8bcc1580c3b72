import { snakeCase } from '../model/names.js';
import { reservedField } from '../spec/reserved.js';
import { keyOf } from './choose-tables.js';
import type { ComposedLink, ComposedName } from './composed-links.js';
import type { Table } from './database.js';
import type { DraftField, Named, Word } from './draft.js';
import { isPlain } from './table-facts.js';

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
  const primary = keyOf(target).columns;
  const starts = columns.map((column, at) => {
    const [name, to] = [fields.get(column)?.name ?? '', snakeCase(primary[at]!)];
    return name.endsWith(`_${to}`) ? name.slice(0, -to.length - 1) : null;
  });
  const [first] = starts;
  const isSame = first && starts.every((start) => start === first);
  return isSame && key.columns.length > 1 ? [first] : [];
}

/** The field of a reference of several columns; null if one of the columns is not a field. */
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
  const groups = [keyOf(table).columns, ...table.indexes.filter(isPlain).map((one) => one.columns)];
  return groups.some((group) => columns.every((column, at) => group[at] === column));
}
