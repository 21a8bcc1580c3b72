import type { LiveObject } from '../schema-dialect.js';
import { own } from '../steps/schema.js';
import { quote, quoteText } from '../steps/step.js';

/** A change of a table that SQLite's ALTER TABLE does not support. */
export interface Rebuild {
  /** The new items of CREATE TABLE, from the existing ones. */
  readonly items: (items: readonly string[]) => readonly string[];
  /** Column values other than the old ones. */
  readonly values?: Readonly<Record<string, string>>;
}

/**
 * Recreates the table from its SQL in the live database, copies the rows and restores its indexes and triggers, including the
 * developer's. The id counter is kept. Foreign keys must be off, or dropping the old table would empty the tables that refer
 * to it.
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
  const sources = columns.map((column) => own(values, column) ?? quote(column));
  const counted = items.some((item) => mentions(item, 'AUTOINCREMENT'));
  return [
    `CREATE TABLE ${quote(next)} (${items.join(', ')}) ${old.tail}`.trim(),
    `INSERT INTO ${quote(next)} (${columns.map(quote).join(', ')}) SELECT ${sources.join(', ')} FROM ${quote(table)}`,
    ...(counted ? keepCounter(table, next) : []),
    // Otherwise renaming fails on views of the table and changes foreign keys of other tables.
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

/** Ids are never reused, not even those of deleted rows. */
const keepCounter = (table: string, next: string): string[] => [
  `DELETE FROM sqlite_sequence WHERE name = ${quoteText(next)}`,
  `INSERT INTO sqlite_sequence (name, seq) SELECT ${quoteText(next)}, seq FROM sqlite_sequence WHERE name = ${quoteText(table)}`,
];

/** The items between the parentheses of the table's SQL: columns and constraints. */
export const columnsOf = (table: string, live: readonly LiveObject[]): readonly string[] =>
  parseTable(textOf(table, live)).items;

function textOf(table: string, live: readonly LiveObject[]): string {
  const object = live.find(({ type, name }) => type === 'table' && name === table);
  if (!object?.sql) throw new Error(`the database has no table \`${table}\``);
  return object.sql;
}

/** A CREATE TABLE statement, split at its commas so that everything a developer wrote is preserved. */
export interface TableText {
  /** Columns and constraints, each as written. */
  readonly items: readonly string[];
  /** The words after the closing parenthesis: `STRICT`, `WITHOUT ROWID`. */
  readonly tail: string;
}

/** Splits a CREATE TABLE statement. */
export function parseTable(sql: string): TableText {
  const tokens = tokenize(sql);
  const open = tokens.findIndex((token) => token.text === '(');
  const items: string[] = [];
  let depth = 0;
  let start = tokens[open]!.end;
  for (const token of tokens.slice(open)) {
    if (token.text === '(') depth += 1;
    if (token.text === ')') depth -= 1;
    if ((token.text === ',' && depth === 1) || depth === 0) {
      items.push(sql.slice(start, token.start).trim());
      start = token.end;
    }
    if (depth === 0) break;
  }
  return { items, tail: sql.slice(start).trim() };
}

/** The column that an item defines; null for a table constraint. */
export function columnOf(item: string): string | null {
  const first = tokenize(item)[0]!.text;
  return /^(CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN)$/i.test(first) ? null : unquote(first);
}

/** Whether a column is generated, so that nothing is copied into it. */
export const isGenerated = (item: string): boolean =>
  tokenize(item).some(({ text }) => /^(GENERATED|AS)$/i.test(text));

/** The columns of an item that is a foreign key of the table; none of any other item. */
export function foreignKeyColumns(item: string): readonly string[] {
  const words = tokenize(item).map(({ text }) => text);
  const at = words.findIndex((word) => /^FOREIGN$/i.test(word));
  if (at < 0) return [];
  const list = words.slice(at + 3, words.indexOf(')', at));
  return list.filter((word) => word !== ',').map(unquote);
}

/** The item with another type, nullability and default; the other constraints of its column (checks, collation, keys) stay. */
export function redefineColumn(item: string, definition: string): string {
  const kept = clausesOf(item).filter((clause) => !/^(NOT|NULL|DEFAULT)$/i.test(kindOf(clause)));
  return [definition, ...kept].join(' ');
}

/** The item without the foreign key in its column definition. */
export function withoutReference(item: string): string {
  const reference = clausesOf(item).find((clause) => /^REFERENCES$/i.test(kindOf(clause)));
  return reference === undefined ? item : item.replace(reference, () => '').trim();
}

/** Whether a statement refers to the column or table `name`. */
export const mentions = (sql: string, name: string): boolean =>
  tokenize(sql).some(({ text }) => unquote(text).toLowerCase() === name.toLowerCase());

const CLAUSE =
  /^(CONSTRAINT|PRIMARY|NOT|NULL|UNIQUE|CHECK|DEFAULT|COLLATE|REFERENCES|GENERATED|AS)$/i;

/** The constraints of a column definition: everything after its name and type. */
function clausesOf(item: string): string[] {
  const starts: number[] = [];
  let depth = 0;
  let previous = '';
  for (const { text, start } of tokenize(item).slice(1)) {
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    const continues =
      /^(CONSTRAINT|NOT|SET|DEFAULT)$/i.test(previous) || previous.startsWith('constraint:');
    if (depth === 0 && CLAUSE.test(text) && !continues) starts.push(start);
    previous = /^CONSTRAINT$/i.test(previous) ? `constraint:${text}` : text;
  }
  return starts.map((start, index) => item.slice(start, starts[index + 1]).trim());
}

/** `CHECK` of `CONSTRAINT positive CHECK (...)`. */
const kindOf = (clause: string): string => {
  const words = tokenize(clause).map(({ text }) => text);
  return (/^CONSTRAINT$/i.test(words[0]!) ? words[2] : words[0]) ?? '';
};

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\w$\u0080-\uffff]+|\S/g;

function tokenize(sql: string): Token[] {
  return [...sql.matchAll(TOKEN)]
    .filter(([text]) => !text.startsWith('--') && !text.startsWith('/*'))
    .map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }));
}

function unquote(name: string): string {
  const quote = name[0];
  if (quote === '[') return name.slice(1, -1);
  if (quote !== '"' && quote !== '`') return name;
  return name.slice(1, -1).replaceAll(quote + quote, quote);
}
