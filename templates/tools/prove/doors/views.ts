import type { NumericId } from '../../../service/engine/fields/record-id.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import { wrongStatus, type Door, type Proof, type Question } from './door.js';

const VIEWS = '/_views';
/** The name of a view that somebody else has saved, which no answer may have. */
const NAME = 'proof: a view of somebody else';

/** Saved views: each user reads, changes and deletes their own, and nobody else's is there. */
export const views: Door = {
  name: 'views',
  feature: 'views',
  claims: ({ path }) => path === VIEWS || path === `${VIEWS}/{id}`,
  async *questions(proof, actor, model) {
    const { other } = proof.people;
    if (model !== proof.asked[0] || actor.id === other) return;
    const id = await saveView(proof, other, model);
    const path = `${VIEWS}/${id}`;
    const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', at: string, status: number) =>
      question({ model, method, path: at, status });
    try {
      yield ask('GET', VIEWS, 200);
      yield ask('PATCH', path, 404);
      yield ask('DELETE', path, 404);
      yield ask('POST', VIEWS, 422);
    } finally {
      await deleteView(proof, id);
    }
  },
};

interface Asked {
  readonly model: ModelInfo;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly status: number;
}

const question = ({ model: { name: model }, method, path, status }: Asked): Question => ({
  model,
  request: { method, path, ...((method === 'POST' || method === 'PATCH') && { body: {} }) },
  judge(answer) {
    if (answer.status !== status) return wrongStatus(status, answer);
    if (!answer.text.includes(NAME)) return null;
    return { expected: 'no view of somebody else', told: answer.text.slice(0, 200) };
  },
});

/** Saves a view for another user, whatever the service would say to it. */
async function saveView(
  { service: { database } }: Proof,
  user: NumericId,
  { prefix }: ModelInfo,
): Promise<NumericId> {
  const { placeholder: at } = database.dialect;
  const content = JSON.stringify({ filter: {}, sort: null, columns: null, parameters: {} });
  const insert = `INSERT INTO saved_view (user_id, model, name, content) VALUES (${[1, 2, 3, 4].map(at).join(', ')})`;
  const find = `SELECT id FROM saved_view WHERE user_id = ${at(1)} AND name = ${at(2)}`;
  const clear = `DELETE FROM saved_view WHERE user_id = ${at(1)} AND name = ${at(2)}`;
  return database.write(async (session) => {
    // Where an answer was wrong nothing more is asked, and the view is left.
    await session.run({ name: 'proof_clear_view', sql: clear }, [user, NAME]);
    await session.run({ name: 'proof_save_view', sql: insert }, [user, prefix, NAME, content]);
    const [row] = await session.rows({ name: 'proof_find_view', sql: find }, [user, NAME]);
    return Number(row![0]);
  });
}

async function deleteView({ service: { database } }: Proof, id: NumericId): Promise<void> {
  const sql = `DELETE FROM saved_view WHERE id = ${database.dialect.placeholder(1)}`;
  await database.write((session) => session.run({ name: 'proof_delete_view', sql }, [id]));
}
