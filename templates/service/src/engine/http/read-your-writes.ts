import type { Request, RequestHandler, Response } from 'express';
import {
  furthest,
  parsePosition,
  formatPosition,
  type ReadYourWrites,
  type WritePosition,
} from '../database/read-your-writes.js';

/** How clients that keep no cookies hand back what an answer has told them. */
export const POSITION_HEADER = 'x-write-position';
const COOKIE = 'write_position';
/** Seconds; a replica that lags as long as that is not read from anyway. */
const MAX_AGE = 3600;

/**
 * Has clients of several processes find what they wrote through any of them: the answer to a write says how far the database had
 * come, in a cookie and in a header, and a read is answered from where that has arrived.
 */
export const readYourWrites =
  (writes: ReadYourWrites): RequestHandler =>
  (request, response, next) => {
    const tracked = {
      readsOnly: request.method === 'GET' || request.method === 'HEAD',
      since: positionOf(request),
      userId: () => request.currentUser?.id,
      wrote: (position: WritePosition) => sendPosition(position, request, response),
    };
    writes.run(tracked, next);
  };

/** As far as the client has said, in whichever way. */
function positionOf({ headers }: Request): WritePosition | null {
  const [, cookie] = /(?:^|; *)write_position=([^;]*)/.exec(headers.cookie ?? '') ?? [];
  const given = [headers[POSITION_HEADER], cookie].filter((text) => text !== undefined);
  return given.length > 0 ? given.flat().map(parsePosition).reduce(furthest) : null;
}

/** Of several commits the last one; nobody can be told once the answer has begun. */
function sendPosition(position: WritePosition, { secure }: Request, response: Response): void {
  if (response.headersSent) return;
  const text = formatPosition(position);
  const others = [response.getHeader('set-cookie') ?? []].flat().map(String);
  const kept = others.filter((cookie) => !cookie.startsWith(`${COOKIE}=`));
  const cookie = `${COOKIE}=${text}; Path=/; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  response.setHeader(POSITION_HEADER, text);
  response.setHeader('set-cookie', [...kept, cookie]);
}
