import library from '@jest/diff-sequences';

/** A line of a unified diff: kept, removed, added, or the head of a hunk. */
export interface DiffLine {
  readonly kind: ' ' | '-' | '+' | '@';
  readonly text: string;
}

/** Changed lines with the kept lines around them, and the number of lines that each text has before them. */
interface Hunk {
  readonly old: number;
  readonly now: number;
  readonly lines: DiffLine[];
}

// The package declares the types of its CommonJS module, but exports the function itself to ES modules.
const diffSequences = library as unknown as typeof library.default;

/** The unified diff of two texts with some lines of context. */
export function diffLines(before: string, after: string, around = 3): DiffLine[] {
  const lines = alignedLines(comparedLines(before), comparedLines(after));
  const hunks: Hunk[] = [];
  let open: Hunk | null = null;
  let [old, now] = [0, 0];
  for (const [at, line] of lines.entries()) {
    const near = lines.slice(Math.max(0, at - around), at + around + 1);
    if (near.every(({ kind }) => kind === ' ')) open = null;
    else {
      if (open === null) hunks.push((open = { old, now, lines: [] }));
      open.lines.push(line);
    }
    if (line.kind !== '+') old++;
    if (line.kind !== '-') now++;
  }
  return hunks.flatMap((hunk) => [headOf(hunk), ...hunk.lines]);
}

/** The lines of both texts in one list. */
function alignedLines(old: readonly string[], now: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let [from, to] = [0, 0];
  const addChanged = (oldEnd: number, nowEnd: number): void => {
    while (from < oldEnd) lines.push({ kind: '-', text: old[from++]! });
    while (to < nowEnd) lines.push({ kind: '+', text: now[to++]! });
  };
  const [inOld, inNow] = [sharedLines(old, now), sharedLines(now, old)];
  const isCommon = (at: number, other: number): boolean => old[inOld[at]!] === now[inNow[other]!];
  diffSequences(inOld.length, inNow.length, isCommon, (count, first, other) => {
    for (let next = 0; next < count; next++) {
      addChanged(inOld[first + next]!, inNow[other + next]!);
      lines.push({ kind: ' ', text: old[from++]! });
      to++;
    }
  });
  addChanged(old.length, now.length);
  return lines;
}

/** The indexes of the lines that the other text contains, too: comparing only these is fast for a file that is written anew. */
function sharedLines(lines: readonly string[], others: readonly string[]): number[] {
  const known = new Set(others);
  return [...lines.keys()].filter((at) => known.has(lines[at]!));
}

function headOf({ old, now, lines }: Hunk): DiffLine {
  const range = (start: number, other: DiffLine['kind']): string => {
    const count = lines.filter(({ kind }) => kind !== other).length;
    return `${count === 0 ? start : start + 1},${count}`;
  };
  return { kind: '@', text: `@@ -${range(old, '+')} +${range(now, '-')} @@` };
}

function comparedLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
