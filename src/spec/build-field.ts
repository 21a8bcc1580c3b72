import type { FieldType } from '../model/model.js';
import { nearest } from '../model/nearest.js';
import type { Located, SpecField, WordValues } from '../model/spec.js';
import { ON_DELETE, WORD_FACTS, type Word } from '../model/words.js';
import type { Position } from '../problem.js';
import { kindOf, type Node, plainValue, type Report } from './node.js';

/** A type with what stood after its `=`, or in its key of the object form. */
export interface RawType {
  readonly type: Located<FieldType>;
  readonly value: Node | null;
}

/** A modifier with its value, still of any kind. */
export interface RawWord {
  readonly word: Located<Word>;
  readonly value: Node | null;
  readonly form: 'text' | 'value';
}

type Words = { [W in Word]?: Located<WordValues[W]> };

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

/** Reads a word's value by its shape; `false` in the object form is as if the word were not there. */
function setWord(words: Words, { word, value, form }: RawWord, report: Report): void {
  const name = word.value;
  const at = word.at;
  switch (WORD_FACTS[name].shape) {
    case 'flag':
      if (flagOf(word, value, form, report))
        (words as Record<string, unknown>)[name] = { value: true, at };
      return;
    case 'global': {
      if (value?.kind === 'scalar' && value.value === 'global')
        words.unique = { value: 'global', at };
      else if (flagOf(word, value, form, report)) words.unique = { value: true, at };
      return;
    }
    case 'number': {
      const number = numberOf(word, value, report);
      if (number !== null)
        (words as Record<string, unknown>)[name] = { value: number, at: value?.at ?? at };
      return;
    }
    case 'list': {
      const values = value === null ? null : listOf(name, value, report);
      if (value === null) report(missingValue(word));
      if (values !== null) (words as Record<string, unknown>)[name] = { value: values, at };
      return;
    }
    case 'choice': {
      const choice = choiceOf(word, value, report);
      if (choice !== null) words.on_delete = { value: choice, at: value?.at ?? at };
      return;
    }
    case 'name': {
      const named = nameOf(
        value,
        at,
        '`as` names the relation on the other model: `as=tasks`',
        report,
      );
      if (named !== null) words.as = named;
      return;
    }
    case 'default':
      if (value === null) report(missingValue(word));
      else words.default = { value: defaultOf(value, form), at: value.at };
  }
}

function defaultOf(value: Node, form: RawWord['form']): WordValues['default'] {
  const plain = plainValue(value);
  return form === 'text' ? { form, text: String(plain) } : { form, value: plain };
}

function flagOf(
  word: Located<Word>,
  value: Node | null,
  form: RawWord['form'],
  report: Report,
): boolean {
  const plain = value === null ? null : plainValue(value);
  if (form === 'value' && typeof plain === 'boolean') return plain;
  if (form === 'text' && value === null) return true;
  const own = form === 'text' ? `\`${word.value}\`` : `\`${word.value}: true\``;
  const also =
    word.value === 'unique'
      ? form === 'text'
        ? ' or `unique=global`'
        : ' or `unique: global`'
      : '';
  const message = `\`${word.value}\` takes ${form === 'text' ? 'no value' : 'true or false'}`;
  report({
    code: 'unexpected-value',
    message,
    at: value?.at ?? word.at,
    help: `write ${own}${also}`,
  });
  return false;
}

function numberOf(word: Located<Word>, value: Node | null, report: Report): number | null {
  if (value === null) {
    report(missingValue(word));
    return null;
  }
  const plain = plainValue(value);
  if (typeof plain === 'number' && Number.isFinite(plain)) return plain;
  const message = `\`${word.value}\` takes a number`;
  const quoted = typeof plain === 'string' && plain.trim() !== '' && Number.isFinite(Number(plain));
  const help = quoted
    ? `write ${Number(plain)} without quotes`
    : `write \`${WORD_FACTS[word.value].example}\``;
  report({ code: 'not-a-number', message, at: value.at, help });
  return null;
}

function choiceOf(
  word: Located<Word>,
  value: Node | null,
  report: Report,
): (typeof ON_DELETE)[number] | null {
  const plain = value === null ? '' : String(plainValue(value));
  const found = ON_DELETE.find((choice) => choice === plain);
  if (found !== undefined) return found;
  const near = nearest(plain, ON_DELETE);
  const all = 'it is `set_null`, `restrict` or `cascade`';
  const message = plain === '' ? '`on_delete` has no value' : `\`${plain}\` is not a way to delete`;
  const help = near === null ? all : `did you mean \`${near}\`? ${all}`;
  report({ code: 'unknown-choice', message, at: value?.at ?? word.at, help });
  return null;
}

function nameOf(
  value: Node | null,
  at: Position,
  help: string,
  report: Report,
): Located<string> | null {
  if (value?.kind === 'scalar' && typeof value.value === 'string' && value.value !== '') {
    return { value: value.value, at: value.at };
  }
  report({ code: 'missing-value', message: 'a name is missing', at: value?.at ?? at, help });
  return null;
}

/** A list of strings; numbers and the like among them are said one by one. */
export function listOf(name: string, value: Node, report: Report): Located<string>[] | null {
  if (value.kind !== 'list') {
    const message = `\`${name}\` takes a list, and this is ${kindOf(value)}`;
    const text = value.kind === 'scalar' && value.value !== null ? String(value.value) : 'a, b';
    report({ code: 'not-a-list', message, at: value.at, help: `write \`${name}: [${text}]\`` });
    return null;
  }
  const items = value.items.map((item) => {
    if (item.kind === 'scalar' && typeof item.value === 'string')
      return { value: item.value, at: item.at };
    const message = `\`${name}\` holds strings, and this is ${kindOf(item)}`;
    const written = item.kind === 'scalar' && item.value !== null;
    const help = written
      ? `quote it: "${item.at.text.slice(item.at.column - 1).slice(0, item.at.length)}"`
      : 'write a string';
    report({ code: 'not-a-string', message, at: item.at, help });
    return null;
  });
  return items.every((item) => item !== null) ? items : null;
}

function missingValue(word: Located<Word>) {
  const message = `\`${word.value}\` has no value`;
  return {
    code: 'missing-value',
    message,
    at: word.at,
    help: `write \`${WORD_FACTS[word.value].example}\``,
  };
}
