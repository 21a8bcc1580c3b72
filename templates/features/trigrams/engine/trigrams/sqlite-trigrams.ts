import type { TrigramPlace, TrigramSearch } from '../database/query-dialect.js';
import { foldText } from '../database/sqlite/functions.js';
import { EVENTS, isRowNumber, numbersName, OWN_TRIGGERS } from '../database/sqlite/trigrams.js';
import { quote, trigramName } from '../database/steps/step.js';

/** The indexes with all their triggers: if one is missing, rows may be too. */
const wholeTrigrams = `
  SELECT name FROM sqlite_master AS found
  WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%' AND ${OWN_TRIGGERS} AND (
    SELECT count(*) FROM sqlite_master
    WHERE type = 'trigger' AND name IN (${EVENTS.map((event) => `found.name || '_${event}'`).join(', ')})
  ) = ${EVENTS.length}`;

/** Searches the rows that FTS5 finds; null where FTS5 cannot search for the needle. */
function contains(
  { table, key, column }: TrigramPlace,
  needle: string,
  bind: (value: unknown) => string,
  condition: () => string,
): string | null {
  const query = trigramQuery(needle);
  if (query === null) return null;
  const index = quote(trigramName(table, column));
  const found = `SELECT rowid FROM ${index} WHERE ${index}${MATCH}${bind(query)}`;
  const numbers = quote(numbersName(table, column));
  const keys = isRowNumber(key)
    ? found
    : `SELECT "key" FROM ${numbers} WHERE "number" IN (${found})`;
  return `(${quote(key.column)} IN (${keys}) AND ${condition()})`;
}

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
function indexedWords(words: readonly string[]): readonly string[] {
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

/** How SQLite is searched by trigrams. */
export const sqliteTrigrams: TrigramSearch = {
  whole: wholeTrigrams,
  contains,
  indexedWords,
  finds: (condition) => condition.includes(MATCH),
};
