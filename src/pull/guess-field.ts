import { quoteText } from '../model/quote.js';
import { isOrdered } from '../model/known-types.js';
import type { Column, DatabaseKind } from './database.js';
import type { DraftField, Found, Name, Word } from './draft.js';
import { applyRule, type Shape } from './apply-rule.js';
import { guessDefault } from './guess-default.js';
import { guessType, type TypeGuess } from './guess-type.js';
import { behindBracket, isWord, tokensOf } from '../model/sql-tokens.js';
import { isSecret } from './secrets.js';
import type { DraftMoment } from './table-facts.js';
import type { ColumnRule } from './read-check.js';

/** The knowledge about a column when it becomes a field. */
export interface FieldContext {
  readonly database: DatabaseKind;
  readonly name: Name;
  /** The moment that the service keeps in it; null for no such field. */
  readonly moment: DraftMoment | null;
  /** The rules of its checks. */
  readonly rules: readonly { readonly rule: ColumnRule; readonly sql: string }[];
  /** The key of its table, and whether the column is in it. */
  readonly key: readonly string[];
  /** Whether the rows of its table are keys or tokens of somebody. */
  readonly isOfSecrets: boolean;
  /** Whether its rows are those of a view, so that nobody gives or makes a key. */
  readonly isView: boolean;
  /** Columns that are unique alone. */
  readonly unique: ReadonlySet<string>;
  /** Columns that have an index alone. */
  readonly indexed: ReadonlySet<string>;
  /** Columns with which an index begins. */
  readonly begun: ReadonlySet<string>;
  /** Columns in keys, indexes and foreign keys. */
  readonly keyed: ReadonlySet<string>;
}

/** The field of a column that is not a reference; null if no field has its type. */
export function guessField(column: Column, context: FieldContext, found: Found): DraftField | null {
  const { database, name, key } = context;
  const isKey = key.includes(column.name);
  if (context.moment !== null && !isKey) return momentField(column, context.moment, context);
  const isKeyed = context.keyed.has(column.name);
  const guess = guessType(column, { database, isKeyed });
  if (typeof guess === 'string') {
    found.gaps.push(`column ${column.name}: ${guess}`);
    return null;
  }
  found.gaps.push(...guess.gaps.map((gap) => `${column.name}: ${gap}`));
  if (isKey && column.caseless)
    found.gaps.push(
      `the key ${column.name} is equal in any case: the service names rows, and follows references to them, by the exact text that is stored`,
    );
  const start = {
    ...guess,
    ...(guess.type === 'string' && { format: formatOf(name.name) }),
    required: !column.nullable,
  };
  const shape = shaped(
    { min: null, max: null, pattern: null, format: null, ...start },
    context,
    found,
  );
  return isKey ? keyField(column, shape, context) : plainField(column, shape, context);
}

const FORMATS: readonly (readonly [RegExp, 'email' | 'url'])[] = [
  [/(^|_)e?_?mail(_address)?$/, 'email'],
  [/(^|_)(url|website|web_site)$/, 'url'],
];

const formatOf = (name: string): 'email' | 'url' | null =>
  FORMATS.find(([pattern]) => pattern.test(name))?.[1] ?? null;

/** The shape with what checks say; what no field says is a gap. */
function shaped(start: Shape, { rules }: FieldContext, found: Found): Shape {
  return rules.reduce((shape, { rule, sql }) => {
    const next = applyRule(shape, rule);
    if (next === null) found.gaps.push(`check ${oneLine(sql)}`);
    return next ?? shape;
  }, start);
}

/** A text, such as SQL or a comment, on one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function typeOf({ type, items, length, digits, values, native }: TypeGuess): DraftField['type'] {
  if (items !== null) {
    const [item, value] = typeOf({ type: items, items: null, length, digits, values } as TypeGuess);
    return [type, value === null ? item : `${item}=${String(value)}`];
  }
  if (native) return ['native', native];
  if (type === 'enum') return ['enum', values];
  if (digits !== null) return [type, digits.join(',')];
  return [type, type === 'string' && length !== null && length !== 255 ? String(length) : null];
}

function keyField(column: Column, shape: Shape, context: FieldContext): DraftField {
  const { name, key, database } = context;
  const [type, value] = typeOf(shape);
  const isAlone = key.length === 1;
  const words = new Map<string, Word>();
  const reasons = [...shape.reasons];
  const isId = name.name === 'id' && isAlone;
  let version = value;
  let isGiven = true;
  if (context.isView) words.set('key', true);
  else if (isAlone && (shape.type === 'integer' || shape.type === 'bigint')) {
    if (!column.counted) {
      words.set('key', true);
      reasons.push('the database does not count it, so that the client gives it');
    } else {
      isGiven = false;
      if (!isId) words.set('key', 'generated');
    }
  } else if (isAlone && shape.type === 'uuid') {
    version = /uuidv7|v7/i.test(column.default ?? '')
      ? null
      : column.default === null
        ? null
        : 'v4';
    isGiven = false;
    if (!isId) words.set('key', 'generated');
    reasons.push(
      column.default === null
        ? 'the service makes it; write `key` if clients give it'
        : `the service makes it, as \`${oneLine(column.default)}\` does`,
    );
  } else if (!isId) words.set('key', true);
  if (isGiven) {
    if (shape.min !== null) words.set('min', shape.min);
    if (shape.max !== null) words.set('max', shape.max);
    if (shape.pattern !== null) words.set('pattern', shape.pattern);
  }
  if (column.name !== name.name) words.set('column', column.name);
  if (database === 'sqlite' && column.nullable) reasons.push('required as a part of the key');
  return {
    name: name.name,
    column,
    type: [type, version],
    words,
    reasons: [...because(name), ...reasons],
  };
}

/** A field that the service fills in. */
function momentField(
  column: Column,
  moment: DraftMoment,
  { name, indexed }: FieldContext,
): DraftField {
  const words = new Map<string, Word>([[moment, true]]);
  if (indexed.has(column.name)) words.set('index', true);
  if (column.name !== name.name) words.set('column', column.name);
  const reasons = [...because(name), SAID[moment]];
  return { name: name.name, column, type: ['datetime', null], words, reasons };
}

