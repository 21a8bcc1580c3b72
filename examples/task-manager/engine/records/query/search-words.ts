import type { LabelRule } from '../../model/model-info.js';

/** A text of more words is looked for as it is. */
const MAX_WORDS = 8;

const WORDS = /"([^"]+)"|\S+/g;

/** What separates the words of any text, besides spaces. */
const SEPARATORS = ',;';

/**
 * The words that are looked for, each by itself; a text between quotes is one of them. A label can be searched for as it is
 * shown: what its template adds to the values of fields is left out, be it punctuation or words.
 */
export function wordsOf(text: string, label: LabelRule): readonly string[] {
  const frame = frameOf(label);
  const words = [...text.matchAll(WORDS)].flatMap(([word, quoted]) =>
    quoted === undefined ? partsOf(word, frame) : [quoted],
  );
  const distinct = [...new Set(words)];
  return distinct.length === 0 || distinct.length > MAX_WORDS ? [text] : distinct;
}

/** The text that a label adds to the values of its fields. */
interface Frame {
  /** What it begins and ends values with. */
  readonly marks: ReadonlySet<string>;
  /** What it puts between two values without a space. */
  readonly joints: readonly string[];
  readonly words: ReadonlySet<string>;
}

function frameOf(label: LabelRule): Frame {
  const texts = label.kind === 'template' ? label.template.split(/\{[^}]*\}/) : [];
  const marks = new Set(texts.join('').replaceAll(/[\p{L}\p{N}\s]/gu, '') + SEPARATORS);
  const joints = texts.slice(1, -1).filter((one) => /^[^\p{L}\p{N}\s]+$/u.test(one));
  const words = texts.flatMap((one) => one.toLowerCase().split(/\s+/));
  return { marks, joints, words: new Set(words.map((word) => trimMarks(word, marks))) };
}

/** The parts of a word that come from fields. */
function partsOf(word: string, { marks, joints, words }: Frame): string[] {
  return joints
    .reduce<string[]>((parts, joint) => parts.flatMap((part) => part.split(joint)), [word])
    .map((part) => trimMarks(part, marks))
    .filter((part) => part !== '' && !words.has(part.toLowerCase()));
}

/** Not by a regular expression, which would backtrack over long runs of marks. */
function trimMarks(word: string, marks: ReadonlySet<string>): string {
  const letters = [...word];
  const isText = (letter: string) => !marks.has(letter);
  const start = letters.findIndex(isText);
  return start < 0 ? '' : letters.slice(start, letters.findLastIndex(isText) + 1).join('');
}
