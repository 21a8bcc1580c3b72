import { nearest } from '../model/nearest.js';
import type { Located, WordValues } from './spec.js';
import { ON_DELETE, WORD_FACTS, type Word } from './words.js';
import type { Position } from '../problem.js';
import { kindOf, type Node, plainValue, type Report } from './node.js';

/** A modifier with its value, still of any kind. */
export interface RawWord {
  readonly word: Located<Word>;
  readonly value: Node | null;
  readonly form: 'text' | 'value';
}

/** The modifiers of a field as they are read so far. */
export type Words = { [W in Word]?: Located<WordValues[W]> };

/** Reads a word's value by its shape; `false` in the object form is as if the word were not there. */
export function setWord(words: Words, { word, value, form }: RawWord, report: Report): void {
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

/** A name that stands as a value; null, and a problem, where there is none. */
export function nameOf(
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
