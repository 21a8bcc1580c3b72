import type { ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Actor, Person, Row } from '../naive/naive.js';
import type { Answer } from '../service/request.js';
import { mayReadAll } from './chosen.js';
import { pathOf, wrongStatus, type Proof, type Question, type Wrong } from './door.js';
import { compare, isSorted } from './values.js';
import { listed } from './record-of.js';

/** A query of a list in plain words. */
export interface Asked {
  /** The parameters; an array gives a parameter several times. */
  readonly query: Parameters;
  /** The fields that the query tells about: without the right to read one of them, the query is refused. */
  readonly needs: readonly string[];
  /** False for a query that every list refuses, whoever asks. */
  readonly isKnown?: boolean;
  /** Whether the query asks for a row that the reader sees; all of these rows by default. */
  readonly is?: (row: Row, by: Actor) => boolean;
  readonly order?: (one: Row, other: Row) => number;
  /** Judges the records of an answer that has the right rows in the right order. */
  readonly judge?: (told: readonly Row[], rows: readonly Row[], answer: Answer) => Wrong | null;
}

export type Parameters = Readonly<Record<string, string | readonly string[]>>;

/** The order of a list that is not sorted. */
export const byId = ({ keyColumns }: ModelInfo) => byAll(keyColumns);

/** The order of a list that is not sorted, for a reader: of rows without a key, by all that they see. */
export const byTies = ({ naive }: Pick<Proof, 'naive'>, actor: Person, model: ModelInfo) => {
  if (!model.isKeyless) return byId(model);
  const readable = naive.readable(actor, 'list', model.name);
  const isSeen = (one: ColumnInfo) => one !== model.key && readable.has(one.name) && isSorted(one);
  return byAll(model.columns.filter(isSeen));
};

const byAll =
  (columns: readonly ColumnInfo[]) =>
  (one: Row, other: Row): number => {
    const differing = columns.map((column) =>
      compare(column, one[column.name], other[column.name]),
    );
    return differing.find((order) => order !== 0) ?? 0;
  };

/** The order by a field; null where lists are not sorted by it. */
export function orderBy(name: string, model: ModelInfo): ((one: Row, other: Row) => number) | null {
  if (name === 'id') return byId(model);
  const reference = model.composed?.byName.get(name);
  if (reference) return byAll(reference.parts);
  const column = model.column.get(name);
  if (!column || !isSorted(column)) return null;
  return (one, other) => compare(column, one[name], other[name]);
}

/** A question to the list of a model: the answer has exactly the rows that are asked for, or the list refuses the query. */
export function askList(proof: Proof, actor: Person, model: ModelInfo, asked: Asked): Question {
  const { naive } = proof;
  const { query, is = () => true, order = byTies(proof, actor, model), judge } = asked;
  return {
    model: model.name,
    request: {
      method: 'GET',
      path: `${pathOf(model)}?${queryText({ _end: '10000', ...query })}`,
    },
    judge(answer) {
      const expected = statusOfRead(proof, actor, model, asked);
      if (answer.status !== expected) return wrongStatus(expected, answer);
      if (expected !== 200) return null;
      const by = naive.as(actor, 'list', model.name);
      const rows = listed(naive, actor, model.name)
        .filter((row) => is(row, by))
        .toSorted(order);
      const told = answer.body as readonly Row[];
      return (
        wrongTotal(answer, rows.length) ??
        wrongIds(told, rows) ??
        judge?.(told, rows, answer) ??
        null
      );
    },
  };
}

/** The right status: the list first refuses the model, then the query. */
export function statusOfRead(
  { naive }: Pick<Proof, 'naive'>,
  actor: Person,
  model: ModelInfo,
  { needs, isKnown = true }: Pick<Asked, 'needs' | 'isKnown'>,
): 200 | 400 | 403 {
  if (!naive.may(actor, 'list', model.name)) return 403;
  return isKnown && mayReadAll(naive, actor, model, needs) ? 200 : 400;
}

export const wrongTotal = ({ headers }: Answer, count: number): Wrong | null => {
  const total = headers.get('x-total-count');
  return total === String(count) ? null : { expected: `${count} in all`, told: `${total} in all` };
};

/** Compares the ids of records with those of rows, in their order. */
export function wrongIds(told: readonly Row[], rows: readonly Row[]): Wrong | null {
  const ids = (some: readonly Row[]) => some.map(({ id }) => id).join(', ');
  if (ids(told) === ids(rows)) return null;
  return { expected: `ids ${ids(rows) || 'none'}`, told: `ids ${ids(told) || 'none'}` };
}

export function queryText(parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries(parameters))
    for (const value of [given].flat()) query.append(name, value);
  return query.toString();
}
