import type { ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person, Row } from '../naive/naive.js';
import type { Answer } from '../service/request.js';
import { byId, queryText, statusOfRead, type Asked } from './ask-list.js';
import { chosenFields, inTurn, strangeNames, turnOf } from './chosen.js';
import { rowsOfFile, type Cell } from './csv.js';
import { wrongStatus, type Door, type Proof, type Question, type Wrong } from './door.js';
import { listed } from './record-of.js';
import { compare, isNumber, isSorted } from './values.js';

/** A list as a file: the rows of the list, with the columns that the reader may read and the labels of referenced records. */
export const exporting: Door = {
  name: 'export',
  needsIds: true,
  feature: 'import',
  reads: ['list'],
  claims: ({ method, path }) => method === 'GET' && path === '/_export/{model}',
  *questions(proof, actor, model) {
    const readable = proof.naive.readable(actor, 'list', model.name);
    const closed = chosenFields(proof, actor, model, 1).filter((name) => !readable.has(name));
    const strange = inTurn(strangeNames(model), turnOf(proof, actor), 1);
    yield ask(proof, actor, model, { query: {}, needs: [] });
    yield ask(proof, actor, model, { query: { _format: 'xlsx' }, needs: [] });
    for (const name of closed) {
      yield ask(proof, actor, model, { query: { _columns: name }, needs: [name] });
      yield ask(proof, actor, model, { query: { _sort: name }, needs: [name] });
      yield ask(proof, actor, model, { query: { [`${name}__isnull`]: 'false' }, needs: [name] });
    }
    for (const name of strange)
      yield ask(proof, actor, model, { query: { _columns: name }, needs: [], isKnown: false });
  },
};

function ask(proof: Proof, actor: Person, model: ModelInfo, asked: Asked): Question {
  const query = queryText(asked.query);
  return {
    model: model.name,
    request: { method: 'GET', path: `/_export/${model.prefix}${query && `?${query}`}` },
    judge(answer: Answer): Wrong | null {
      const expected = statusOfRead(proof, actor, model, asked);
      if (answer.status !== expected) return wrongStatus(expected, answer);
      if (expected !== 200) return null;
      if (asked.query['_format'] === 'xlsx')
        return answer.text.includes('<row')
          ? null
          : { expected: 'a spreadsheet', told: answer.text };
      const isWhole = Object.keys(asked.query).length === 0;
      return isWhole ? wrongFile(answer.text, proof.naive, actor, model) : null;
    },
  };
}

function wrongFile(text: string, naive: Naive, actor: Person, model: ModelInfo): Wrong | null {
  const [headers = [], ...lines] = rowsOfFile(text);
  const columns = columnsOf(naive, actor, model);
  if (headers.toSorted().join() !== columns.toSorted().join())
    return { expected: `columns ${columns.join(', ')}`, told: `columns ${headers.join(', ')}` };
  const rows = listed(naive, actor, model.name).toSorted(byId(model));
  const at = headers.indexOf('id');
  const [ids, told] = [rows.map(({ id }) => String(id)), lines.map((cells) => cells[at])];
  if (ids.join() !== told.join())
    return {
      expected: `ids ${ids.join(', ') || 'none'}`,
      told: `ids ${told.join(', ') || 'none'}`,
    };
  for (const [place, row] of rows.entries())
    for (const column of model.columns) {
      const index = headers.indexOf(column.name);
      if (index >= 0 && !isCellOf(lines[place]![index]!, row, column))
        return {
          expected: `${column.name} ${JSON.stringify(row[column.name])} of ${row.id}`,
          told: JSON.stringify(lines[place]![index]),
        };
    }
  return null;
}

/** The fields that the reader may read, and the label of each reference. */
function columnsOf(naive: Naive, actor: Person, model: ModelInfo): readonly string[] {
  const readable = naive.readable(actor, 'list', model.name);
  const labels = model.columns.flatMap(({ name, reference }) =>
    reference && readable.has(name) ? `${reference.relation}.label` : [],
  );
  return [...readable, ...labels];
}

/** Whether a cell holds the stored value. Truth values and JSON have another form in files, and are not compared. */
function isCellOf(cell: Cell, row: Row, column: ColumnInfo): boolean {
  if (!isSorted(column) || column.type === 'boolean') return true;
  const value = row[column.name] ?? null;
  if (cell === null || value === null) return cell === value;
  const told = isNumber(column) && column.type !== 'bigint' ? Number(cell) : cell;
  return compare(column, told, value) === 0;
}
