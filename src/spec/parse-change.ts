import type { Report } from '../problem.js';
import type { RawType } from './build-field.js';
import { isType, likeWord, parseModifier, parseType, type Piece, pieces } from './parse-field.js';
import type { RawWord } from './read-word.js';
import { type Locate, shifted } from './source.js';
import type { Located } from './spec.js';
import { MODIFIERS, TYPE_SYNONYMS, TYPES, WORD_FACTS, type Word } from './words.js';

/** What changes of a field: its type, modifiers that are set, and modifiers that go. */
export interface FieldChange {
  readonly name: Located<string>;
  /** Null where the type stays. */
  readonly type: RawType | null;
  readonly words: readonly RawWord[];
  readonly gone: readonly Located<Word>[];
}

const CHANGE = new RegExp(`:(?=-?(?:${MODIFIERS.join('|')})(?:[=:]|$))`, 'g');
const SEE = 'All types and modifiers: crudgen help types';

/** Parses `name[:type][:modifier...]`, where `-modifier` removes one; null after a problem. */
export function parseChange(text: string, locate: Locate, report: Report): FieldChange | null {
  const before = report.errors;
  const [value = ''] = text.split(':', 1);
  const name = { value, at: locate(0, value.length) };
  const rest = text.slice(value.length);
  if (value === '' || rest.replaceAll(':', '').trim() === '') {
    const message =
      value === ''
        ? 'the field has no name'
        : `\`${value}\` says which field to change, but not how`;
    const field = value || 'title';
    const help = `write the change, such as \`${field}:max=80:required\`, or \`${field}:-required\``;
    return report.error('no-change', message, locate(0, text.length), help);
  }
  const [head, ...parts] = pieces(rest, CHANGE, shifted(locate, value.length));
  const type = head!.text === '' ? null : parseNewType(withoutColon(head!), report);
  const words: RawWord[] = [];
  const gone: Located<Word>[] = [];
  for (const part of parts)
    if (part.text.startsWith('-')) gone.push(...parseGone(part, report));
    else words.push(...parseSet(part, report));
  reportContradictions(words, gone, report);
  return report.errors > before ? null : { name, type, words, gone };
}

const withoutColon = ({ text, locate }: Piece): Piece => ({
  text: text.slice(1),
  locate: shifted(locate, 1),
});

function parseNewType({ text, locate }: Piece, report: Report): RawType | null {
  const [word = ''] = /^[^:=]*/.exec(text) ?? [];
  // Values of an enum may contain a colon; all that follows another type is meant as a modifier.
  const [first, ...others] = word === 'enum' ? [] : pieces(text, /:/g, locate);
  const unknown = first && !isType(word) ? [first, ...others] : others;
  for (const one of unknown) reportUnknown(one, report);
  return unknown.length > 0 ? null : parseType(text, locate, report);
}

function parseGone({ text, locate }: Piece, report: Report): Located<Word>[] {
  const [own, ...unknown] = pieces(text, /:/g, locate);
  for (const one of unknown) reportUnknown(one, report);
  const [word = '', value] = own!.text.split('=');
  const at = locate(0, word.length);
  if (value !== undefined)
    report.error('unexpected-value', `\`${word}\` takes no value`, at, `write \`${word}\``);
  return [{ value: word.slice(1) as Word, at }];
}

function parseSet(part: Piece, report: Report): RawWord[] {
  const [word = '', value] = part.text.split('=');
  const { shape } = WORD_FACTS[word.split(':')[0] as Word];
  if ((shape === 'flag' || shape === 'option') && /^(?:false|no|null|0)$/i.test(value ?? '')) {
    const message = `\`${word}\` takes no value`;
    const at = part.locate(0, part.text.length);
    report.error('unexpected-value', message, at, `write \`-${word}\` to remove it`);
    return [];
  }
  const parsed = parseModifier(part, report);
  return parsed === null ? [] : [parsed];
}

/** Reports a word that is neither a type nor a modifier, with a suggestion. */
function reportUnknown({ text, locate }: Piece, report: Report): void {
  const [word = ''] = text.split('=');
  const at = locate(0, Math.max(1, word.length));
  const code = 'unknown-modifier';
  if (word === '')
    return void report.error(code, 'a word is missing between two `:`', at, 'remove one `:`');
  const message = `\`${word}\` is neither a type nor a modifier`;
  const near = suggestionFor(word);
  report.error(code, message, at, near === null ? SEE : `did you mean \`${near}\`? ${SEE}`);
}

function suggestionFor(given: string): string | null {
  const word = given.replace(/^-/, '');
  if (/^(?:null|nullable|optional|not[-_]required)$/i.test(word)) return '-required';
  if (!given.startsWith('-'))
    return TYPE_SYNONYMS.get(word.toLowerCase()) ?? likeWord(word, [...TYPES, ...MODIFIERS]);
  const known = likeWord(word, MODIFIERS);
  return known && `-${known}`;
}

function reportContradictions(
  words: readonly RawWord[],
  gone: readonly Located<Word>[],
  report: Report,
): void {
  for (const { value, at } of gone)
    if (words.some(({ word }) => word.value === value)) {
      const message = `\`${value}\` is both set and removed`;
      report.error('duplicate-modifier', message, at, 'remove one of the two');
    }
}
