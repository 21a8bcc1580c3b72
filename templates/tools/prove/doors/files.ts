import type { ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person, Row } from '../naive/naive.js';
import { wrongStatus, type Door, type Question } from './door.js';

/** The rows of a model whose files are asked for. */
const MOST = 50;

/** Files of records: open for whoever may read their field in their record, by themselves and by links. */
export const files: Door = {
  name: 'files',
  feature: 'files',
  reads: ['show'],
  claims: ({ path }) =>
    path === '/_files' || (path.startsWith('/_files/') && !path.endsWith('/{file}')),
  *questions({ naive }, actor, model) {
    const rows = naive.world[model.name]!.slice(0, MOST);
    for (const column of fileColumns(model)) {
      for (const row of rows) yield open(naive, actor, model, column, row);
      yield links(naive, actor, model, column, rows);
    }
  },
};

/** The columns of a model that hold files. */
export const fileColumns = ({ columns }: ModelInfo): readonly ColumnInfo[] =>
  columns.filter(({ added }) => added?.name === 'file' || added?.name === 'image');

/** Whether an actor may open the file that a field of a row has. */
export function mayOpen(
  naive: Naive,
  actor: Person,
  { name: model }: ModelInfo,
  { name }: ColumnInfo,
  row: Row,
): boolean {
  if (row[name] === null || !naive.may(actor, 'show', model)) return false;
  const isSeen = naive.sees(naive.as(actor, 'show', model), model, row);
  return isSeen && naive.readable(actor, 'show', model).has(name);
}

function open(
  naive: Naive,
  actor: Person,
  model: ModelInfo,
  column: ColumnInfo,
  row: Row,
): Question {
  const id = encodeURIComponent(String(row.id));
  return {
    model: model.name,
    request: { method: 'GET', path: `/_files/${model.prefix}/${id}/${column.name}` },
    judge(answer) {
      const expected = mayOpen(naive, actor, model, column, row) ? 200 : 404;
      return answer.status === expected ? null : wrongStatus(expected, answer);
    },
  };
}

function links(
  naive: Naive,
  actor: Person,
  model: ModelInfo,
  column: ColumnInfo,
  rows: readonly Row[],
): Question {
  const place = { model: model.prefix, field: column.name };
  return {
    model: model.name,
    request: {
      ...{ method: 'POST', path: '/_files/_links' },
      body: rows.map(({ id }) => ({ ...place, id })),
    },
    judge(answer) {
      if (answer.status !== 200) return wrongStatus(200, answer);
      const told = (answer.body as readonly unknown[]).map((link) => link !== null);
      const expected = rows.map((row) => mayOpen(naive, actor, model, column, row));
      return told.join() === expected.join()
        ? null
        : { expected: `links ${expected.join()}`, told: `links ${told.join()}` };
    },
  };
}
