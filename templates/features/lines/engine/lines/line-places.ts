import type { ColumnInfo } from '../fields/column-info.js';
import type { RecordId } from '../fields/record-id.js';
import { and, type Where } from '../model/where.js';
import { positionOf } from './read-lines.js';
import { idsBeside } from '../records/reading/rows-where.js';
import type { Rows } from '../records/scope.js';
import type { DraftLines, LineItem } from '../records/writing/draft.js';

/** The numbers that lines have from now on. */
export interface Places {
  readonly column: ColumnInfo;
  /** Of a line that was sent. */
  readonly of: (item: LineItem) => number;
  /** Lines whose number changes although nothing else of them was sent. */
  readonly moved: readonly { readonly id: RecordId; readonly position: number }[];
  /** All lines whose number changes, and one above all numbers. */
  readonly changing: readonly RecordId[];
  readonly free: number;
}

/** A line that is there, with its number. */
interface Numbered {
  readonly id: RecordId;
  readonly position: number | null;
}

/**
 * Numbers all lines of a record from 1: those that were sent take the places of theirs in the order in which they were sent, new
 * ones follow the line that was sent before them, and the others stay where they are. Null where lines have no numbers.
 */
export async function placesOf(
  parent: RecordId,
  lines: DraftLines,
  rows: Rows,
): Promise<Places | null> {
  const { model } = rows;
  const column = positionOf(model);
  if (!column) return null;
  const all: Where = { op: 'eq', field: lines.relation.field, value: parent };
  const numbered = async (where: Where): Promise<readonly Numbered[]> =>
    (await idsBeside(column, where, rows)).map(([id, position]) => ({
      id,
      position: position as number | null,
    }));
  const there = (await numbered(and(all, model.exists))).toSorted(byPosition);
  // A soft-deleted line keeps its number, which may be unique.
  const gone = isUnique(column, rows)
    ? await numbered(and(all, { op: 'not', item: model.exists }))
    : [];
  const sent = lines.items.filter(({ action }) => action !== 'delete');
  const sequence = inSequence(there, sent);
  const numbers = numbersFor(sequence, new Set(gone.map(({ position }) => position)));
  const known = new Map(there.map(({ id, position }) => [id, position]));
  const changing = [...numbers].flatMap(([line, number]) =>
    line.id !== null && known.get(line.id) !== number ? [{ id: line.id, line, number }] : [],
  );
  const written = new Set(sent.filter(({ action }) => action === 'edit'));
  const highest = [...there, ...gone].map(({ position }) => position ?? 0);
  return {
    column,
    of: (item) => numbers.get(item)!,
    moved: changing
      .filter(({ line }) => !written.has(line as LineItem))
      .map(({ id, number: position }) => ({ id, position })),
    changing: changing.map(({ id }) => id),
    free: Math.max(sequence.length + gone.length, ...highest) + 1,
  };
}

/** Lines without a number come first; lines of one number stay in the order of their ids, in which they are read. */
const byPosition = (one: Numbered, other: Numbered): number =>
  (one.position ?? -Infinity) - (other.position ?? -Infinity) || 0;

const isUnique = ({ name }: ColumnInfo, { model }: Rows): boolean =>
  model.uniques.some(({ columns }) => columns.includes(name));

/** A line that was sent, or one that is there. */
type Line = LineItem | Numbered;

function inSequence(there: readonly Numbered[], sent: readonly LineItem[]): readonly Line[] {
  const { leading, following } = newLines(sent);
  const named = sent.filter(({ id }) => id !== null);
  const isNamed = new Set(named.map(({ id }) => id));
  const inOrder = named.values();
  const sequence: Line[] = [];
  for (const line of there) {
    if (!isNamed.has(line.id)) sequence.push(line);
    else {
      const item = inOrder.next().value!;
      if (item === named[0]) sequence.push(...leading);
      sequence.push(item, ...(following.get(item) ?? []));
    }
  }
  return named.length > 0 ? sequence : [...sequence, ...leading];
}

/** New lines by the one that was sent before them, and those before which there was none. */
function newLines(sent: readonly LineItem[]) {
  const leading: LineItem[] = [];
  const following = new Map<LineItem, LineItem[]>();
  let behind = leading;
  for (const item of sent) {
    if (item.id === null) behind.push(item);
    else following.set(item, (behind = []));
  }
  return { leading, following };
}

function numbersFor(
  sequence: readonly Line[],
  taken: ReadonlySet<number | null>,
): ReadonlyMap<Line, number> {
  const numbers = new Map<Line, number>();
  let next = 1;
  for (const line of sequence) {
    while (taken.has(next)) next++;
    numbers.set(line, next++);
  }
  return numbers;
}

/** Lets lines that change their numbers let go of them first, where no two may have the same. */
export async function setAside({ column, changing, free }: Places, rows: Rows): Promise<void> {
  if (!isUnique(column, rows) || changing.length === 0) return;
  const { core, model, session } = rows;
  const { dialect } = core;
  const statement = core.statements.byKey(`set aside ${model.name}`, () => {
    const [table, name] = [dialect.quote(model.table), dialect.quote(column.column)];
    const ids = model.rowKey.among(dialect.placeholder(2), dialect);
    return `UPDATE ${table} SET ${name} = ${name} + ${dialect.placeholder(1)} WHERE ${ids}`;
  });
  await session.run(statement, [free, dialect.encodeList(changing, model.key)]);
}
