import type { Request } from 'express';
import type { Logger } from 'pino';
import { LRUCache } from 'lru-cache';
import type { SignInDoor } from '../auth/sign-in-door.js';
import type { TokenClaims } from '../auth/tokens.js';
import type { Database } from '../database/database.js';
import { clientOf } from '../http/client.js';
import type { StoredSession, StoredSessions } from './stored-sessions.js';

/** Milliseconds for which a use is not noted again. */
const MINUTE = 60_000;
const MAX_KNOWN = 10_000;

export interface WatchParts {
  readonly database: Database;
  readonly stored: StoredSessions;
  readonly logger: Logger;
  /** Milliseconds without use after which a session has ended; 0 for never. */
  readonly idle: number;
  /** The clock, for tests. */
  readonly now?: () => number;
}

/** When a session has last to have been used, at a time, in order to stand. */
export const usedAfter = (idle: number, now: number): number => (idle === 0 ? -1 : now - idle);

/** Notes the sessions that are opened, and their use: at most once a minute for each session and process. */
export function watchSessions(parts: WatchParts): SignInDoor {
  const { database, stored, logger, idle, now = Date.now } = parts;
  /** The time at which the last use of each session was noted. */
  const noted = new LRUCache<string, number>({ max: MAX_KNOWN });

  /** Nobody waits for it: a service that cannot write for a while still reads. */
  const note = (sid: string, at: number, write: Parameters<Database['write']>[0]): void => {
    noted.set(sid, at);
    database.write(write).catch((error: unknown) => {
      noted.delete(sid);
      logger.warn({ err: error }, 'the use of a session was not noted');
    });
  };

  const look = async (claims: TokenClaims, request: Request, at: number): Promise<boolean> => {
    const sid = claims.session;
    const used = await database.read((session) => stored.usedAt(session, sid));
    if (used !== null && used <= usedAfter(idle, at)) return false;
    if (used === null) {
      // Older than the feature, or opened by a tool.
      const one = rowOf(claims, { way: 'unknown', ...clientOf(request) }, at);
      note(sid, at, (session) => stored.add(session, one));
    } else if (at - used >= MINUTE) note(sid, at, (session) => stored.use(session, sid, at));
    else noted.set(sid, used);
    return true;
  };

  return {
    async opened(claims, _account, entry) {
      const at = now();
      const one = rowOf(claims, entry, at);
      await database.write((session) => stored.add(session, one));
      noted.set(claims.session, at);
    },
    stands(claims, request) {
      const at = now();
      return at - (noted.get(claims.session) ?? 0) < MINUTE || look(claims, request, at);
    },
  };
}

const rowOf = (
  { session: sid, userId, version, expires }: TokenClaims,
  { way, address, agent }: Pick<StoredSession, 'way' | 'address' | 'agent'>,
  at: number,
): Omit<StoredSession, 'id'> => ({
  ...{ sid, userId, version, way, agent, address: address.slice(0, 64) },
  ...{ createdAt: at, usedAt: at, expiresAt: expires * 1000 },
});
