import { nearest } from '../model/nearest.js';
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
import type { Position, Problem } from '../problem.js';
import { buildField, type RawType } from './build-field.js';
import type { RawWord } from './read-word.js';
import type { ListNode, Report, ScalarNode } from './node.js';
import { type Locate, shifted } from './source.js';

const MODIFIER = new RegExp(`:(?=(?:${MODIFIERS.join('|')})(?:[=:]|$))`, 'g');
const SEE_TYPES = 'All types: crudgen help types';

/** Reads `name:type[:modifier...]`; null when a problem was reported. */
export function parseField(text: string, locate: Locate, report: Report): SpecField | null {
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const nameAt = locate(0, name.length);
  if (name === '') {
    const help = 'a field is `name:type`, such as `title:string:required`';
    report({ code: 'missing-name', message: 'the field has no name', at: nameAt, help });
    return null;
  }
  if (text.slice(name.length + 1).trim() === '') {
    report(missingType(name, locate(0, text.length)));
    return null;
  }
  const rest = shifted(locate, colon + 1);
  return parseTyped({ value: name, at: nameAt }, text.slice(colon + 1), rest, report);
}

/** Reads `type[:modifier...]` of a field whose name is known; null when a problem was reported. */
export function parseTyped(
  name: Located<string>,
  text: string,
  locate: Locate,
  report: Report,
): SpecField | null {
  const [first, ...modifiers] = segments(text, locate);
  const type = parseType(first!.text, first!.locate, report);
  const words = modifiers.map((segment) => parseModifier(segment, report));
  if (type === null || words.includes(null)) return null;
  return buildField(name, type, words as RawWord[], report);
}

/** Reads `ref=Project` or `decimal=12,2` alone, as in the `type` of the object form; null after a problem. */
export function parseType(text: string, locate: Locate, report: Report): RawType | null {
  const [word, value] = splitAt(text, '=', locate);
  const [type, ...unknown] = pieces(word);
  const known = TYPES.find((candidate) => candidate === type!.text);
  if (known === undefined) {
    report(unknownType(type!.text, locate(0, type!.text.length)));
    const words = unknown.filter((piece) => !TYPES.some((candidate) => candidate === piece.text));
    for (const piece of words) reportWord(piece, locate, report);
    return null;
  }
  if (unknown.length > 0) {
    for (const piece of unknown) reportWord(piece, locate, report);
    return null;
  }
  if (value !== null && known === 'enum') warnOfWord(value, report);
  if (value !== null && ['decimal', 'ref', 'refs'].includes(known)) {
    // Their values have no `:`, so what follows one is a modifier that nobody knows.
    const [, ...words] = pieces(value.value as string);
    for (const piece of words) reportWord(piece, value.locate, report);
    if (words.length > 0) return null;
  }
  const list = known === 'enum' && value !== null ? listNode(value) : value;
  return { type: { value: known, at: locate(0, text.length) }, value: list };
}

/** A type's name that is none, with what was meant. */
export function unknownType(word: string, at: Position): Problem {
  const plain = word.trim().toLowerCase();
  const synonym = Object.hasOwn(TYPE_SYNONYMS, plain) ? TYPE_SYNONYMS[plain] : undefined;
  const near = synonym ?? nearest(word, TYPES);
  const modifier = MODIFIERS.find((candidate) => candidate === word);
  if (modifier !== undefined) {
    const message = `\`${word}\` is a modifier and stands where the type belongs`;
    return {
      code: 'missing-type',
      message,
      at,
      help: `the type comes first: \`string:${word}\`. ${SEE_TYPES}`,
    };
  }
  const help = near === null ? SEE_TYPES : `did you mean \`${near}\`? ${SEE_TYPES}`;
  return { code: 'unknown-type', message: `\`${word}\` is not a field type`, at, help };
}

function missingType(name: string, at: Position): Problem {
  const reserved = TYPES.find((type) => type === name);
  const help =
    reserved === undefined
      ? `write \`${withType(name)}\`, without a space. ${SEE_TYPES}`
      : `\`${name}\` is a type; a field is \`name:type\`, such as \`${TYPE_FACTS[reserved].example}\``;
  return { code: 'missing-type', message: `\`${name}\` has no type`, at, help };
}

/** `due date` was meant as `due:date`, `due on` as `due_on:string`. */
function withType(name: string): string {
  const words = name.trim().split(/\s+/);
  const isTyped = words.length > 1 && TYPES.some((type) => type === words.at(-1));
  return isTyped ? `${words.slice(0, -1).join('_')}:${words.at(-1)}` : `${words.join('_')}:string`;
}

interface Segment {
  readonly text: string;
  readonly locate: Locate;
}

/** Splits at each `:` that a known modifier follows; every other `:` belongs to a value. */
function segments(text: string, locate: Locate): Segment[] {
  const ends = [...text.matchAll(MODIFIER)].map((colon) => colon.index);
  const starts = [0, ...ends.map((end) => end + 1)];
  return starts.map((start, index) => ({
    text: text.slice(start, ends[index] ?? text.length),
    locate: shifted(locate, start),
  }));
}

