import { quote, trigramName } from '../steps/step.js';

/*
 * A trigram index: an FTS5 table without content, and triggers that maintain it. They only use what SQLite itself has, so the
 * index is kept by any program that writes to the file. FTS5 folds text in its own way, slightly different from `foldText`:
 * it returns a superset of the matches, each of which is checked again. The feature `trigrams` searches it.
 */

/** FTS5 leaves this one letter as it is, whereas `foldText` turns it into two. */
const folded = (text: string): string => `replace(${text}, 'İ', 'i̇')`;

/** The statements that create the index, filled from the existing rows. */
export function createTrigrams(table: string, column: string): string[] {
  const index = quote(trigramName(table, column));
  const text = quote(column);
  return [
    `CREATE VIRTUAL TABLE ${index} USING fts5(words, content='', columnsize=0, detail='none', tokenize='trigram')`,
    `INSERT INTO ${index} (rowid, words) SELECT "id", ${folded(text)} FROM ${quote(table)} WHERE ${text} IS NOT NULL`,
    ...createTriggers(table, column),
  ];
}

/** An index that is gone already is no error. */
export const dropTrigrams = (table: string, column: string): string[] => [
  ...dropTriggers(table, column),
  `DROP TABLE IF EXISTS ${quote(trigramName(table, column))}`,
];

type Place = readonly [table: string, column: string];

/** Renames the index with its table or column, which the statement `rename` renames. */
export const renameTrigrams = (from: Place, to: Place, rename: readonly string[]): string[] => [
  ...dropTriggers(...from),
  ...rename,
  `ALTER TABLE ${quote(trigramName(...from))} RENAME TO ${quote(trigramName(...to))}`,
  ...createTriggers(...to),
];

/** What changes an index. */
export const EVENTS = ['insert', 'update', 'delete'] as const;

/** The names of the triggers that maintain an index. */
export const trigramTriggers = (table: string, column: string): string[] =>
  EVENTS.map((event) => `${trigramName(table, column)}_${event}`);

const dropTriggers = (table: string, column: string): string[] =>
  trigramTriggers(table, column).map((name) => `DROP TRIGGER IF EXISTS ${quote(name)}`);

/** A table without content can only delete an entry when given its text again. */
function createTriggers(table: string, column: string): string[] {
  const index = quote(trigramName(table, column));
  const [on, text] = [quote(table), quote(column)];
  const add = `INSERT INTO ${index} (rowid, words) SELECT new."id", ${folded(`new.${text}`)} WHERE new.${text} IS NOT NULL;`;
  const remove = `INSERT INTO ${index} (${index}, rowid, words) SELECT 'delete', old."id", ${folded(`old.${text}`)} WHERE old.${text} IS NOT NULL;`;
  const changed = `new."id" <> old."id" OR new.${text} COLLATE BINARY IS NOT old.${text}`;
  const [inserted, updated, deleted] = trigramTriggers(table, column).map(quote);
  return [
    `CREATE TRIGGER ${inserted} AFTER INSERT ON ${on} BEGIN ${add} END`,
    `CREATE TRIGGER ${updated} AFTER UPDATE OF "id", ${text} ON ${on} WHEN ${changed} BEGIN ${remove} ${add} END`,
    `CREATE TRIGGER ${deleted} AFTER DELETE ON ${on} BEGIN ${remove} END`,
  ];
}

/** Whether a trigger belongs to an index. */
export const OWN_TRIGGERS = `name LIKE 'trigram\\_%' ESCAPE '\\'`;
