import { ACTIONS } from '../model/model.js';
import { holdsModifier } from '../spec/words.js';
import type { LeftOut } from './choose-tables.js';
import type { DraftField, DraftModel, Word } from './draft.js';
import { oneLine } from './guess-field.js';
import { splitGaps } from './shared-gaps.js';
import { type Skipped, skippedText } from './skipped.js';
import { isReservedText } from './yaml-text.js';

/** What a spec file tells of a database. */
export interface PulledSpec {
  /** The database as its reader knows it, without a password. */
  readonly source: string;
  readonly models: readonly DraftModel[];
  readonly leftOut: readonly LeftOut[];
  readonly skipped: readonly Skipped[];
}

/** The spec file of a database: each guess has its reason beside it, and what no spec says is named. */
export function printSpec({ source, models, leftOut, skipped }: PulledSpec): string {
  const [tables, views] = [
    leftOut.filter((one) => !one.isView),
    leftOut.filter((one) => one.isView),
  ];
  const { shared, ofModel } = splitGaps(models);
  const lost = [
    ...groupedBy(tables).map(([why, names]) => `${named('table', names)}: ${why}`),
    ...groupedBy(views).map(([why, names]) => `${named('view', names)}: ${why}`),
    ...skipped.map(skippedText),
    ...shared,
  ];
  // A live database is told by its name and its host: its URL may have a password.
  const given = source.includes(' ') ? '<url | file>' : source;
  const head = [
    `# The models of ${source}, as crudgen pull has read them. Reasons stand beside what was guessed; change what is`,
    `# wrong, then make the project of it: crudgen pull ${given} shop --models models.yaml`,
    ...lost.map((text) => `# not expressed: ${oneLine(text)}`),
  ];
  const bodies = models.map((model) => printModel({ ...model, gaps: ofModel(model) }).join('\n'));
  return `${[...head, '', 'models:', bodies.join('\n\n')].join('\n')}\n`;
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

function named(what: string, names: readonly string[]): string {
  const [first = '', second] = names;
  if (second === undefined) return `${what} ${first}`;
  return names.length > MANY
    ? `${names.length} ${what}s from ${first} to ${names.at(-1)}`
    : `${what}s ${names.join(', ')}`;
}

function printModel(model: DraftModel): readonly string[] {
  const {
    name,
    table,
    prefix,
    label,
    about,
    timestamps,
    unsaid,
    unique,
    indexes,
    sqlIndexes,
    noOverlap,
    checks,
    fields,
    reasons,
    gaps,
  } = model;
  return [
    ...reasons.map((text) => `  # ${oneLine(text)}`),
    ...gaps.map((text) => `  # not expressed: ${oneLine(text)}`),
    `  ${name}:`,
    `    table: ${scalar(table.name)}`,
    ...(prefix === null ? [] : [`    prefix: ${prefix}`]),
    ...(label === null ? [] : [`    label: ${quoted(label)} # by the names of its fields`]),
    ...(about === null ? [] : [`    about: ${quoted(about)}`]),
    ...(table.kind === 'view' ? ['    read_only: true'] : []),
    ...(timestamps || table.kind === 'view' ? [] : ['    timestamps: false']),
    ...printAccess(unsaid),
    ...printGroups('unique', unique),
    ...printGroups('indexes', indexes),
    ...printRules('sql_indexes', sqlIndexes),
    ...printRules('checks', checks),
    ...printPeriods(noOverlap),
    '    fields:',
    ...fields.flatMap(printField),
  ];
}

const printPeriods = (periods: DraftModel['noOverlap']): readonly string[] => {
  if (periods === null) return [];
  const by = periods.by.length === 0 ? '' : `, by: [${periods.by.join(', ')}]`;
  return [`    no_overlap: { fields: [${periods.fields.join(', ')}]${by} }`];
};

/** Indexes or checks as SQL, by name. */
const printRules = (word: string, rules: DraftModel['checks']): readonly string[] =>
  rules.length === 0
    ? []
    : [`    ${word}:`, ...rules.map(([name, sql]) => `      ${name}: ${scalar(sql)}`)];

/** The actions of a model of which nobody can create a row. */
const UNCREATED = ACTIONS.filter((action) => action !== 'create' && action !== 'clone');

const printAccess = (unsaid: readonly string[]): readonly string[] =>
  unsaid.length === 0
    ? []
    : [
        `    # ${oneLine(unsaid.join(', '))}: required, and no field, so that rows cannot be created`,
        `    access: { '*': [${UNCREATED.join(', ')}] }`,
      ];

/** The longest line that prettier leaves as it is. */
const WIDTH = 100;

/** A line with a list, or a line for each of its items where it would be too long. */
function printList(key: string, items: readonly string[]): readonly string[] {
  const line = `${key} [${items.join(', ')}]`;
  const indent = `  ${/^ */.exec(key)![0]}`;
  return line.length <= WIDTH ? [line] : [key, ...items.map((item) => `${indent}- ${item}`)];
}

const printGroups = (key: string, groups: DraftModel['unique']): readonly string[] =>
  groups.length === 0
    ? []
    : printList(
        `    ${key}:`,
        groups.map((group) => `[${group.join(', ')}]`),
      );

function printField({ name, type, words, reasons }: DraftField): readonly string[] {
  const text = textForm(type, words);
  const because = reasons.map(oneLine).join('; ');
  const why = because === '' ? '' : ` # ${because}`;
  return text === null
    ? [`      ${name}:${why}`, ...objectForm(type, words)]
    : [`      ${name}: ${text}${why}`];
}

/** `string:required:max=80`; null where a value has what the text form cannot hold. */
function textForm([type, value]: DraftField['type'], words: DraftField['words']): string | null {
  const parts = [
    value === null ? type : `${type}=${listed(value)}`,
    ...[...words].map(([word, given]) =>
      given === true ? word : `${word}=${listed(given, word === 'columns' ? '+' : ',')}`,
    ),
  ];
  const values = [value, ...words.values()].flat().map(String);
  const lists = [value, ...words.values()].filter((one) => Array.isArray(one)).flat();
  const holdsAll =
    values.every((text) => !holdsModifier(text) && !/[\r\n]/.test(text)) &&
    lists.every((item) => !String(item).includes(',')) &&
    words.get('default') !== 'null' &&
    !String(words.get('column')).includes(':');
  return holdsAll ? scalar(parts.join(':')) : null;
}

const listed = (value: Word | readonly string[], separator = ','): string =>
  Array.isArray(value) ? value.join(separator) : String(value as Word);

/** A line for each word: `type: string`, `default: 'a:b'`. */
function objectForm(
  [type, value]: DraftField['type'],
  words: DraftField['words'],
): readonly string[] {
  const ofType: readonly [string, Word] =
    typeof value === 'object' && value !== null
      ? [type, value]
      : ['type', value === null ? type : `${type}=${value}`];
  return [ofType, ...words].flatMap(([key, one]) =>
    typeof one === 'object'
      ? printList(`        ${key}:`, one.map(quoted))
      : [`        ${key}: ${typeof one === 'string' ? quoted(one) : String(one)}`],
  );
}

/** A text as YAML: without quotes where it is read as the same text. */
const scalar = (text: string): string => (isReservedText(text) ? quoted(text) : text);

/** A text in quotes, single ones as far as nothing in it needs others; those of JSON are YAML's, too. */
const quoted = (text: string): string =>
  /['\\\p{Cc}]/u.test(text) ? JSON.stringify(text) : `'${text}'`;
