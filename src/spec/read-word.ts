import { SOURCE_HELP } from '../model/field-source.js';
import type { JsonValue } from '../model/model.js';
import { nearest } from '../model/nearest.js';
import { EMPTIED, PERSONAL_HELP as HELP, wordFault } from '../model/personal.js';
import { type Position, quoted, type Report } from '../problem.js';
import type { Located, WordValues } from './spec.js';
import { CHOICES, OPTIONS, WORD_FACTS, type Word, type WordShape } from './words.js';
import { kindOf, type Node, plainValue, scalarAt, textIn } from './node.js';

/** A modifier with its unchecked value. */
export interface RawWord {
  readonly word: Located<Word>;
  readonly value: Node | null;
  readonly form: 'text' | 'value';
}

/** The modifiers of a field read so far. */
export type Words = { [W in Word]?: Located<WordValues[W]> };

/** Reads a modifier's value by its shape; `false` in the object form leaves the modifier out. */
export function setWord(words: Words, raw: RawWord, report: Report): void {
  const { word, value } = raw;
  const read = modifierValue(raw, report);
  if (read === null) return;
  const { shape } = WORD_FACTS[word.value];
  const own = shape === 'flag' || shape === 'option' || shape === 'personal' || isListed(shape);
  const at = own || value === null ? word.at : value.at;
  (words as Record<string, Located<unknown>>)[word.value] = { value: read, at };
}

/** Whether the value of a modifier is a list. */
const isListed = (shape: WordShape): boolean => shape === 'list' || shape === 'names';

/** What modifiers other than `as` name. */
const NAMED: Readonly<Partial<Record<Word, string>>> = {
  count: '`count` names the relation to the lines: `count=items`',
  to: '`to` names a unique field of the other model: `to=iso`',
  column: '`column` names the column in the database: `column=Title`',
};

/** The value of a modifier; null without one or after a problem. */
function modifierValue(raw: RawWord, report: Report): WordValues[Word] | null {
  const { word, value, form } = raw;
  const { shape, example } = WORD_FACTS[word.value];
  if (shape === 'option' || shape === 'flag') return flagOf(raw, report);
  if (shape === 'personal') return personalOf(raw, report);
  if (shape === 'choice') return choiceOf(word, value, report);
  if (shape === 'name') {
    const help = NAMED[word.value] ?? '`as` names the relation on the other model: `as=tasks`';
    return nameAsValue(value, word.at, help, report)?.value ?? null;
  }
  if (value === null) {
    const message = `\`${word.value}\` has no value`;
    return report.error('missing-value', message, word.at, `write \`${example}\``);
  }
  if (shape === 'source') return readSource(value, word.value, report);
  if (shape === 'pattern' || shape === 'text' || shape === 'sql' || shape === 'unit')
    return textOfWord(word, value, report);
  if (shape === 'number') return numberOf(word, value, report);
  if (isListed(shape))
    return listOf(word.value, word.value === 'steps' ? asSteps(value) : value, report);
  const plain = plainValue(value);
  return form === 'text' ? { form, text: String(plain) } : { form, value: plain };
}

/** A flag, or the option that it may have as its value; null without it or after a problem. */
function flagOf({ word, value, form }: RawWord, report: Report): true | Option | null {
  const name = word.value;
  const plain = value === null ? null : plainValue(value);
  const option = OPTIONS[name as keyof typeof OPTIONS] as Option | undefined;
  if (option !== undefined && plain === option) return option;
  if (form === 'value' && typeof plain === 'boolean') return plain || null;
  if (form === 'text' && value === null) return true;
  const [takes, written, other] =
    form === 'text'
      ? ['takes no value', name, `${name}=${option}`]
      : ['must be true or false', `${name}: true`, `${name}: ${option}`];
  const help = `write \`${written}\`${option === undefined ? '' : ` or \`${other}\``}`;
  return report.error('unexpected-value', `\`${name}\` ${takes}`, value?.at ?? word.at, help);
}

/** What erasing a person does with a field: `true`, a text, or an object such as `{ keep: tax law }`; null without it or after a problem. */
function personalOf({ word, value }: RawWord, report: Report): string | null {
  const plain = value === null ? true : plainValue(value);
  if (plain === false) return null;
  const text = plain === true ? EMPTIED : typeof plain === 'string' ? plain : onlyEntry(plain);
  const fault =
    text === null ? { message: '`personal` says nothing', help: HELP } : wordFault(text);
  if (fault === null) return text;
  return report.error('bad-personal', fault.message, value?.at ?? word.at, fault.help);
}

/** The one entry of an object as a text: `keep=tax law`; null for anything else. */
function onlyEntry(plain: JsonValue): string | null {
  const entries = plain !== null && typeof plain === 'object' ? Object.entries(plain) : [];
  const [entry] = entries;
  const isOne = entries.length === 1 && !Array.isArray(plain);
  return isOne && typeof entry![1] !== 'object' ? `${entry![0]}=${String(entry![1])}` : null;
}

