import type { FieldType, JsonValue } from '../model/model.js';
import {
  bytesIn,
  isSized,
  mostBytes,
  sizeText,
  type SizedType,
  usualSize,
} from '../model/bytes.js';
import type { Position, Report } from '../problem.js';
import type { Located, SpecField } from './spec.js';
import { CHOICES, WORD_FACTS, type Word } from './words.js';
import { type Node, plainValue } from './node.js';
import { applyItems } from './list-items.js';
import { listOf, nameAsValue, type RawWord, setWord, type Words } from './read-word.js';

/** A type with the value after its `=`, or of its key in the object form. */
export interface RawType {
  readonly type: Located<FieldType>;
  readonly value: Node | null;
}

/** Builds a field from a type and modifiers with known names; null after a problem. */
export function buildField(
  name: Located<string>,
  type: RawType,
  given: readonly RawWord[],
  report: Report,
): SpecField | null {
  const raw = given.map(ofLines);
  const before = report.errors;
  const words: Words = {};
  const target = applyType(type, raw, words, report);
  for (const one of raw) {
    if (!typeAllows(type.type.value, one.word, report)) continue;
    if (words[one.word.value] === undefined) setWord(words, one, report);
    else reportRepeated(type.type.value, one.word, report);
  }
  const optional = words.lines && raw.find(isOptional);
  if (optional) reportOptionalLines(optional.word.at, 'leave `required` out', report);
  return report.errors > before ? null : { name, type: type.type, target, words };
}

/** `min=items.due` is a total of lines, and `min=0` a bound. */
function ofLines(raw: RawWord): RawWord {
  const { word, value } = raw;
  const isTotal = value?.kind === 'scalar' && /^[A-Za-z]\w*\.\w+$/.test(String(value.value));
  if (!isTotal || (word.value !== 'min' && word.value !== 'max')) return raw;
  return { ...raw, word: { ...word, value: `${word.value}_of` } };
}

/** `required: false` of the object form. */
const isOptional = ({ word, value }: RawWord): boolean =>
  word.value === 'required' && value !== null && plainValue(value) === false;

/** Reports a reference with lines that may be empty. */
export function reportOptionalLines(at: Position, help: string, report: Report): void {
  report.error(
    'bad-lines',
    'a line always belongs to a row, so its reference is required',
    at,
    help,
  );
}

function applyType(
  { type, value }: RawType,
  raw: readonly RawWord[],
  words: Words,
  report: Report,
): Located<string> | null {
  const { value: name, at } = type;
  if (name === 'ref' || name === 'refs')
    return nameAsValue(value, at, `\`${name}\` needs a model: \`${name}=Project\``, report);
  if (name === 'native') return nameAsValue(value, at, NATIVE_HELP, report);
  if (name === 'enum' && value === null) reportNoValues(type, raw, report);
  else if (name === 'enum') applyEnum(type, value!, words, report);
  else if ((name === 'decimal' || name === 'exact') && value !== null)
    applyDigits(name, value, words, report);
  else if (isSized(name) && value !== null) applySize(name, value, words, report);
  else if (name === 'uuid' && value !== null) applyVersion(value, words, report);
  else if (name === 'list') applyItems(type.at, value, raw, words, report);
  else if (value !== null) {
    const text = String(plainValue(value));
    if (name === 'string' && /^\d{1,9}$/.test(text)) {
      words.max = { value: Number(text), at: value.at };
      return null;
    }
    const help = `write just \`${name}\`; for a default use \`default=\``;
    report.error('unexpected-value', `\`${name}\` takes no value`, value.at, help);
  }
  return null;
}

const NATIVE_HELP = '`native` needs a type of PostgreSQL: `native=inet`';

function applyEnum(type: RawType['type'], value: Node, words: Words, report: Report): void {
  const { at } = type;
  const values = listOf('enum', value, report);
  if (values?.length === 0) reportNoValues(type, [], report);
  if (values === null) return;
  words.values = { value: values, at };
  words.enforce = { value: true, at };
}