const SAID: Readonly<Record<DraftMoment, string>> = {
  created: 'the moment of the insert by its name: the service fills it in',
  updated: 'the moment of the last change by its name: the service fills it in',
  deleted: 'the moment of the deletion by its name: rows that have one are hidden',
};

/** The reason for an unusual name. */
export const because = ({ reason }: Name): readonly string[] => (reason === null ? [] : [reason]);

const INDEXABLE: readonly string[] =
  'string integer bigint float decimal exact boolean date time datetime uuid enum'.split(' ');

/** Whether the database can have an index of a field in its order. */
const isIndexable = ({ type, native }: TypeGuess): boolean =>
  INDEXABLE.includes(type) || (native !== null && isOrdered(native));

function plainField(column: Column, shape: Shape, context: FieldContext): DraftField {
  const { name, database, unique, indexed } = context;
  if (column.expression !== null) return generatedField(column, shape, context);
  const words = new Map<string, Word>();
  const reasons = [...because(name), ...shape.reasons];
  const set = (word: string, value: Word | null | false) => {
    if (value !== null && value !== false) words.set(word, value);
  };
  const isUnique = unique.has(column.name);
  set('required', shape.required);
  set('unique', isUnique && isIndexable(shape));
  set('index', !isUnique && indexed.has(column.name) && isIndexable(shape));
  setDefault(words, column, shape, database);
  set('min', shape.min);
  set('max', shape.max);
  set(shape.format ?? '', shape.format !== null && shape.type === 'string');
  if (shape.format !== null && shape.type === 'string')
    reasons.push(
      context.rules.some(({ rule }) => rule.kind === 'email')
        ? 'by its check'
        : `${shape.format} by its name`,
    );
  set('pattern', shape.pattern);
  if (isSecret(name.name, shape, context)) {
    words.set('read', []);
    reasons.push('a secret by its name: nobody reads it');
  }
  set('column', column.name !== name.name && column.name);
  const checks = context.rules.filter(({ rule }) => applyRule(shape, rule) !== null);
  if (checks.length > 0)
    reasons.push(`check ${[...new Set(checks.map(({ sql }) => oneLine(sql)))].join(' and ')}`);
  return { name: name.name, column, type: typeOf(shape), words, reasons };
}

/** A field that the database computes, so that no rule of values is said of it. */
function generatedField(
  column: Column,
  shape: Shape,
  { name, unique, indexed, isOfSecrets }: FieldContext,
): DraftField {
  const words = new Map<string, Word>();
  const isIndexable = INDEXABLE.includes(shape.type);
  const isUnique = unique.has(column.name) && isIndexable;
  if (shape.required) words.set('required', true);
  if (isUnique) words.set('unique', true);
  if (!isUnique && isIndexable && indexed.has(column.name)) words.set('index', true);
  words.set('generated', bareSql(column.expression!));
  if (isSecret(name.name, shape, { isOfSecrets })) words.set('read', []);
  if (column.name !== name.name) words.set('column', column.name);
  const reasons = [...because(name), ...shape.reasons];
  return { name: name.name, column, type: typeOf(shape), words, reasons };
}

/** SQL on one line, without brackets around the whole of it. */
export function bareSql(sql: string): string {
  const tokens = tokensOf(sql);
  const isWhole = isWord(tokens[0], '(') && behindBracket(tokens, 0) === tokens.length;
  if (isWhole) return bareSql(sql.slice(tokens[0]!.end, tokens.at(-1)!.start));
  return /--|'[^']*\s\s/.test(sql) ? sql : oneLine(sql);
}

/** The default of a field: a literal as far as the service takes it, else the SQL of the database. */
function setDefault(
  words: Map<string, Word>,
  column: Column,
  shape: Shape,
  database: DatabaseKind,
): void {
  const isNumber = shape.type === 'integer' || shape.type === 'bigint';
  if (column.counted && isNumber) return void words.set('counted', true);
  const given = guessDefault(column, shape, database);
  if (given === undefined) return;
  const isText = shape.type === 'string' || shape.type === 'text';
  const isEmpty = given === '' && isText && shape.required;
  const isOutside =
    typeof given === 'string' &&
    ['integer', 'bigint', 'float', 'decimal', 'exact'].includes(shape.type) &&
    (Number(given) < (shape.min ?? -Infinity) || Number(given) > (shape.max ?? Infinity));
  const isShort = typeof given === 'string' && isText && [...given].length < (shape.min ?? 0);
  if (given !== null && !isEmpty && !isOutside && !isShort && shape.format === null)
    words.set('default', given);
  else {
    // Both databases take a text without the cast that PostgreSQL has behind it.
    const text = isText && typeof given === 'string' ? quoteText(given) : null;
    words.set('default_sql', text ?? bareSql(column.default!));
  }
}
