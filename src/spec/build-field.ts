import type { FieldType } from '../model/model.js';
import type { Located, SpecField } from './spec.js';
import { WORD_FACTS, type Word } from './words.js';
import { type Node, plainValue, type Report } from './node.js';
import { listOf, nameOf, type RawWord, setWord, type Words } from './read-word.js';

/** A type with what stood after its `=`, or in its key of the object form. */
export interface RawType {
  readonly type: Located<FieldType>;
  readonly value: Node | null;
}

/** Makes a field of a type and modifiers whose names are known; null when a problem was reported. */
export function buildField(
  name: Located<string>,
  type: RawType,
  raw: readonly RawWord[],
  report: Report,
): SpecField | null {
  let failed = false;
  const note: Report = (problem) => {
    failed ||= problem.severity !== 'warning';
    report(problem);
  };
  const words: Words = {};
  const target = applyType(type, words, note);
  for (const word of raw) {
    if (!typeAllows(type.type, word.word, note)) continue;
    if (words[word.word.value] === undefined) setWord(words, word, note);
    else note(repeated(type.type, word.word));
  }
  return failed ? null : { name, type: type.type, target, words };
}

function applyType({ type, value }: RawType, words: Words, report: Report): Located<string> | null {
  const at = type.at;
  switch (type.value) {
    case 'ref':
    case 'refs':
      return nameOf(
        value,
        at,
        `\`${type.value}\` names a model: \`${type.value}=Project\``,
        report,
      );
    case 'enum': {
      const values = value === null ? null : listOf('enum', value, report);
      if (value === null || values?.length === 0) {
        const message = '`enum` has no values';
        report({ code: 'missing-value', message, at, help: 'name them: `enum=small,large`' });
      }
      if (values === null) return null;
      words.values = { value: values, at };
      words.enforce = { value: true, at };
      return null;
    }
    case 'decimal':
      if (value !== null) applyDecimal(value, words, report);
      return null;
    default:
      if (value !== null) {
        const message = `\`${type.value}\` takes no value`;
        const help =
          type.value === 'string' &&
          typeof plainValue(value) === 'string' &&
          /^\d+$/.test(String(plainValue(value)))
            ? `write \`string:max=${String(plainValue(value))}\``
            : `write \`${type.value}\` alone; a default is \`default=\``;
        report({ code: 'unexpected-value', message, at: value.at, help });
      }
      return null;
  }
}

function applyDecimal(value: Node, words: Words, report: Report): void {
  const text = String(plainValue(value));
  const [, precision, scale] = /^\s*(\d{1,9})\s*(?:,\s*(\d{1,9})\s*)?$/.exec(text) ?? [];
  if (precision === undefined) {
    const message = '`decimal` takes digits in all and digits after the point';
    report({ code: 'bad-decimal', message, at: value.at, help: 'write `decimal=12,2`' });
    return;
  }
  words.precision = { value: Number(precision), at: value.at };
  words.scale = { value: Number(scale ?? 0), at: value.at };
}

function typeAllows(type: Located<FieldType>, word: Located<Word>, report: Report): boolean {
  const { types } = WORD_FACTS[word.value];
  if (types.includes(type.value)) return true;
  const message = `\`${word.value}\` does not go with \`${type.value}\``;
  report({
    code: 'modifier-not-for-type',
    message,
    at: word.at,
    help: helpForType(type.value, word.value, types),
  });
  return false;
}

function helpForType(type: FieldType, word: Word, types: readonly FieldType[]): string {
  if (word === 'unique' && type === 'text')
    return 'use `string` with `max=`; a text of any length cannot be indexed';
  if (word === 'index' && type === 'text')
    return 'use `string` with `max=`; a text of any length cannot be indexed';
  if (word === 'email') return 'use `string:email`';
  if (word === 'url') return 'use `string:url`';
  if (word === 'values')
    return '`values` are strings: use `string`, or `min=` and `max=` for numbers';
  if (word === 'as' || word === 'on_delete')
    return `only a \`ref\` has it: \`project:ref=Project:${WORD_FACTS[word].example}\``;
  if (word === 'default' && type === 'ref')
    return 'an id is known only when the row exists; set it in the code that creates rows';
  return `remove it; it goes with ${types.join(', ')}`;
}

function repeated(type: Located<FieldType>, word: Located<Word>) {
  const implied = type.value === 'enum' && (word.value === 'values' || word.value === 'enforce');
  const message = implied
    ? `\`enum\` has \`${word.value}\` built in`
    : `\`${word.value}\` is given twice`;
  const help = implied
    ? `write the values after \`enum=\` and remove \`${word.value}\``
    : 'remove one of the two';
  return { code: 'duplicate-modifier', message, at: word.at, help };
}
