import type { Request, RequestHandler } from 'express';
import { userLock } from '../auth/lock-user.js';
import type { Session } from '../database/dialect.js';
import type { NumericId } from '../fields/record-id.js';
import { paramId } from '../http/param-id.js';
import { readObject } from '../http/read-body.js';
import { conflict, notFound } from '../problem/problem.js';
import type { AppParts } from '../service/project.js';
import type { NewView, SavedView } from './saved-view.js';
import { MOST_VIEWS, type StoredViews } from './stored-views.js';
import { readView } from './view-request.js';

type ViewHandlers = Readonly<Record<'list' | 'create' | 'change' | 'remove', RequestHandler>>;

/** What the endpoints of saved views do, each for the views of whoever asks. */
export function viewHandlers(
  { database, engine, settings }: AppParts,
  stored: StoredViews,
): ViewHandlers {
  const lock = userLock(database);
  const models = engine.models.map(({ prefix }) => prefix);
  const callerOf = ({ currentUser }: Request): NumericId => currentUser!.id;

  /** Changes the views of a user, one change at a time: what was counted and compared is so until the end. */
  const change = <T>(
    userId: NumericId,
    work: (session: Session, known: readonly SavedView[]) => Promise<T>,
  ): Promise<T> =>
    database.write(async (session) => {
      await lock(session, userId);
      return work(session, await stored.ofUser(session, userId));
    });

  return {
    list: async (request, response) => {
      response.json(await database.read((session) => stored.ofUser(session, callerOf(request))));
    },
    create: async (request, response) => {
      const userId = callerOf(request);
      const view = readView(await readObject(request, settings), models);
      const made = await change(userId, async (session, known) => {
        if (known.length >= MOST_VIEWS)
          throw conflict(`You have ${MOST_VIEWS} views: delete one first.`);
        requireFreeName(view, known);
        await stored.add(session, userId, view);
        return (await stored.ofUser(session, userId)).at(-1)!;
      });
      response.status(201).json(made);
    },
    change: async (request, response) => {
      const userId = callerOf(request);
      const id = paramId(request, 'id', noView);
      const body = await readObject(request, settings);
      const changed = await change(userId, async (session, known) => {
        const { id: _, ...found } = foundIn(known, id);
        // A view stays in its list.
        const view = { ...readView({ ...found, ...body }, [found.model]), id };
        requireFreeName(view, known);
        await stored.replace(session, userId, view);
        return view;
      });
      response.json(changed);
    },
    remove: async (request, response) => {
      const userId = callerOf(request);
      const id = paramId(request, 'id', noView);
      if (!(await database.write((session) => stored.remove(session, userId, id)))) throw noView();
      response.status(204).end();
    },
  };
}

function foundIn(known: readonly SavedView[], id: NumericId): SavedView {
  const found = known.find((one) => one.id === id);
  if (found === undefined) throw noView();
  return found;
}

const noView = () => notFound('There is no such view.', 'no-record');

/** Two tabs of the same name could not be told from each other. */
function requireFreeName(view: NewView & { id?: NumericId }, known: readonly SavedView[]): void {
  const isSame = (one: SavedView) =>
    one.id !== view.id && one.model === view.model && one.name === view.name;
  if (known.some(isSame)) throw conflict(`There is a view ${JSON.stringify(view.name)} already.`);
}
