import { diffIndices } from 'node-diff3';

/** A line of a unified diff: kept, removed, added, or the head of a hunk. */
export interface DiffLine {
  readonly kind: ' ' | '-' | '+' | '@';
  readonly text: string;
}

/** The unified diff of two texts with some lines of context. */
export function diffLines(before: string, after: string, around = 3): DiffLine[] {
  const [old, now] = [comparedLines(before), comparedLines(after)];
  const changes = changesBetween(old, now);
  const lines: DiffLine[] = [];
  for (let first = 0; first < changes.length;) {
    let last = first;
    while (
      last + 1 < changes.length &&
      changes[last + 1]!.from[0] - end(changes[last]!.from) <= around * 2
    )
      last++;
    lines.push(...hunk(old, now, changes.slice(first, last + 1), around));
    first = last + 1;
  }
  return lines;
}

type Range = readonly [start: number, length: number];
interface Replaced {
  readonly from: Range;
  readonly to: Range;
}

/**
 * The changed ranges. Lines that each side has once are matched first, and the rest between two of them: to compare many lines
 * that are alike, as the brackets of a list, is slow.
 */
function changesBetween(old: readonly string[], now: readonly string[]): Replaced[] {
  const changes: Replaced[] = [];
  let [from, to] = [0, 0];
  for (const [oldAt, nowAt] of [...matches(old, now), [old.length, now.length] as const]) {
    const found = changesWithin(old.slice(from, oldAt), now.slice(to, nowAt));
    changes.push(...found.map((one) => moved(one, from, to)));
    [from, to] = [oldAt + 1, nowAt + 1];
  }
  return changes;
}

/** Where lines that both sides have once are the same on both, in their order. */
function matches(old: readonly string[], now: readonly string[]): [number, number][] {
  const [inOld, inNow] = [linesOnce(old), linesOnce(now)];
  const ones = [...inOld].filter(([line]) => inNow.has(line));
  const others = [...inNow].filter(([line]) => inOld.has(line));
  const textsOf = (lines: readonly [string, number][]) => lines.map(([line]) => line);
  const pairs: [number, number][] = [];
  let [at, beside] = [0, 0];
  const changes = changesWithin(textsOf(ones), textsOf(others));
  for (const { from, to } of [...changes, moved(NONE, ones.length, others.length)]) {
    for (; at < from[0]; at++, beside++) pairs.push([ones[at]![1], others[beside]![1]]);
    [at, beside] = [end(from), end(to)];
  }
  return pairs;
}

/** The lines that a text has once, with their places. */
function linesOnce(lines: readonly string[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  const again = new Set<string>();
  lines.forEach((line, at) => void (first.has(line) ? again.add(line) : first.set(line, at)));
  return new Map([...first].filter(([line]) => !again.has(line)));
}

const NONE: Replaced = { from: [0, 0], to: [0, 0] };

const moved = ({ from, to }: Replaced, before: number, after: number): Replaced => ({
  from: [from[0] + before, from[1]],
  to: [to[0] + after, to[1]],
});

/** The changed ranges of few lines, or of such as are mostly alike at both ends. */
function changesWithin(old: readonly string[], now: readonly string[]): Replaced[] {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const inner = (lines: readonly string[]) => lines.slice(head, lines.length - tail);
  return diffIndices(inner(old), inner(now)).map(({ buffer1, buffer2 }) =>
    moved({ from: [buffer1[0], buffer1[1]], to: [buffer2[0], buffer2[1]] } as Replaced, head, head),
  );
}

function hunk(
  old: readonly string[],
  now: readonly string[],
  changes: readonly Replaced[],
  around: number,
): DiffLine[] {
  const [first, last] = [changes[0]!, changes.at(-1)!];
  const start = Math.max(0, first.from[0] - around);
  const stop = Math.min(old.length, end(last.from) + around);
  const shift = first.to[0] - first.from[0];
  const length = stop - end(last.from) + end(last.to) - (start + shift);
  const at = (begin: number, count: number) => `${count === 0 ? begin : begin + 1},${count}`;
  const lines: DiffLine[] = [
    { kind: '@', text: `@@ -${at(start, stop - start)} +${at(start + shift, length)} @@` },
  ];
  let line = start;
  for (const { from, to } of changes) {
    for (; line < from[0]; line++) lines.push({ kind: ' ', text: old[line]! });
    for (const text of old.slice(from[0], end(from))) lines.push({ kind: '-', text });
    for (const text of now.slice(to[0], end(to))) lines.push({ kind: '+', text });
    line = end(from);
  }
  for (; line < stop; line++) lines.push({ kind: ' ', text: old[line]! });
  return lines;
}

function end([start, length]: Range): number {
  return start + length;
}

function comparedLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
