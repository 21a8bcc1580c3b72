import type { FormLine } from './lines';
import { changedFields, type Values } from '../api/record-values';

/** What one side has made of a line since it was read. */
export interface LineDifference {
  /** Its place in the list that has it: of those that were read, or of a new one on its side. */
  readonly place: number;
  readonly kind: 'changed' | 'new' | 'gone';
  readonly line: FormLine;
  /** The values that a changed line, or a new one, has got. */
  readonly values: Values;
}

/** What one side has made of the lines that were read; `left` are fields that nobody types: their record, and their place. */
export function lineDifferences(
  read: readonly FormLine[],
  side: readonly FormLine[],
  left: ReadonlySet<string>,
): readonly LineDifference[] {
  const now = new Map(side.map((line) => [line.id, line]));
  const known = new Set(read.map(({ id }) => id));
  const valuesOf = (before: Values, after: Values) =>
    Object.fromEntries(
      Object.entries(changedFields(before, after)).filter(([name]) => !left.has(name)),
    );
  const old = read.flatMap((line, at): LineDifference[] => {
    const after = now.get(line.id);
    if (after === undefined) return [{ place: at + 1, kind: 'gone', line, values: {} }];
    const values = valuesOf(line, after);
    if (Object.keys(values).length === 0) return [];
    return [{ place: at + 1, kind: 'changed', line: after, values }];
  });
  const added = side.flatMap((line, at): LineDifference[] =>
    line.id !== undefined && known.has(line.id)
      ? []
      : [{ place: at + 1, kind: 'new', line, values: valuesOf({}, line) }],
  );
  return [...old, ...added];
}

/** Whether the lines that both lists have follow each other in another order. */
export function isReordered(read: readonly FormLine[], side: readonly FormLine[]): boolean {
  const idsIn = (lines: readonly FormLine[], others: readonly FormLine[]) =>
    lines.map(({ id }) => id).filter((id) => others.some((other) => other.id === id));
  return idsIn(read, side).join() !== idsIn(side, read).join();
}