function parseModifier({ text, locate }: Segment, report: Report): RawWord | null {
  const [name, value] = splitAt(text, '=', locate);
  const [first, ...rest] = pieces(name);
  const word: Located<Word> = { value: first!.text as Word, at: locate(0, first!.text.length) };
  const { shape } = WORD_FACTS[word.value];
  for (const piece of rest) reportWord(piece, locate, report);
  if (rest.length > 0) return null;
  if (value === null) return { word, value, form: 'text' };
  if (shape === 'list' || shape === 'default') {
    warnOfWord(value, report);
    return { word, value: shape === 'list' ? listNode(value) : value, form: 'text' };
  }
  const [own, ...unknown] = pieces(value.value as string);
  for (const piece of unknown) reportWord(piece, value.locate, report);
  if (unknown.length > 0) return null;
  const node = textNode(own!.text, value.locate);
  return { word, value: shape === 'number' ? numberNode(node) : node, form: 'text' };
}

/** Says that a piece of the text is no modifier, with the one that was meant. */
function reportWord(piece: Piece, locate: Locate, report: Report): void {
  const [word] = piece.text.split('=');
  const at = locate(piece.start, Math.max(1, word!.length));
  if (word === '') {
    const message = 'a modifier is missing between two `:`';
    report({ code: 'unknown-modifier', message, at, help: 'remove one `:`' });
    return;
  }
  report(unknownWord(word!, at, 'modifier'));
}

/** A modifier's name that is none, with what was meant. */
export function unknownWord(word: string, at: Position, kind: 'modifier' | 'key'): Problem {
  const trimmed = word.trim();
  const all = kind === 'key' ? ['type', ...Object.keys(WORD_FACTS)] : MODIFIERS;
  if (TYPES.some((type) => type === trimmed)) {
    const message = `\`${trimmed}\` is a type, and the field has one already`;
    return { code: 'two-types', message, at, help: 'a field has one type; remove one of the two' };
  }
  if (/^(null|nullable|optional)$/i.test(trimmed)) {
    const message = `\`${trimmed}\` is not a ${kind}`;
    return {
      code: `unknown-${kind}`,
      message,
      at,
      help: 'leave it out: a field may be empty unless it is `required`',
    };
  }
  const near = synonym(trimmed) ?? nearest(trimmed, all);
  const list = `All modifiers: crudgen help types`;
  const help = near === null ? list : `did you mean \`${near}\`? ${list}`;
  return { code: `unknown-${kind}`, message: `\`${trimmed}\` is not a field ${kind}`, at, help };
}

function synonym(word: string): string | undefined {
  const snake = word.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  const plain = snake.replaceAll('-', '_');
  return Object.hasOwn(WORD_SYNONYMS, plain) ? WORD_SYNONYMS[plain] : undefined;
}

/** A value that ends in what looks like a mistyped modifier is taken as written, and said. */
function warnOfWord(value: ScalarNode, report: Report): void {
  const text = value.value as string;
  const colon = text.lastIndexOf(':');
  const [tail] = text.slice(colon + 1).split('=');
  if (colon < 0 || tail!.length < 4) return;
  const near = nearest(tail!, MODIFIERS);
  if (near === null) return;
  report({
    code: 'looks-like-modifier',
    message: `\`${tail}\` is taken as a part of the value before it`,
    at: value.locate(colon + 1, tail!.length),
    help: `did you mean \`${near}\`? A \`:\` ends a value only before a known modifier`,
    severity: 'warning',
  });
}

interface Piece {
  readonly text: string;
  readonly start: number;
}

function pieces(text: string): Piece[] {
  let start = 0;
  return text.split(':').map((piece) => {
    const at = start;
    start += piece.length + 1;
    return { text: piece, start: at };
  });
}

function splitAt(text: string, mark: string, locate: Locate): [string, ScalarNode | null] {
  const at = text.indexOf(mark);
  if (at < 0) return [text, null];
  return [text.slice(0, at), textNode(text.slice(at + 1), shifted(locate, at + 1))];
}

function listNode(value: ScalarNode): ListNode {
  const text = value.value as string;
  if (text === '') return { kind: 'list', items: [], at: value.at };
  let start = 0;
  const items = text.split(',').map((item) => {
    const at = start;
    start += item.length + 1;
    return textNode(item, shifted(value.locate, at));
  });
  return { kind: 'list', items, at: value.at };
}

function numberNode(node: ScalarNode): ScalarNode {
  const text = node.value as string;
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)
    ? { ...node, value: Number(text) }
    : node;
}

function textNode(text: string, locate: Locate): ScalarNode {
  return { kind: 'scalar', value: text, at: locate(0, text.length), locate };
}
