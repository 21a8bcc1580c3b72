import type { Request, RequestHandler } from 'express';
import { requireAdministered } from '../auth/administered-user.js';
import { newTokenVersion } from '../auth/access-control.js';
import { userRecords } from '../auth/entities.js';
import type { TokenClaims } from '../auth/tokens.js';
import type { NumericId } from '../fields/record-id.js';
import { clientOf } from '../http/client.js';
import { paramId } from '../http/param-id.js';
import { notFound } from '../problem/problem.js';
import type { AppParts } from '../service/project.js';
import { usedAfter } from './watch-sessions.js';
import type { StoredSession, StoredSessions } from './stored-sessions.js';

/** A session as its user and administrators see it. */
export interface SessionView {
  readonly id: NumericId;
  readonly way: string;
  readonly address: string;
  readonly agent: string;
  readonly created_at: string;
  readonly used_at: string;
  readonly expires_at: string;
  /** Whether it is the session of the request. */
  readonly current: boolean;
}

type SessionHandlers = Readonly<
  Record<'list' | 'endOne' | 'endOthers' | 'listOf' | 'endAllOf', RequestHandler>
>;

/** What the endpoints of sessions do; `idle` in milliseconds. */
export function sessionHandlers(
  { database, directory, engine, events }: AppParts,
  stored: StoredSessions,
  idle: number,
): SessionHandlers {
  const of = (userId: NumericId): Promise<readonly StoredSession[]> => {
    const now = Date.now();
    const since = { now, usedAfter: usedAfter(idle, now) };
    return database.read((session) => stored.ofUser(session, userId, since));
  };
  const tell = (kind: string, request: Request, userId: NumericId): void =>
    events.tell({ kind, userId, actorId: request.currentUser!.id, ...clientOf(request) });

  /** Ends all sessions of a user but one; whether there were others. */
  const endOthersOf = async (userId: NumericId, own: string | undefined): Promise<boolean> => {
    const others = (await of(userId)).filter(({ sid }) => sid !== own);
    for (const one of others) await directory.sessions.end(claimsOf(one));
    if (others.length === 0) return false;
    // A list has no more than so many of them.
    await endOthersOf(userId, own);
    return true;
  };

  const administered = async (request: Request): Promise<NumericId> => {
    const id = paramId(request, 'id');
    await requireAdministered(engine, request.currentUser!, id);
    return id;
  };

  return {
    list: async ({ currentUser, session }, response) => {
      response.json((await of(currentUser!.id)).map((one) => viewOf(one, session)));
    },
    endOne: async (request, response) => {
      const id = paramId(request, 'id');
      const userId = request.currentUser!.id;
      const found = (await of(userId)).find((one) => one.id === id);
      if (!found) throw notFound('There is no such session.', 'no-record');
      await directory.sessions.end(claimsOf(found));
      tell('session-ended', request, userId);
      response.status(204).end();
    },
    endOthers: async (request, response) => {
      const userId = request.currentUser!.id;
      if (await endOthersOf(userId, request.session?.session))
        tell('sessions-ended', request, userId);
      response.status(204).end();
    },
    listOf: async (request, response) => {
      const sessions = await of(await administered(request));
      response.json(sessions.map((one) => viewOf(one, request.session)));
    },
    endAllOf: async (request, response) => {
      const id = await administered(request);
      // Also of tokens that nobody has used since the feature is there.
      await userRecords(engine, engine.system).update(id, { token_version: newTokenVersion() });
      tell('sessions-ended', request, id);
      response.status(204).end();
    },
  };
}

const claimsOf = ({ sid, userId, version, expiresAt }: StoredSession): TokenClaims => ({
  ...{ session: sid, userId, version },
  expires: Math.ceil(expiresAt / 1000),
});

function viewOf(one: StoredSession, current: TokenClaims | undefined): SessionView {
  const { id, way, address, agent, createdAt, usedAt, expiresAt, sid } = one;
  const [created_at, used_at, expires_at] = [createdAt, usedAt, expiresAt].map((at) =>
    new Date(at).toISOString(),
  ) as [string, string, string];
  return {
    ...{ id, way, address, agent, created_at, used_at, expires_at },
    current: sid === current?.session,
  };
}