type Option = (typeof OPTIONS)[keyof typeof OPTIONS];

function textOfWord({ value: word }: Located<Word>, value: Node, report: Report): string | null {
  const plain = plainValue(value);
  if (typeof plain === 'string' && plain !== '') return plain;
  const { example, shape } = WORD_FACTS[word];
  const help = `write it in quotes: ${example.replace(/=(.*)$/, ": '$1'")}`;
  return report.error(
    shape === 'pattern' ? 'not-a-pattern' : 'not-a-text',
    `\`${word}\` must be a string`,
    value.at,
    help,
  );
}

/** A relation and a field of the record that it leads to. */
function readSource(value: Node, word: Word, report: Report): WordValues['from'] | null {
  const text = textIn(value);
  const [, relation, field] = /^\s*(\w+)\.(\w+)\s*$/.exec(text ?? '') ?? [];
  if (relation !== undefined && field !== undefined) return { relation, field };
  const message = text === null ? '`from` must be a string' : `\`${text}\` is not a valid source`;
  if (word === 'from') return report.error('bad-source', message, value.at, SOURCE_HELP);
  const total = `\`${text ?? ''}\` is not a field of lines`;
  return report.error(
    'bad-total',
    total,
    value.at,
    `write the relation to the lines, a dot and a field: \`${WORD_FACTS[word].example}\``,
  );
}

function numberOf({ value: word }: Located<Word>, value: Node, report: Report): number | null {
  const plain = plainValue(value);
  if (typeof plain === 'number' && Number.isFinite(plain)) return plain;
  const quoted = typeof plain === 'string' && plain.trim() !== '' && Number.isFinite(Number(plain));
  const help = quoted
    ? `write ${Number(plain)} without quotes`
    : `write \`${WORD_FACTS[word].example}\``;
  return report.error('not-a-number', `\`${word}\` must be a number`, value.at, help);
}

function choiceOf(
  { value: word, at }: Located<Word>,
  value: Node | null,
  report: Report,
): WordValues[keyof typeof CHOICES] | null {
  const choices: readonly WordValues[keyof typeof CHOICES][] =
    CHOICES[word as keyof typeof CHOICES];
  const plain = value === null ? '' : String(plainValue(value));
  const found = choices.find((choice) => choice === plain);
  if (found !== undefined) return found;
  const near = nearest(plain, choices);
  const all = `it is ${quoted(choices, ' or ')}`;
  const message =
    plain === '' ? `\`${word}\` has no value` : `\`${plain}\` is not a valid value of \`${word}\``;
  const help = near === null ? all : `did you mean \`${near}\`? ${all}`;
  return report.error('unknown-choice', message, value?.at ?? at, help);
}

/** A name given as a value; null after reporting a missing one. */
export function nameAsValue(
  value: Node | null,
  at: Position,
  help: string,
  report: Report,
): Located<string> | null {
  const name = textIn(value);
  if (name !== null) return { value: name, at: value!.at };
  return report.error('missing-value', 'a name is missing', value?.at ?? at, help);
}

/** The steps of an object, `{ todo: [doing], doing: [done, todo@Admin] }`, as a list: `todo/doing`; `/` stands for new rows. */
function asSteps(value: Node): Node {
  if (value.kind !== 'map') return value;
  const items = value.entries.flatMap(({ key, value: targets }) => {
    const from = key.value === '/' ? '' : key.value;
    const all = targets.kind === 'list' ? targets.items : [targets];
    return all.map((to) =>
      to.kind === 'scalar' && typeof to.value === 'string'
        ? scalarAt(`${from}/${to.value}`, to.at)
        : to,
    );
  });
  return { kind: 'list', items, at: value.at };
}

/** A list of strings; other values in it are reported one by one. */
export function listOf(name: string, value: Node, report: Report): Located<string>[] | null {
  if (value.kind !== 'list') {
    const message = `\`${name}\` must be a list, not ${kindOf(value)}`;
    const text = value.kind === 'scalar' && value.value !== null ? String(value.value) : 'a, b';
    return report.error('not-a-list', message, value.at, `write \`${name}: [${text}]\``);
  }
  const items = value.items.map((item) => {
    const { at } = item;
    if (item.kind === 'scalar' && typeof item.value === 'string') return { value: item.value, at };
    const message = `\`${name}\` must contain strings, not ${kindOf(item)}`;
    const written = item.kind === 'scalar' && item.value !== null;
    const help = written
      ? `quote it: "${at.text.slice(at.column - 1).slice(0, at.length)}"`
      : 'write a string';
    return report.error('not-a-string', message, at, help);
  });
  return items.every((item) => item !== null) ? items : null;
}
