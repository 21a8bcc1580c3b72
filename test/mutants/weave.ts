import type { Mutant } from './find-mutants.js';

/**
 * The file with all of its mutants, each behind a switch: `mutant.on(id)` is true for the mutant that is being tried. One
 * process can so try many of them without loading the engine again. `first` is the id of the file's first mutant.
 */
export function weave(source: string, mutants: readonly Mutant[], first: number): string {
  const points = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const key = `${mutant.start} ${mutant.end}`;
    points.set(key, [...(points.get(key) ?? []), mutant]);
  }
  // Outer points before inner ones.
  const ordered = [...points.values()].sort(
    ([one], [other]) => one!.start - other!.start || other!.end - one!.end,
  );
  return woven(source, 0, source.length, ordered, first);
}

type Point = readonly Mutant[];

function woven(
  source: string,
  start: number,
  end: number,
  points: readonly Point[],
  first: number,
): string {
  let [text, at] = ['', start];
  for (let index = 0; index < points.length;) {
    const point = points[index]!;
    const { start: from, end: to, isStatement } = point[0]!;
    const inner: Point[] = [];
    for (index++; index < points.length && points[index]![0]!.start < to; index++)
      inner.push(points[index]!);
    const original = woven(source, from, to, inner, first);
    text += source.slice(at, from) + (isStatement ? chosen : choice)(point, original, first);
    at = to;
  }
  return text + source.slice(at, end);
}

const choice = (point: Point, original: string, first: number): string =>
  `(${point.map(({ at, text }) => `mutant.on(${first + at}) ? (${text}) : `).join('')}(${original}))`;

const chosen = (point: Point, original: string, first: number): string =>
  `{ ${point.map(({ at, text }) => `if (mutant.on(${first + at})) { ${text} } else `).join('')}{ ${original} } }`;
