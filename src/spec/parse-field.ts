import type { FieldType } from '../model/model.js';
import { nearest } from '../model/nearest.js';
import { numberIn } from '../model/value.js';
import type { Position, Report } from '../problem.js';
import { buildField, type RawType } from './build-field.js';
import type { ListNode, ScalarNode } from './node.js';
import type { RawWord } from './read-word.js';
import { type Locate, shifted } from './source.js';
import type { Located, SpecField } from './spec.js';
import {
  MODIFIERS,
  TYPE_FACTS,
  TYPE_SYNONYMS,
  TYPES,
  WORD_FACTS,
  WORD_SYNONYMS,
  type Word,
} from './words.js';

const MODIFIER = new RegExp(`:(?=(?:${MODIFIERS.join('|')})(?:[=:]|$))`, 'g');

/** The type of an `id` that is a random UUID beside a number: the short form of `uuid=public`. */
const PUBLIC = 'public';

/** Points to the list of types. */
export const SEE_TYPES = 'All types: crudgen help types';

/** Whether a word is the name of a type. */
export const isType = (word: string): word is FieldType => Object.hasOwn(TYPE_FACTS, word);

/** Parses `name:type[:modifier...]`; null after a problem. */
export function parseField(text: string, locate: Locate, report: Report): SpecField | null {
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const at = locate(0, name.length);
  if (name === '') {
    const help = 'write a field as `name:type`, such as `title:string:required`';
    return report.error('missing-name', 'the field has no name', at, help);
  }
  if (text.slice(name.length + 1).trim() === '') {
    const help = isType(name)
      ? `\`${name}\` is a type; write a field as \`name:type\`, such as \`${TYPE_FACTS[name].example}\``
      : `write \`${withType(name)}\`, without a space. ${SEE_TYPES}`;
    return report.error('missing-type', `\`${name}\` has no type`, locate(0, text.length), help);
  }
  const rest = shifted(locate, colon + 1);
  return parseTyped({ value: name, at }, text.slice(colon + 1), rest, report);
}

/** Suggests `due:date` for `due date`, and `due_on:string` for `due on`. */
function withType(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.at(-1)!;
  const isTyped = words.length > 1 && isType(last);
  return isTyped ? `${words.slice(0, -1).join('_')}:${last}` : `${words.join('_')}:string`;
}

/** Parses `type[:modifier...]` of a field; null after a problem. */
export function parseTyped(
  name: Located<string>,
  text: string,
  locate: Locate,
  report: Report,
): SpecField | null {
  // Only a `:` before a known modifier ends a value.
  const [first, ...modifiers] = pieces(text, MODIFIER, locate);
  const type = parseType(first!.text, first!.locate, report);
  const words = modifiers.map((piece) => parseModifier(piece, report));
  if (type === null || words.includes(null)) return null;
  return buildField(name, type, words as RawWord[], report);
}

/** The types with a value that has no `:`. */
const VALUED: readonly FieldType[] = ['decimal', 'exact', 'list', 'ref', 'refs', 'string', 'uuid'];

/** Parses `ref=Project` or `decimal=12,2`, as in the `type` of the object form; null after a problem. */
export function parseType(text: string, locate: Locate, report: Report): RawType | null {
  if (text === PUBLIC)
    return {
      type: { value: 'uuid', at: locate(0, text.length) },
      value: textNode({ text, locate }),
    };
  const [word, value] = splitAtEquals(text, locate);
  const [type, ...unknown] = pieces(word, COLON, locate);
  const known = type!.text;
  if (!isType(known)) {
    reportType(known, locate(0, known.length), report);
    reportWords(
      unknown.filter((piece) => !isType(piece.text)),
      report,
    );
    return null;
  }
  if (reportWords(unknown, report)) return null;
  const isEnum = known === 'enum' || /^enum=/.test(String(value?.value));
  if (value !== null && isEnum) warnOfWord(value, report);
  if (value !== null && VALUED.includes(known) && !isEnum) {
    // Their values have no `:`, so what follows one is an unknown modifier.
    const [, ...words] = pieces(value.value as string, COLON, value.locate);
    if (reportWords(words, report) || reportComma(known, value, report)) return null;
  }
  const list = known === 'enum' && value !== null ? listNode(value) : value;
  return { type: { value: known, at: locate(0, text.length) }, value: list };
}

const AFTER_COMMA = new RegExp(`^([^,]*(?:,\\d+)?),((?:${MODIFIERS.join('|')})(?:=.*)?)$`);

/** Reports a modifier after a comma, as in `ref=Order,lines`; returns whether there is one. */
function reportComma(type: FieldType, value: ScalarNode, report: Report): boolean {
  const [, own, word] = AFTER_COMMA.exec(value.value as string) ?? [];
  if (own === undefined || word === undefined) return false;
  const message = `\`${word}\` is a modifier and has to follow a colon`;
  const at = value.locate(own.length, word.length + 1);
  report.error('comma-before-modifier', message, at, `write \`${type}=${own}:${word}\``);
  return true;
}

