import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Id, Naive, Person, Row } from '../naive/naive.js';
import type { Answer } from '../service/request.js';
import {
  nobodyOf,
  pathOf,
  recordPath,
  wrongStatus,
  type Door,
  type Proof,
  type Question,
} from './door.js';
import { wrongRecords } from './list.js';
import { wrongRecord } from './record-of.js';

/** The number of rows of a model that are put into the trash. */
const MOST = 20;

/** The trash of models: for who may delete, the records that they would list and delete if these were there. Nobody else restores any. */
export const trash: Door = {
  name: 'trash',
  feature: 'trash',
  reads: ['list', 'show'],
  claims: ({ method, path }) => method === 'POST' && path.endsWith('/_restore'),
  async *questions(proof, actor, model) {
    if (!proof.service.hasTrash(model)) return;
    const { naive } = proof;
    const before = naive.world[model.name]!;
    const ids = before.slice(0, MOST).map(({ id }) => id);
    await setMoment(proof, model, ids, new Date().toISOString());
    naive.world = { ...naive.world, [model.name]: before.map((row) => goneIn(row, ids)) };
    try {
      yield list(naive, actor, model);
      for (const id of [...ids, nobodyOf(model)]) yield* ofRecord(naive, actor, model, id);
    } finally {
      naive.world = { ...naive.world, [model.name]: before };
      const marked = before.filter(({ deleted_at: at }) => (at ?? null) !== null);
      const there = ids.filter((id) => !marked.some((row) => row.id === id));
      await setMoment(proof, model, there, null);
    }
  },
};

const goneIn = (row: Row, ids: readonly Id[]): Row =>
  ids.includes(row.id) ? { ...row, deleted_at: row['deleted_at'] ?? 'now' } : row;

/** Marks rows as deleted, or takes the marks off. */
async function setMoment(
  { service: { database } }: Proof,
  model: ModelInfo,
  ids: readonly Id[],
  moment: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  const { dialect } = database;
  const column = model.columns.find(({ role }) => role === 'deleted')!;
  const set = `${dialect.quote(column.column)} = ${dialect.placeholder(1)}`;
  const among = model.rowKey.among(dialect.placeholder(2), dialect);
  const isMarking = moment === null ? '' : ` AND ${dialect.quote(column.column)} IS NULL`;
  const sql = `UPDATE ${dialect.quote(model.table)} SET ${set} WHERE ${among}${isMarking}`;
  await database.write(async (session) => {
    await session.run({ name: `prove_trash_${model.name}_${moment === null}`, sql }, [
      moment === null ? null : dialect.encode(moment, column),
      dialect.encodeList(ids, model.key),
    ]);
  });
}

/** Whether an actor would see a row that is in the trash, by this action and by that of deleting. */
function opens(
  naive: Naive,
  actor: Person,
  { name }: ModelInfo,
  action: 'list' | 'show',
  row: Row,
): boolean {
  const actions = [action, 'delete'] as const;
  return (
    !naive.exists(name, row) &&
    actions.every((one) => naive.opens(naive.as(actor, one, name), name, row))
  );
}

function list(naive: Naive, actor: Person, model: ModelInfo): Question {
  const { name } = model;
  return {
    model: name,
    request: { method: 'GET', path: `${pathOf(model)}?_deleted=only&_end=10000` },
    // What is in the trash is nothing that anybody reads elsewhere.
    isExcused: () => true,
    judge(answer) {
      const refused = refusal(naive, actor, model, 'list', answer);
      if (refused !== undefined) return refused;
      if (answer.status !== 200) return wrongStatus(200, answer);
      const rows = naive.world[name]!.filter((row) => opens(naive, actor, model, 'list', row));
      const told = (answer.body as readonly Row[]).map(withoutDeletion);
      return wrongRecords(told, rows, { naive, actor, model });
    },
  };
}

/** What only the trash tells of a record has no rule. */
const withoutDeletion = ({ _deleted, deleted_at, ...record }: Row): Row =>
  ({ ...record, ...(deleted_at !== undefined && { deleted_at: 'now' }) }) as Row;

function* ofRecord(naive: Naive, actor: Person, model: ModelInfo, id: Id): Generator<Question> {
  const { name } = model;
  const row = naive.world[name]!.find((one) => one.id === id);
  const isSeen = row !== undefined && opens(naive, actor, model, 'show', row);
  yield {
    model: name,
    request: { method: 'GET', path: `${recordPath(model, id)}?_deleted=only` },
    isExcused: () => true,
    judge: (answer) => {
      const refused = refusal(naive, actor, model, 'show', answer);
      if (refused !== undefined) return refused;
      if (!isSeen) return wrongAt([404], answer);
      if (answer.status !== 200) return wrongStatus(200, answer);
      const told = withoutDeletion(answer.body as Row);
      return wrongRecord(told, row!, { naive, actor, action: 'show', model });
    },
  };
  const mayRestore = naive.may(actor, 'delete', name) && naive.may(actor, 'create', name);
  // What is restored is a question of the tests of the feature.
  if (mayRestore && row && naive.opens(naive.as(actor, 'delete', name), name, row)) return;
  yield {
    model: name,
    request: { method: 'POST', path: `${recordPath(model, id)}/_restore` },
    judge: (answer) => wrongAt(mayRestore ? [404, 403] : [403], answer),
  };
}

const wrongAt = (expected: readonly number[], answer: Answer) =>
  expected.includes(answer.status) ? null : wrongStatus(expected.join(' or '), answer);

/** What is wrong with an answer to who may not ask, null if nothing is; undefined for who may. */
function refusal(
  naive: Naive,
  actor: Person,
  { name }: ModelInfo,
  action: 'list' | 'show',
  answer: Answer,
) {
  if (naive.may(actor, action, name) && naive.may(actor, 'delete', name)) return undefined;
  return wrongAt([403], answer);
}