/** Reports an `enum` without values, which may stand in `values` beside it. */
function reportNoValues({ at }: RawType['type'], raw: readonly RawWord[], report: Report): void {
  const beside = raw.find(({ word, value }) => word.value === 'values' && value?.kind === 'list');
  const fail = (message: string, help: string) => report.error('missing-value', message, at, help);
  if (beside === undefined) {
    const help =
      'list the values: `enum=small,large`, or `enum: [small, large]` in the object form';
    return void fail('`enum` has no values', help);
  }
  const given = plainValue(beside.value!) as readonly JsonValue[];
  const names = given.map((one) => (/^[\w-]+$/.test(String(one)) ? one : JSON.stringify(one)));
  const isObject = beside.form === 'value';
  const form = isObject ? `enum: [${names.join(', ')}]` : `enum=${given.join(',')}`;
  const instead = isObject ? '`type` and `values`' : '`enum` and `values`';
  fail('`enum` contains the values itself', `write \`${form}\` instead of ${instead}`);
}

function applyDigits(name: 'decimal' | 'exact', value: Node, words: Words, report: Report): void {
  const { at } = value;
  const text = String(plainValue(value));
  const [, precision, scale] = /^\s*(\d{1,9})\s*(?:,\s*(\d{1,9})\s*)?$/.exec(text) ?? [];
  if (precision === undefined) {
    const message = `\`${name}\` takes a precision and a scale`;
    const help = name === 'exact' ? 'write `exact=30,10`' : 'write `decimal=12,2`';
    return void report.error('bad-decimal', message, at, help);
  }
  words.precision = { value: Number(precision), at };
  words.scale = { value: Number(scale ?? 0), at };
}

function applySize(type: SizedType, value: Node, words: Words, report: Report): void {
  const { at } = value;
  const text = String(plainValue(value));
  const size = bytesIn(text);
  if (size !== null && size <= mostBytes(type)) words.max = { value: size, at };
  else
    report.error(
      'bad-size',
      size === null
        ? `\`${text}\` is not a number of bytes`
        : `${text} is more than the ${sizeText(mostBytes(type))} that a field can have`,
      at,
      `write \`${type}=500kb\` or \`${type}=5mb\`; \`${type}\` alone has at most ${usualSize(type) / usualSize('bytes')} MB`,
    );
}

function applyVersion(value: Node, words: Words, report: Report): void {
  const { at } = value;
  const given = plainValue(value);
  const version = CHOICES.version.find((one) => one === given);
  if (version !== undefined) words.version = { value: version, at };
  else
    report.error(
      'unknown-choice',
      `\`${String(given)}\` is not a version of UUIDs that the service makes`,
      at,
      'write `uuid` for version 7, `uuid=v4`, or `id:public`',
    );
}

function typeAllows(type: FieldType, { value, at }: Located<Word>, report: Report): boolean {
  if (WORD_FACTS[value].types.includes(type)) return true;
  const message = `\`${value}\` cannot be used with \`${type}\``;
  report.error('modifier-not-for-type', message, at, helpForType(type, value));
  return false;
}

function helpForType(type: FieldType, word: Word): string {
  const { example, types } = WORD_FACTS[word];
  if ((word === 'unique' || word === 'index') && type === 'text') return NOT_INDEXED;
  if (word === 'email' || word === 'url') return `use \`string:${word}\``;
  if (word === 'values')
    return '`values` are strings: use `string`, or `min=` and `max=` for numbers';
  if (word === 'as' || word === 'on_delete' || word === 'lines')
    return `use it with a \`ref\`: \`project:ref=Project:${example}\``;
  if (word === 'default' && type === 'ref')
    return 'set the reference in the code that creates rows: the id of a row is not known in advance';
  return `remove it; it can be used with ${types.join(', ')}`;
}

/** Help for a text that cannot be indexed. */
export const NOT_INDEXED = 'use `string` with `max=`; text of unlimited length cannot be indexed';

function reportRepeated(type: FieldType, { value, at }: Located<Word>, report: Report): void {
  const implied = type === 'enum' && (value === 'values' || value === 'enforce');
  const [message, help] = implied
    ? ['`enum` implies `WORD`', 'write the values after `enum=` and remove `WORD`']
    : ['`WORD` is given twice', 'remove one of the two'];
  const named = (text: string) => text.replace('WORD', value);
  report.error('duplicate-modifier', named(message), at, named(help));
}
