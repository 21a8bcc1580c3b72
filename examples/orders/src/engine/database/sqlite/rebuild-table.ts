import type { LiveObject } from '../dialect.js';
import { quote, quoteText } from '../quote.js';
import { columnOf, isGenerated, mentions, parseTable } from './table-text.js';

/** A change of a table's text that SQLite's ALTER TABLE cannot do. */
export interface Rebuild {
  /** The new items of CREATE TABLE, from those that stand there now. */
  readonly items: (items: readonly string[]) => readonly string[];
  /** What columns are filled with where that is not their old value. */
  readonly values?: Readonly<Record<string, string>>;
}

/**
 * Makes the table anew from its text in the live database, copies the rows and puts its indexes and triggers back, those
 * of the owner included. Ids go on where they were. Foreign keys must be off, or dropping the old table would empty
 * the tables that point to it.
 */
export function rebuildTable(
  table: string,
  live: readonly LiveObject[],
  { items: edit, values = {} }: Rebuild,
): string[] {
  const old = parseTable(textOf(table, live));
  const items = edit(old.items);
  const next = `rebuilt_${table}`;
  const filled = items.filter((item) => columnOf(item) !== null && !isGenerated(item));
  const columns = filled.map((item) => columnOf(item)!);
  const sources = columns.map((column) => values[column] ?? quote(column));
  const counted = items.some((item) => mentions(item, 'AUTOINCREMENT'));
  return [
    `CREATE TABLE ${quote(next)} (${items.join(', ')}) ${old.tail}`.trim(),
    `INSERT INTO ${quote(next)} (${columns.map(quote).join(', ')}) SELECT ${sources.join(', ')} FROM ${quote(table)}`,
    ...(counted ? keepCounter(table, next) : []),
    // Without this, renaming fails on views of the table and changes the keys of other tables.
    'PRAGMA legacy_alter_table = ON',
    `DROP TABLE ${quote(table)}`,
    `ALTER TABLE ${quote(next)} RENAME TO ${quote(table)}`,
    'PRAGMA legacy_alter_table = OFF',
    ...live.filter((object) => object.table === table && isAttached(object)).map(({ sql }) => sql!),
    ...live
      .filter(({ type, sql }) => type === 'view' && mentions(sql!, table))
      .map(({ name }) => `SELECT * FROM ${quote(name)} LIMIT 0`),
  ];
}

const isAttached = ({ type, sql }: LiveObject): boolean =>
  (type === 'index' || type === 'trigger') && sql !== null;

/** No id is ever used twice, also those of deleted rows. */
const keepCounter = (table: string, next: string): string[] => [
  `DELETE FROM sqlite_sequence WHERE name = ${quoteText(next)}`,
  `INSERT INTO sqlite_sequence (name, seq) SELECT ${quoteText(next)}, seq FROM sqlite_sequence WHERE name = ${quoteText(table)}`,
];

/** What stands between the parentheses of the table's text: columns and constraints. */
export const columnsOf = (table: string, live: readonly LiveObject[]): readonly string[] =>
  parseTable(textOf(table, live)).items;

function textOf(table: string, live: readonly LiveObject[]): string {
  const object = live.find(({ type, name }) => type === 'table' && name === table);
  if (!object?.sql) throw new Error(`the database has no table \`${table}\``);
  return object.sql;
}
