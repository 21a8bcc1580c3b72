import type { Request, RequestHandler, Response } from 'express';
import {
  furthest,
  parsePosition,
  formatPosition,
  track,
  type WritePosition,
} from './read-your-writes.js';

/** How clients without cookies send back the position of their last write. */
export const POSITION_HEADER = 'x-write-position';
const COOKIE = 'write_position';
/** Seconds; a replica with such a lag is not read from anyway. */
const MAX_AGE = 3600;

/**
 * Read-your-writes across processes: the response to a write carries the database's position, in a cookie and in a header,
 * and a read is served from a server that has reached it.
 */
export const trackRequests: RequestHandler = (request, response, next) => {
  const tracked = {
    readsOnly: request.method === 'GET' || request.method === 'HEAD',
    since: positionOf(request),
    userId: () => request.currentUser?.id,
    wrote: (position: WritePosition) => sendPosition(position, request, response),
  };
  track(tracked, next);
};

/** The position that the client has sent, by cookie or header. */
function positionOf({ headers }: Request): WritePosition | null {
  const [, cookie] = /(?:^|; *)write_position=([^;]*)/.exec(headers.cookie ?? '') ?? [];
  const given = [headers[POSITION_HEADER], cookie].filter((text) => text !== undefined);
  return given.length > 0 ? given.flat().map(parsePosition).reduce(furthest) : null;
}

/** The position of the last of several commits; too late once the response has begun. */
function sendPosition(position: WritePosition, { secure }: Request, response: Response): void {
  if (response.headersSent) return;
  const text = formatPosition(position);
  const others = [response.getHeader('set-cookie') ?? []].flat().map(String);
  const kept = others.filter((cookie) => !cookie.startsWith(`${COOKIE}=`));
  const cookie = `${COOKIE}=${text}; Path=/; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  response.setHeader(POSITION_HEADER, text);
  response.setHeader('set-cookie', [...kept, cookie]);
}
