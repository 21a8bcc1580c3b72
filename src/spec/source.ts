import type { Position } from '../problem.js';

/** The position of a range of some text, given as offset and length. */
export type Locate = (offset: number, length: number) => Position;

/** Finds lines and columns in a text; offsets outside are clamped. */
export function locateIn(file: string, text: string): Locate {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((end) => end.index + end[0].length)];
  return (offset, length) => {
    const at = Math.max(0, Math.min(offset, text.length));
    const line = lastAtMost(starts, at);
    const start = starts[line]!;
    const content = (/^[^\r\n]*/.exec(text.slice(start)) ?? [''])[0];
    const column = Math.min(at - start, content.length);
    const room = content.length - column;
    return {
      file,
      line: line + 1,
      column: column + 1,
      length: Math.max(1, Math.min(length, room)),
      text: content,
    };
  };
}

/** Positions counted from a later start. */
export function shifted(locate: Locate, by: number): Locate {
  return (offset, length) => locate(by + offset, length);
}

function lastAtMost(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