/** Reports an unknown type, with a suggestion. */
function reportType(word: string, at: Position, report: Report): void {
  if (MODIFIERS.some((modifier) => modifier === word)) {
    const message = `\`${word}\` is a modifier, but a type is expected here`;
    const help = `put the type first: \`string:${word}\`. ${SEE_TYPES}`;
    return void report.error('missing-type', message, at, help);
  }
  const near = TYPE_SYNONYMS.get(word.trim().toLowerCase()) ?? nearest(word, TYPES);
  const help = near === null ? SEE_TYPES : `did you mean \`${near}\`? ${SEE_TYPES}`;
  report.error('unknown-type', `\`${word}\` is not a field type`, at, help);
}

/** Parses `max=80` or `required`; null after a problem. */
export function parseModifier({ text, locate }: Piece, report: Report): RawWord | null {
  const [name, value] = splitAtEquals(text, locate);
  const [first, ...rest] = pieces(name, COLON, locate);
  const word: Located<Word> = { value: first!.text as Word, at: locate(0, first!.text.length) };
  const { shape } = WORD_FACTS[word.value];
  if (reportWords(rest, report)) return null;
  if (value === null) return { word, value, form: 'text' };
  if (['list', 'default', 'pattern', 'text', 'personal', 'sql'].includes(shape)) {
    // SQL has casts behind colons.
    if (shape !== 'sql') warnOfWord(value, report);
    return { word, value: shape === 'list' ? listNode(value) : value, form: 'text' };
  }
  const [own, ...unknown] = pieces(value.value as string, COLON, value.locate);
  if (reportWords(unknown, report)) return null;
  if (shape === 'names') return { word, value: listNode(textNode(own!), /\+/g), form: 'text' };
  const number = shape === 'number' ? numberIn(own!.text) : null;
  const node = textNode(own!);
  return { word, value: number === null ? node : { ...node, value: number }, form: 'text' };
}

/** Reports unknown modifiers, with suggestions; returns whether there are any. */
function reportWords(words: readonly Piece[], report: Report): boolean {
  for (const { text, locate } of words) {
    const [word] = text.split('=') as [string];
    const at = locate(0, Math.max(1, word.length));
    if (word !== '') reportWord(word, at, 'modifier', report);
    else {
      const message = 'a modifier is missing between two `:`';
      report.error('unknown-modifier', message, at, 'remove one `:`');
    }
  }
  return words.length > 0;
}

/** Reports an unknown modifier, or key of the object form, with a suggestion. */
export function reportWord(
  given: string,
  at: Position,
  kind: 'modifier' | 'key',
  report: Report,
): void {
  const word = given.trim();
  if (isType(word)) {
    const message = `\`${word}\` is a type, but the field already has a type`;
    return void report.error('two-types', message, at, ONE_TYPE);
  }
  if (/^(null|nullable|optional)$/i.test(word)) {
    const help = 'leave it out: fields without `required` are optional';
    return void report.error(`unknown-${kind}`, `\`${word}\` is not a ${kind}`, at, help);
  }
  const all = kind === 'key' ? ['type', ...Object.keys(WORD_FACTS)] : MODIFIERS;
  const near = likeWord(word, all);
  const list = 'All modifiers: crudgen help types';
  const help = near === null ? list : `did you mean \`${near}\`? ${list}`;
  report.error(`unknown-${kind}`, `\`${word}\` is not a field ${kind}`, at, help);
}

/** The word among `known` that somebody means by another one, such as `pattern_message` by `errorMessage`; null if none is near. */
export function likeWord(given: string, known: readonly string[]): string | null {
  const snake = given
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll('-', '_');
  return WORD_SYNONYMS.get(snake) ?? nearest(snake, known);
}

/** Help for a second type. */
export const ONE_TYPE = 'a field has one type; remove one of the two';

/** Warns of a value that ends in what looks like a mistyped modifier. */
function warnOfWord(value: ScalarNode, report: Report): void {
  const text = value.value as string;
  const colon = text.lastIndexOf(':');
  const [tail] = text.slice(colon + 1).split('=') as [string];
  if (colon < 0 || tail.length < 4) return;
  const near = nearest(tail, MODIFIERS);
  if (near === null) return;
  const message = `\`${tail}\` counts as part of the value before it`;
  const help = `did you mean \`${near}\`? A \`:\` ends a value only before a known modifier`;
  report.warn('looks-like-modifier', message, value.locate(colon + 1, tail.length), help);
}

/** A part of a text with its places. */
export interface Piece {
  readonly text: string;
  readonly locate: Locate;
}

const COLON = /:/g;

/** The text between separators of one character each. */
export function pieces(text: string, separator: RegExp, locate: Locate): Piece[] {
  const ends = [...text.matchAll(separator)].map(({ index }) => index);
  return [0, ...ends.map((end) => end + 1)].map((start, index) => ({
    text: text.slice(start, ends[index]),
    locate: shifted(locate, start),
  }));
}

function splitAtEquals(text: string, locate: Locate): [string, ScalarNode | null] {
  const at = text.indexOf('=');
  if (at < 0) return [text, null];
  return [
    text.slice(0, at),
    textNode({ text: text.slice(at + 1), locate: shifted(locate, at + 1) }),
  ];
}

function listNode({ value, at, locate }: ScalarNode, separator = /,/g): ListNode {
  const items = value === '' ? [] : pieces(value as string, separator, locate).map(textNode);
  return { kind: 'list', items, at };
}

function textNode({ text, locate }: Piece): ScalarNode {
  return { kind: 'scalar', value: text, at: locate(0, text.length), locate };
}
