import type { Dialect } from '../dialect.js';
import { quote } from '../steps/names.js';
import type { Step } from '../steps/step.js';
import { catalog } from './column-sql.js';
import { compileStep } from './compile-step.js';
import { compare, contains, inList, isJsonNull, orderBy, page, startsWith } from './conditions.js';
import { insertRows, insertTogether, reserveIds } from './insert-rows.js';
import { asText, json, jsonObject } from './json.js';
import { decode, encode, encodeList } from './values.js';
import { violation } from './violation.js';

/** SQLite in words that the engine uses. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  quote,
  placeholder: (index) => `?${index}`,
  cast: (expression) => expression,
  compare,
  isJsonNull,
  inList,
  startsWith,
  contains,
  asText,
  orderBy,
  page,
  lockRows: '',
  keepRows: '',
  lockText: () => null,
  encode,
  decode,
  encodeList,
  json,
  jsonObject,
  reserveIds,
  insertRows,
  insertTogether,
  arrangeSteps: inlineForeignKeys,
  catalog,
  liveObjects: 'SELECT type, name, tbl_name AS "table", sql FROM sqlite_master ORDER BY rowid',
  compileStep,
  fits: (text, type) => `text_fits(${text}, '${type}')`,
  violation,
};

type AddForeignKey = Extract<Step, { readonly do: 'addForeignKey' }>;

/**
 * Moves the foreign keys of tables and columns that the same migration makes into their making. SQLite can add a key
 * only by rebuilding the table; there a key may point to a table that comes later, so cycles are no trouble.
 */
export function inlineForeignKeys(steps: readonly Step[]): readonly Step[] {
  // After one of these a name may mean something else.
  if (steps.some((step) => step.do === 'renameTable' || step.do === 'dropTable')) return steps;
  const moved = new Set<Step>();
  const take = (from: number, fits: (step: AddForeignKey) => boolean): AddForeignKey[] => {
    const taken = steps
      .slice(from)
      .filter((step): step is AddForeignKey => step.do === 'addForeignKey' && fits(step));
    for (const step of taken) moved.add(step);
    return taken;
  };
  const changed = steps.map((step, index): Step => {
    if (step.do === 'addColumn') {
      const [key] = take(
        index,
        (other) => other.table === step.table && other.key.column === step.column,
      );
      if (!key) return step;
      return { ...step, references: { table: key.key.table, onDelete: key.key.onDelete } };
    }
    if (step.do !== 'createTable') return step;
    const keys = take(
      index,
      (other) => other.table === step.table && other.key.column in step.columns,
    );
    return { ...step, foreignKeys: keys.map(({ key }) => key) };
  });
  return changed.filter((step) => !moved.has(step));
}
