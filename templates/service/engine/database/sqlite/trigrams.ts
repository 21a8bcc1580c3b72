import type { ColumnSpec } from '../steps/schema.js';
import { quote, trigramName } from '../steps/step.js';

/*
 * A trigram index: an FTS5 table without content, and triggers that maintain it. They only use what SQLite itself has, so the
 * index is kept by any program that writes to the file. FTS5 folds text in its own way, slightly different from `foldText`:
 * it returns a superset of the matches, each of which is checked again. The feature `trigrams` searches it.
 *
 * FTS5 numbers its rows: by the primary key of the table if that is a number. VACUUM may change the row ids of any other table, so
 * another key gets its number in a table beside the index.
 */

/** FTS5 leaves this one letter as it is, whereas `foldText` turns it into two. */
const folded = (text: string): string => `replace(${text}, 'İ', 'i̇')`;

/** The primary key of an indexed table. */
export interface RowKey {
  readonly column: string;
  readonly type: ColumnSpec['type'];
}

/** Whether FTS5 numbers the rows of an index by the primary key of their table. */
export const isRowNumber = ({ type }: { readonly type: string }): boolean =>
  type === 'id' || type === 'integer' || type === 'bigint';

/** The table with the numbers of keys that are not numbers: `number`, `key`. */
export const numbersName = (table: string, column: string): string =>
  `${trigramName(table, column)}_numbers`;

/** The statements that create the index, filled from the existing rows. */
export function createTrigrams(table: string, column: string, key: RowKey): string[] {
  const index = quote(trigramName(table, column));
  const [on, text, own] = [quote(table), quote(column), quote(key.column)];
  const numbers = quote(numbersName(table, column));
  const rows = isRowNumber(key) ? on : `${on} JOIN ${numbers} ON "key" = ${own}`;
  const number = isRowNumber(key) ? own : '"number"';
  return [
    `CREATE VIRTUAL TABLE ${index} USING fts5(words, content='', columnsize=0, detail='none', tokenize='trigram')`,
    ...(isRowNumber(key)
      ? []
      : [
          `CREATE TABLE ${numbers} ("number" integer PRIMARY KEY, "key" text NOT NULL UNIQUE)`,
          `INSERT INTO ${numbers} ("key") SELECT ${own} FROM ${on} WHERE ${text} IS NOT NULL`,
        ]),
    `INSERT INTO ${index} (rowid, words) SELECT ${number}, ${folded(text)} FROM ${rows} WHERE ${text} IS NOT NULL`,
    ...createTriggers(table, column, key),
  ];
}

/** The statements that drop an index. An index that is gone already is not an error. */
export const dropTrigrams = (table: string, column: string, key: RowKey): string[] => [
  ...dropTriggers(table, column),
  `DROP TABLE IF EXISTS ${quote(trigramName(table, column))}`,
  ...(isRowNumber(key) ? [] : [`DROP TABLE IF EXISTS ${quote(numbersName(table, column))}`]),
];

type Place = readonly [table: string, column: string];

/** Renames the index with its table or column, which the statement `rename` renames. */
export const renameTrigrams = (
  [from, to]: readonly [Place, Place],
  key: RowKey,
  rename: readonly string[],
): string[] => [
  ...dropTriggers(...from),
  ...rename,
  ...(isRowNumber(key) ? [trigramName] : [trigramName, numbersName]).map(
    (name) => `ALTER TABLE ${quote(name(...from))} RENAME TO ${quote(name(...to))}`,
  ),
  ...createTriggers(...to, key),
];

/** The events that change an index. */
export const EVENTS = ['insert', 'update', 'delete'] as const;

/** The names of the triggers that maintain an index. */
export const trigramTriggers = (table: string, column: string): string[] =>
  EVENTS.map((event) => `${trigramName(table, column)}_${event}`);

const dropTriggers = (table: string, column: string): string[] =>
  trigramTriggers(table, column).map((name) => `DROP TRIGGER IF EXISTS ${quote(name)}`);

/** A table without content can only delete an entry when given its text again. */
function createTriggers(table: string, column: string, key: RowKey): string[] {
  const index = quote(trigramName(table, column));
  const [on, text, own] = [quote(table), quote(column), quote(key.column)];
  const { before, number, after } = numbering(table, column, key);
  const add = `${before}INSERT INTO ${index} (rowid, words) SELECT ${number('new')}, ${folded(`new.${text}`)} WHERE new.${text} IS NOT NULL;`;
  const remove = `INSERT INTO ${index} (${index}, rowid, words) SELECT 'delete', ${number('old')}, ${folded(`old.${text}`)} WHERE old.${text} IS NOT NULL;${after}`;
  const changed = `new.${own} <> old.${own} OR new.${text} COLLATE BINARY IS NOT old.${text}`;
  const [inserted, updated, deleted] = trigramTriggers(table, column).map(quote);
  return [
    `CREATE TRIGGER ${inserted} AFTER INSERT ON ${on} BEGIN ${add} END`,
    `CREATE TRIGGER ${updated} AFTER UPDATE OF ${own}, ${text} ON ${on} WHEN ${changed} BEGIN ${remove} ${add} END`,
    `CREATE TRIGGER ${deleted} AFTER DELETE ON ${on} BEGIN ${remove} END`,
  ];
}

/** The number of a row in the index, and the statements before an entry is added and after it is removed. */
function numbering(table: string, column: string, key: RowKey) {
  const [text, own] = [quote(column), quote(key.column)];
  if (isRowNumber(key)) return { before: '', number: (row: string) => `${row}.${own}`, after: '' };
  const numbers = quote(numbersName(table, column));
  return {
    before: `INSERT INTO ${numbers} ("key") SELECT new.${own} WHERE new.${text} IS NOT NULL; `,
    number: (row: string) => `(SELECT "number" FROM ${numbers} WHERE "key" = ${row}.${own})`,
    after: ` DELETE FROM ${numbers} WHERE "key" = old.${own};`,
  };
}

/** Whether a trigger belongs to an index. */
export const OWN_TRIGGERS = `name LIKE 'trigram\\_%' ESCAPE '\\'`;
