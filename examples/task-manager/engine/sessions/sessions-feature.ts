import type { Express, RequestHandler } from 'express';
import { endpoint, type Handlers } from '../http/endpoint.js';
import { noStore } from '../http/security-headers.js';
import type { AppParts, Feature } from '../service/project.js';
import { flag, timeout } from '../settings/setting-values.js';
import { cookieRefusals, sessionCookie } from './session-cookie.js';
import { sessionHandlers } from './session-endpoints.js';
import { sessionPaths } from './session-paths.js';
import { createStoredSessions } from './stored-sessions.js';
import { watchSessions } from './watch-sessions.js';

/** The settings of sessions. */
export interface SessionSettings {
  /** Seconds without use after which a session has ended; 0 for never. */
  readonly idle: number;
  /** Whether sessions of the service's own pages are in a cookie. */
  readonly cookie: boolean;
}

/** Users see and end their sessions, administrators those of others; a session that is not used ends by itself. */
export const sessions: Feature<SessionSettings> = {
  name: 'sessions',
  readSettings: (read) => ({
    idle: read('SESSION_IDLE', '8h', timeout),
    cookie: read('AUTH_COOKIE', '0', flag),
  }),
  refusals: ({ settings }, { cookie }) => (cookie ? cookieRefusals(settings) : []),
  testSettings: { idle: 0, cookie: false },
  sessionCookie: (parts, { cookie }) => (cookie ? sessionCookie(parts) : null),
  signIn: ({ database, logger }, { idle }) =>
    watchSessions({ database, logger, stored: createStoredSessions(database), idle: idle * 1000 }),
  endpoints: { add: addEndpoints, paths: sessionPaths },
};

function addEndpoints(app: Express, parts: AppParts, { idle }: SessionSettings): void {
  const { signedIn, inPerson } = parts.authentication;
  const on = sessionHandlers(parts, createStoredSessions(parts.database), idle * 1000);
  const serve = (path: string, handlers: Handlers, ...guards: readonly RequestHandler[]) =>
    endpoint(app, path, handlers, noStore, signedIn, ...guards);
  serve('/auth/sessions', { get: on.list, delete: on.endOthers }, inPerson);
  serve('/auth/sessions/:id', { delete: on.endOne }, inPerson);
  serve('/auth/users/:id/sessions', { get: on.listOf, delete: on.endAllOf });
}
