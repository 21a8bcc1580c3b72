import { isDeepStrictEqual } from 'node:util';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Person, Row } from '../naive/naive.js';
import type { Answer } from '../service/request.js';
import { wrongStatus, type Door, type Proof, type Question, type Wrong } from './door.js';

/** The longest page. */
const MOST = 100;

/** The history of records: of those that the reader sees, with the fields that they may read. */
export const history: Door = {
  name: 'history',
  feature: 'history',
  reads: ['show'],
  claims: ({ method, path }) => method === 'GET' && path === '/_history',
  async *questions(proof, actor, model) {
    await keepCreates(proof, model);
    yield ask(proof, actor, model);
    for (const { id } of proof.naive.world[model.name]!.slice(0, MOST))
      yield ask(proof, actor, model, String(id));
  },
};

/** Keeps of each row that it was created with its values, whichever way it came into the world. */
async function keepCreates({ service, naive }: Proof, model: ModelInfo): Promise<void> {
  const { database } = service;
  const marks = [1, 2, 3].map((at) => database.dialect.placeholder(at)).join(', ');
  const clear = { name: 'prove_history_clear', sql: 'DELETE FROM record_change' };
  const insert = {
    name: 'prove_history',
    sql: `INSERT INTO record_change (model, "key", changes, action, door) VALUES (${marks}, 'create', 'session')`,
  };
  await database.write(async (session) => {
    await session.run(clear, []);
    for (const row of naive.world[model.name]!) {
      const values = Object.entries(row).map(([name, value]) => [name, [null, value]]);
      const changes = JSON.stringify(Object.fromEntries(values));
      await session.run(insert, [model.table, String(row.id), changes]);
    }
  });
}

interface Entry {
  readonly id: unknown;
  readonly changes: Readonly<Record<string, readonly unknown[]>>;
}

function ask(proof: Proof, actor: Person, model: ModelInfo, id?: string): Question {
  const { naive } = proof;
  const { name, prefix } = model;
  const one = id === undefined ? '' : `&id=${encodeURIComponent(id)}`;
  return {
    model: name,
    request: { method: 'GET', path: `/_history?model=${prefix}&_end=${MOST}${one}` },
    judge(answer) {
      // A model without a history has none for anybody.
      if (answer.status === 404 && answer.text.includes('no-history')) return null;
      const expected = naive.may(actor, 'show', name) ? 200 : 403;
      if (answer.status !== expected) return wrongStatus(expected, answer);
      if (expected === 403) return null;
      const by = naive.as(actor, 'show', name);
      const rows = naive.world[name]!.filter(
        (row) => (id === undefined || String(row.id) === id) && naive.sees(by, name, row),
      );
      return wrongEntries(answer, rows, proof, actor, model);
    },
  };
}

function wrongEntries(
  answer: Answer,
  rows: readonly Row[],
  { naive }: Proof,
  actor: Person,
  { name }: ModelInfo,
): Wrong | null {
  const entries = (answer.body as readonly (Entry & { model: string })[]).filter(
    ({ changes }) => changes !== undefined,
  );
  const told = entries.map(({ id }) => String(id));
  const ids = rows.map(({ id }) => String(id));
  const isSame =
    rows.length > MOST
      ? told.every((id) => ids.includes(id))
      : told.toSorted().join() === ids.toSorted().join();
  if (!isSame)
    return { expected: `ids ${ids.join() || 'none'}`, told: `ids ${told.join() || 'none'}` };
  const readable = naive.readable(actor, 'show', name);
  for (const { id, changes } of entries) {
    const row = rows.find((one) => String(one.id) === String(id))!;
    const shown = naive.show(actor, 'show', name, row);
    for (const [field, change] of Object.entries(changes)) {
      const after = change[1] ?? null;
      const isShown = Array.isArray(shown[field])
        ? isDeepStrictEqual(new Set((after ?? []) as unknown[]), new Set(shown[field] as unknown[]))
        : change.length === 0 || isDeepStrictEqual(after, shown[field]);
      if (!readable.has(field) || !isShown)
        return {
          expected: `${field} ${JSON.stringify(readable.has(field) ? shown[field] : undefined)}`,
          told: `${field} ${JSON.stringify(after)}`,
        };
    }
  }
  return null;
}
