import type { TrigramPlace } from '../dialect.js';
import { quote, trigramName } from '../steps/step.js';
import { foldText } from './functions.js';

/*
 * A trigram index: an FTS5 table without content, and triggers that maintain it. They only use what SQLite itself has, so the
 * index is kept by any program that writes to the file. FTS5 folds text in its own way, slightly different from `foldText`:
 * it returns a superset of the matches, each of which is checked again.
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

const EVENTS = ['insert', 'update', 'delete'] as const;

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

/** The indexes with all their triggers: if one is missing, rows may be too. */
export const wholeTrigrams = `
  SELECT name FROM sqlite_master AS found
  WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%' AND ${OWN_TRIGGERS} AND (
    SELECT count(*) FROM sqlite_master
    WHERE type = 'trigger' AND name IN (${EVENTS.map((event) => `found.name || '_${event}'`).join(', ')})
  ) = ${EVENTS.length}`;

/** Searches the rows that FTS5 finds; null where FTS5 cannot search for the needle. */
export function containsByTrigrams(
  { table, key, column }: TrigramPlace,
  needle: string,
  bind: (value: unknown) => string,
  condition: () => string,
): string | null {
  const query = trigramQuery(needle);
  if (query === null) return null;
  const index = quote(trigramName(table, column));
  const found = `SELECT rowid FROM ${index} WHERE ${index}${MATCH}${bind(query)}`;
  return `(${quote(key)} IN (${found}) AND ${condition()})`;
}

/** Whether such an index finds the rows of a condition. */
export const isByTrigrams = (sql: string): boolean => sql.includes(MATCH);

const MATCH = ' MATCH ';

/** Further trigrams cost as much as they save: the rows found are checked anyway. */
const MAX_TRIGRAMS = 2;

/** The FTS5 query for a needle: its rarest trigrams; null where it has none that FTS5 indexes. */
export function trigramQuery(needle: string): string | null {
  const threes = rarestTrigrams(needle).map((one) => one.join(''));
  if (threes.length === 0) return null;
  return [...new Set(threes)]
    .slice(0, MAX_TRIGRAMS)
    .map((three) => `"${three.replaceAll('"', '""')}"`)
    .join(' AND ');
}

/** The word with the rarest trigrams: FTS5 returns all rows that it finds for a word before they are compared with others. */
export function indexedWords(words: readonly string[]): readonly string[] {
  const rarities = words.map((word) =>
    rarestTrigrams(word)
      .slice(0, MAX_TRIGRAMS)
      .reduce((sum, three) => sum + rarity(three), 0),
  );
  const rarest = rarities.indexOf(Math.max(...rarities));
  return words.slice(rarest, rarest + 1);
}

/** The trigrams that FTS5 has indexed, beginning with the rarest. */
function rarestTrigrams(needle: string): string[][] {
  return runsOf(foldText(needle))
    .flatMap((run) => run.slice(2).map((_last, at) => run.slice(at, at + 3)))
    .sort((one, other) => rarity(other) - rarity(one));
}

/** Letters by frequency in English. In other languages a search is only slower. */
const BY_FREQUENCY = ' etaoinsrhldcumfpgwybvkxjqz';

const rarity = (three: readonly string[]): number =>
  three.reduce((sum, one) => {
    const at = BY_FREQUENCY.indexOf(one);
    return sum + (at < 0 ? BY_FREQUENCY.length : at);
  }, 0);

/** Runs of three or more characters that FTS5 folds in the same way as `foldText`. */
function runsOf(text: string): string[][] {
  const runs: string[][] = [[]];
  for (const character of text) {
    if (isFoldedAlike(character)) runs.at(-1)!.push(character);
    else runs.push([]);
  }
  return runs.filter(({ length }) => length >= 3);
}

/** Letters that have long been in Unicode, and everything without case. A test checks each against FTS5. */
function isFoldedAlike(character: string): boolean {
  const code = character.codePointAt(0)!;
  if (code === 0 || code === 0xfffd || (code >= 0xd800 && code <= 0xdfff)) return false;
  return (
    code < 0x370 ||
    character.toLowerCase() === character.toUpperCase() ||
    LONG_ESTABLISHED.test(character)
  );
}

const LONG_ESTABLISHED = /[Ͱ-ͷͺ-ͽ΄-ΏΑ-ԧԱ-և\u1e00-\u1fff]/u;
