import { type Field, ITEM_TYPES, type ItemType } from '../model/model.js';
import { nearest } from '../model/nearest.js';
import { type Position, quoted, type Report } from '../problem.js';
import { type Node, plainValue } from './node.js';
import type { RawWord, Words } from './read-word.js';
import type { SpecField } from './spec.js';
import { TYPE_SYNONYMS } from './words.js';

/** The most characters of a string. */
export const MAX_STRING = 10_000;

/** Reads the type of the items of a list, with the value behind it: `string=80`, `decimal=12,2`, `enum=a,b`. */
export function applyItems(
  at: Position,
  value: Node | null,
  raw: readonly RawWord[],
  words: Words,
  report: Report,
): void {
  if (value === null) {
    if (!raw.some(({ word }) => word.value === 'items'))
      report.error('missing-value', '`list` needs the type of its items', at, WRITE_ITEMS);
    return;
  }
  const text = String(plainValue(value)).trim();
  const [, name = '', setting = null] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const type = name === 'enum' ? 'string' : ITEM_TYPES.find((one) => one === name);
  if (type === undefined) return reportItems(name, value.at, report);
  words.items = { value: type, at: value.at };
  if (name === 'enum') applyValues(setting, value.at, words, report);
  else if (setting !== null) applySetting(type, setting, value.at, words, report);
}

const WRITE_ITEMS = 'write `list=string`, `list=integer`, or another type of a single value';

/** The values of each item. */
function applyValues(setting: string | null, at: Position, words: Words, report: Report): void {
  const values = setting === null || setting === '' ? [] : setting.split(',');
  if (values.length === 0)
    return void report.error(
      'missing-value',
      '`list=enum` has no values',
      at,
      'list the values: `list=enum=small,large`',
    );
  words.values = { value: values.map((value) => ({ value, at })), at };
  words.enforce = { value: true, at };
}

/** The length of each string, or the digits of each decimal. */
function applySetting(
  type: ItemType,
  setting: string,
  at: Position,
  words: Words,
  report: Report,
): void {
  const [, first, second = 0] = /^(\d{1,9})(?:,(\d{1,9}))?$/.exec(setting) ?? [];
  if (type === 'string' && first !== undefined && !setting.includes(','))
    words.item_length = { value: Number(first), at };
  else if (type === 'decimal' && first !== undefined) {
    words.precision = { value: Number(first), at };
    words.scale = { value: Number(second), at };
  } else {
    const help =
      type === 'string'
        ? 'write the most characters of each item: `list=string=80`'
        : type === 'decimal'
          ? 'write the digits of each item: `list=decimal=12,2`'
          : `write just \`list=${type}\``;
    report.error('unexpected-value', `\`${setting}\` does not fit \`list=${type}\``, at, help);
  }
}

/** Reports what cannot be in a list. */
function reportItems(name: string, at: Position, report: Report): void {
  const message = `\`${name}\` is not a type of items`;
  const near = TYPE_SYNONYMS.get(name.toLowerCase()) ?? nearest(name, ITEM_TYPES);
  const isItem = ITEM_TYPES.some((one) => one === near);
  const help = INSTEAD[name] ?? (isItem ? `did you mean \`list=${near}\`?` : allItems());
  report.error('unknown-type', message, at, help);
}

const allItems = (): string => `it is ${quoted([...ITEM_TYPES, 'enum'], ' or ')}`;

/** What to write for other types. */
const INSTEAD: Readonly<Record<string, string>> = {
  json: 'use `json`, which holds any array',
  list: 'use `json`, which holds lists of lists',
  color: 'use `list=string`',
  ref: 'use `refs=Tag` for rows of another model',
  refs: 'use `refs=Tag` for rows of another model',
};

/** The type of the items of a list, and the length of each string; null for any other field. */
export function checkItems(
  { words, type }: SpecField,
  report: Report,
): Pick<Field, 'items' | 'itemLength'> {
  const { items, item_length: length, values, precision, scale } = words;
  if (type.value !== 'list' || items === undefined) return { items: null, itemLength: null };
  const { value: item } = items;
  const isText = item === 'string' || item === 'text';
  if (values !== undefined && !isText)
    report.error(
      'bad-value',
      `\`values\` are strings, and the items of the list are ${item}`,
      values.at,
      'remove `values`, or use `list=string`',
    );
  const digits = precision ?? scale;
  if (digits !== undefined && item !== 'decimal')
    report.error('bad-decimal', 'only decimals have digits', digits.at, 'use `items: decimal`');
  if (length !== undefined) checkLength(item, length, report);
  return { items: item, itemLength: length?.value ?? null };
}

function checkLength(
  item: ItemType,
  { value, at }: { readonly value: number; readonly at: Position },
  report: Report,
): void {
  const fail = (message: string, help: string) => report.error('bad-bound', message, at, help);
  if (item !== 'string') fail('only strings have a length', 'use `items: string`');
  else if (!Number.isInteger(value) || value < 1)
    fail(`${value} is not a valid length`, 'a length is a whole number from 1');
  else if (value > MAX_STRING)
    fail(
      `a string of ${value} characters is too long`,
      `use \`list=text\`, or up to ${MAX_STRING} characters`,
    );
}
