import type { Database } from '../database/database.js';
import type { RawRow, Session } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { NumericId } from '../fields/record-id.js';
import type { NewView, SavedView, ViewContent } from './saved-view.js';

/** The rows of `saved_view`. Each statement names the user: no statement reads or writes the views of others. */
export interface StoredViews {
  /** The views of a user, the first ones first. */
  ofUser(session: Session, userId: NumericId): Promise<readonly SavedView[]>;
  add(session: Session, userId: NumericId, view: NewView): Promise<void>;
  /** False where the user has no such view. */
  replace(session: Session, userId: NumericId, view: SavedView): Promise<boolean>;
  remove(session: Session, userId: NumericId, id: NumericId): Promise<boolean>;
}

/** The most views that a user may have, of all lists together. */
export const MOST_VIEWS = 200;

export function createStoredViews({ dialect }: Pick<Database, 'dialect'>): StoredViews {
  const statement = namedStatements(dialect, 'saved_view');
  const ofUser = statement(
    'of_user',
    `SELECT id, model, name, content FROM saved_view WHERE user_id = $1 ORDER BY id LIMIT ${MOST_VIEWS}`,
  );
  const insert = statement(
    'insert',
    'INSERT INTO saved_view (user_id, model, name, content) VALUES ($1, $2, $3, $4)',
  );
  const update = statement(
    'update',
    'UPDATE saved_view SET name = $1, content = $2 WHERE id = $3 AND user_id = $4',
  );
  const remove = statement('remove', 'DELETE FROM saved_view WHERE id = $1 AND user_id = $2');
  return {
    ofUser: async (session, userId) => (await session.rows(ofUser, [userId])).map(viewOf),
    add: async (session, userId, { model, name, ...content }) =>
      void (await session.run(insert, [userId, model, name, textOf(content)])),
    replace: async (session, userId, { id, model: _, name, ...content }) =>
      (await session.run(update, [name, textOf(content), id, userId])) === 1,
    remove: async (session, userId, id) => (await session.run(remove, [id, userId])) === 1,
  };
}

export const textOf = ({ filter, sort, columns, parameters }: ViewContent): string =>
  JSON.stringify({ filter, sort, columns, parameters });

function viewOf([id, model, name, content]: RawRow): SavedView {
  const kept = JSON.parse(String(content)) as ViewContent;
  return { id: Number(id), model: String(model), name: String(name), ...kept };
}
