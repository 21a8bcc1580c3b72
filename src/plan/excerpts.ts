import { diffIndices } from 'node-diff3';

const LONGEST = 80;
/** Words of context around those that differ. */
const AROUND = 5;
/** Only so many words of a text are compared. */
const MOST = 1500;

/** The three texts of a conflict, each on one line; of long ones only where they differ. */
export function excerpts(yours: string, crudgen: string, was: string | null): string[] {
  const texts = [yours, crudgen, was ?? ''].map((text) => text.trim().replace(/\s*\r?\n\s*/g, ' '));
  if (texts.every((text) => text.length <= LONGEST)) return texts.map(orNothing);
  const sides = texts.map((text) => spacedWords(text));
  const origin = sides.findLast((words) => words.length > 0) ?? [];
  const hunks = sides.map((words) => (words.length === 0 ? [] : hunksOf(origin, words)));
  const places = rangesAround(hunks.flat(), origin.length);
  return sides.map((words, at) =>
    orNothing(cut(words.length === 0 ? '' : shown(words, hunks[at]!, places, origin.length))),
  );
}

const orNothing = (text: string): string => (text === '' ? '(nothing)' : text);
const cut = (text: string): string =>
  text.length > LONGEST * 2 ? `${text.slice(0, LONGEST * 2 - 1)}…` : text;
const spacedWords = (text: string): string[] => (text.match(/\s*(?:\w+|\S)/g) ?? []).slice(0, MOST);

/** A range of words in the first text, and how many more the other has there. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly grows: number;
}

function hunksOf(origin: readonly string[], words: readonly string[]): Hunk[] {
  return diffIndices([...origin], [...words]).map(
    ({ buffer1: [start, length], buffer2: [, now] }) => ({
      start,
      end: start + length,
      grows: now - length,
    }),
  );
}

type Place = readonly [start: number, end: number];

/** The ranges around all hunks, joined where they touch. */
function rangesAround(hunks: readonly Hunk[], length: number): Place[] {
  const places: Place[] = [];
  for (const { start, end } of hunks.toSorted((one, other) => one.start - other.start)) {
    const [from, to] = [Math.max(0, start - AROUND), Math.min(length, end + AROUND)];
    const last = places.at(-1);
    if (last && from <= last[1]) places[places.length - 1] = [last[0], Math.max(last[1], to)];
    else places.push([from, to]);
  }
  return places.length === 0 ? [[0, length]] : places;
}

/** The words of another text at some ranges of the first. */
function shown(
  words: readonly string[],
  hunks: readonly Hunk[],
  places: readonly Place[],
  length: number,
): string {
  const grown = (isBefore: (hunk: Hunk) => boolean): number =>
    hunks.filter(isBefore).reduce((sum, { grows }) => sum + grows, 0);
  const parts = places.map(([from, to]) =>
    words
      .slice(from + grown(({ end }) => end < from), to + grown(({ end }) => end <= to))
      .join('')
      .trim(),
  );
  const [first, last] = [places[0]![0] > 0, places.at(-1)![1] < length];
  return `${first ? '…' : ''}${parts.join(' … ')}${last ? '…' : ''}`;
}
