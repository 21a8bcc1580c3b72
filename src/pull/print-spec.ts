import { MODIFIERS } from '../spec/words.js';
import type { LeftOut } from './choose-tables.js';
import type { DatabaseSchema } from './database.js';
import type { DraftField, DraftModel, Word } from './draft.js';
import { isReservedText } from './yaml-text.js';

/** What a spec file tells of a database. */
export interface PulledSpec {
  /** The database as its reader knows it, without a password. */
  readonly source: string;
  readonly models: readonly DraftModel[];
  readonly leftOut: readonly LeftOut[];
  readonly views: DatabaseSchema['views'];
}

/** The spec file of a database: each guess has its reason beside it, and what no spec says is named. */
export function printSpec({ source, models, leftOut, views }: PulledSpec): string {
  const lost = [
    ...views.map(
      ({ name, materialized }) => `${materialized ? 'materialized view' : 'view'} ${name}`,
    ),
    ...groupedBy(leftOut).map(([why, names]) => `${named(names)}: ${why}`),
  ];
  const head = [
    `# The models of ${source}, as crudgen pull has read them. Reasons stand beside what was guessed; change what is`,
    '# wrong, then make the project of it: crudgen init shop --models models.yaml',
    ...lost.map((text) => `# not expressed: ${onOneLine(text)}`),
  ];
  return `${[...head, '', 'models:', ...models.flatMap(printModel)].join('\n')}\n`;
}

/** The tables that are left out, by their reasons. */
export function groupedBy(
  leftOut: readonly LeftOut[],
): readonly (readonly [string, readonly string[]])[] {
  const groups = new Map<string, string[]>();
  for (const { name, why } of leftOut) groups.set(why, [...(groups.get(why) ?? []), name]);
  return [...groups];
}

/** More tables than this are not named one by one. */
const MANY = 8;

function named(names: readonly string[]): string {
  const [first = '', second] = names;
  if (second === undefined) return `table ${first}`;
  return names.length > MANY
    ? `${names.length} tables from ${first} to ${names.at(-1)}`
    : `tables ${names.join(', ')}`;
}

/** A comment has no line of its own. */
const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function printModel(model: DraftModel): readonly string[] {
  const { name, table, prefix, label, timestamps, unique, indexes, fields, reasons, gaps } = model;
  const groups = (all: DraftModel['unique']) =>
    `[${all.map((group) => `[${group.join(', ')}]`).join(', ')}]`;
  return [
    '',
    ...reasons.map((text) => `  # ${onOneLine(text)}`),
    ...gaps.map((text) => `  # not expressed: ${onOneLine(text)}`),
    `  ${name}:`,
    `    table: ${scalar(table.name)}`,
    ...(prefix === null ? [] : [`    prefix: ${prefix}`]),
    ...(label === null ? [] : [`    label: ${quoted(label)} # by the names of its fields`]),
    ...(timestamps ? [] : ['    timestamps: false']),
    ...(unique.length === 0 ? [] : [`    unique: ${groups(unique)}`]),
    ...(indexes.length === 0 ? [] : [`    indexes: ${groups(indexes)}`]),
    '    fields:',
    ...fields.map(printField),
  ];
}

function printField({ name, type, words, reasons }: DraftField): string {
  const text = textForm(type, words) ?? objectForm(type, words);
  const why = reasons.map(onOneLine).join('; ');
  return `      ${name}: ${text}${why === '' ? '' : ` # ${why}`}`;
}

/** `string:required:max=80`; null where a value has what the text form cannot hold. */
function textForm([type, value]: DraftField['type'], words: DraftField['words']): string | null {
  const parts = [
    value === null ? type : `${type}=${listed(value)}`,
    ...[...words].map(([word, given]) => (given === true ? word : `${word}=${listed(given)}`)),
  ];
  const values = [value, ...words.values()].flat().map(String);
  const lists = [value, ...words.values()].filter((one) => Array.isArray(one)).flat();
  const holdsAll =
    values.every((text) => !MODIFIER.test(text) && !/[\r\n]/.test(text)) &&
    lists.every((item) => !String(item).includes(',')) &&
    words.get('default') !== 'null';
  return holdsAll ? scalar(parts.join(':')) : null;
}

const MODIFIER = new RegExp(`:(?:${MODIFIERS.join('|')})(?:[=:]|$)`);

const listed = (value: Word | readonly string[]): string =>
  Array.isArray(value) ? value.join(',') : String(value as Word);

/** `{ type: string, default: "a:b" }`. */
function objectForm([type, value]: DraftField['type'], words: DraftField['words']): string {
  const ofType = Array.isArray(value)
    ? { [type]: value as readonly string[] }
    : { type: value === null ? type : `${type}=${String(value)}` };
  const entries = [...Object.entries(ofType), ...words];
  return `{ ${entries.map(([key, one]) => `${key}: ${valueOf(one)}`).join(', ')} }`;
}

function valueOf(value: Word): string {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  return typeof value === 'string' ? quoted(value) : `[${value.map(quoted).join(', ')}]`;
}

/** A text as YAML: without quotes where it is read as the same text. */
const scalar = (text: string): string => (isReservedText(text) ? quoted(text) : text);

/** A text in quotes; JSON's are YAML's. */
const quoted = (text: string): string => JSON.stringify(text);
