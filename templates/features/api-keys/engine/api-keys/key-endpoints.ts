import type { Request, RequestHandler } from 'express';
import { requireAdministered } from '../auth/administered-user.js';
import { userLock } from '../auth/lock-user.js';
import type { NumericId } from '../fields/record-id.js';
import { clientOf } from '../http/client.js';
import { paramId } from '../http/param-id.js';
import { readObject } from '../http/read-body.js';
import { conflict, notFound } from '../problem/problem.js';
import type { AppParts } from '../service/project.js';
import { readKeyRequest } from './key-requests.js';
import { MOST_KEYS, type StoredKey, type StoredKeys } from './stored-keys.js';

type KeyHandlers = Readonly<
  Record<'list' | 'create' | 'remove' | 'listOf' | 'removeOf' | 'removeAllOf', RequestHandler>
>;

/** What the endpoints of API keys do; `maxAge` in milliseconds. */
export function keyHandlers(parts: AppParts, stored: StoredKeys, maxAge: number): KeyHandlers {
  const { database, directory, engine, events, proofs, settings } = parts;
  const lock = userLock(database);
  const of = async (userId: NumericId) =>
    (await database.read((session) => stored.ofUser(session, userId))).map(viewOf);

  const tell = (kind: string, request: Request, userId: NumericId, prefix: string): void => {
    const actorId = request.currentUser!.id;
    events.tell({ kind, userId, actorId, ...clientOf(request), facts: { key: prefix } });
  };

  const remove = async (request: Request, userId: NumericId, id: NumericId): Promise<void> => {
    const found = (await of(userId)).find((one) => one.id === id);
    if (!found || !(await database.write((session) => stored.remove(session, userId, id))))
      throw notFound('There is no such key.', 'no-record');
    tell('api-key-removed', request, userId, found.prefix);
  };

  return {
    list: async ({ currentUser }, response) => {
      response.json(await of(currentUser!.id));
    },
    create: async (request, response) => {
      const { id: userId, roles: owned } = request.currentUser!;
      const body = await readObject(request, settings);
      const now = Date.now();
      const wanted = readKeyRequest(body, {
        ...{ owned, maxAge, now },
        roles: [...directory.roles().keys()],
        models: engine.models.map(({ prefix }) => prefix),
      });
      // It stays when the session ends, and when the password changes: a session alone makes none.
      await proofs.check(request.account!, body, clientOf(request));
      const made = await database.write(async (session) => {
        // One at a time for a user: of many that are asked for at once none passes the limit.
        await lock(session, userId);
        if ((await stored.ofUser(session, userId)).length >= MOST_KEYS)
          throw conflict(`You have ${MOST_KEYS} keys: remove one first.`);
        return stored.add(session, { ...wanted, userId }, now);
      });
      const view = (await of(userId)).find(({ id }) => id === made.id)!;
      tell('api-key-created', request, userId, view.prefix);
      response.status(201).json({ ...view, key: made.key });
    },
    remove: async (request, response) => {
      await remove(request, request.currentUser!.id, paramId(request, 'id'));
      response.status(204).end();
    },
    ...othersHandlers(parts, stored, { of, remove, tell }),
  };
}

/** What the handlers of one's own keys and of those of others share. */
interface KeyWork {
  of(userId: NumericId): Promise<readonly ReturnType<typeof viewOf>[]>;
  remove(request: Request, userId: NumericId, id: NumericId): Promise<void>;
  tell(kind: string, request: Request, userId: NumericId, prefix: string): void;
}

/** What whoever administers a user does with that user's keys. */
function othersHandlers(
  { database, engine }: AppParts,
  stored: StoredKeys,
  { of, remove, tell }: KeyWork,
): Pick<KeyHandlers, 'listOf' | 'removeOf' | 'removeAllOf'> {
  const administered = async (request: Request): Promise<NumericId> => {
    const id = paramId(request, 'id');
    await requireAdministered(engine, request.currentUser!, id);
    return id;
  };

  return {
    listOf: async (request, response) => {
      response.json(await of(await administered(request)));
    },
    removeOf: async (request, response) => {
      const userId = await administered(request);
      await remove(request, userId, paramId(request, 'key'));
      response.status(204).end();
    },
    removeAllOf: async (request, response) => {
      const userId = await administered(request);
      const keys = await of(userId);
      await database.write((session) => stored.removeAll(session, userId));
      for (const { prefix } of keys) tell('api-key-removed', request, userId, prefix);
      response.status(204).end();
    },
  };
}

const timeOf = (ms: number): string => new Date(ms).toISOString();

/** A key as its owner and administrators see it: by its beginning. */
const viewOf = ({ id, prefix, name, roles, models, ...key }: StoredKey) => ({
  ...{ id, prefix, name, roles, models },
  read_only: key.readOnly,
  created_at: timeOf(key.createdAt),
  expires_at: timeOf(key.expiresAt),
  used_at: key.usedAt === null ? null : timeOf(key.usedAt),
});
