import { isRuleName } from '../spec/check-table-rules.js';
import type { TableKey } from './choose-tables.js';
import type { Table } from './database.js';
import type { DraftField, DraftModel, Found, Named } from './draft.js';
import { oneLine } from './guess-field.js';
import { isPlain } from './table-facts.js';

/** Types whose fields no group of a spec takes; their indexes are said in SQL. */
const WITHOUT_INDEX: ReadonlySet<string> = new Set(['json', 'list']);

/** The unique groups and indexes of several columns; what else is unique or has an index and no field says is a gap. */
export function groupsOf(
  { table, fields: names, composed }: Named,
  fields: readonly DraftField[],
  key: TableKey,
  found: Found,
): Pick<DraftModel, 'unique' | 'indexes' | 'sqlIndexes'> {
  const sqlIndexes: [string, string][] = [];
  const unique: string[][] = [];
  const indexes: string[][] = [];
  for (const index of table.indexes) {
    const kind = index.unique ? 'unique index' : 'index';
    const group = (index.columns as string[]).map((column) => names.get(column)?.name ?? '');
    const isSaid = group.every((name) =>
      fields.some(
        (field) => field.name === name && !isOwnKey(field) && !WITHOUT_INDEX.has(field.type[0]),
      ),
    );
    const groups = index.unique ? unique : indexes;
    // If two indexes have the same columns, a spec states the second one in SQL.
    const isSecond = groups.some((one) => one.join() === group.join());
    const sql = isPlain(index) && isSaid && !isSecond ? null : sqlOf(index);
    if (sql !== null) sqlIndexes.push([index.name, sql]);
    else if (!isPlain(index) || !isSaid || isSecond) found.gaps.push(gapOf(index, kind));
    else if (index.columns.length === 1 || String(index.columns) === String(key.columns)) continue;
    // A reference of several columns has its index by itself.
    else if (!index.unique && composed.some(({ link }) => isSame(link.columns, index.columns)))
      continue;
    else groups.push(group);
  }
  return { unique, indexes, sqlIndexes };
}

const isSame = (one: readonly string[], other: readonly (string | null)[]): boolean =>
  String(one) === String(other);

/** Whether a field is the integer that the database counts, which is in every model and in no group. */
const isOwnKey = ({ name, type: [type], words }: DraftField): boolean =>
  name === 'id' && type === 'integer' && words.size === 0;

/** What stands behind the table in the statement of an index; null if it cannot be said. */
function sqlOf({ name, sql, unique }: Table['indexes'][number]): string | null {
  const text = oneLine(sql);
  const [, rest] = /\sON\s.*?\s*(\(.*|USING\s.*)$/is.exec(text) ?? [];
  if (rest === undefined || !isRuleName(name)) return null;
  const plain = rest.replace(/^USING\s+btree\s*/i, '');
  return unique ? `UNIQUE ${plain}` : plain;
}

function gapOf(
  { name, where, columns, sql, method }: Table['indexes'][number],
  kind: string,
): string {
  const on =
    /\bUSING\s+\w+\s*(\(.*)$/i.exec(oneLine(sql))?.[1] ?? /(\(.*)$/.exec(oneLine(sql))?.[1];
  const what =
    where !== null
      ? `partial ${kind}`
      : columns.includes(null)
        ? `${kind} of an expression`
        : method === 'btree'
          ? kind
          : `${method} ${kind}`;
  return on === undefined ? `${what} ${name}` : `${what} ${name} ${on}`;
}
