import { parse } from 'node:querystring';
import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { allowedMethods, methodNotAllowed } from '../http/endpoint.js';
import type { PageText, Query, RecordText } from '../model/operations.js';

/** A page with the headers that give its position in the list. */
export function sendPage(response: Response, page: PageText): void {
  const { text, start, end, total, next, isRestricted } = page;
  response.setHeader('x-total-count', String(total));
  response.setHeader('content-range', `items ${start}-${end}/${total}`);
  if (next !== undefined) response.setHeader('x-next-cursor', next);
  // An empty list says whether rows are hidden.
  if (total === 0 && isRestricted) response.setHeader('x-rows', 'some');
  sendText(response, text);
}

/** A record that was written, with the ETag that a `GET` by the same user now has: the next `If-Match`. */
export function sendWritten(response: Response, { text }: RecordText, status = 200): void {
  response.statusCode = status;
  response.setHeader('etag', entityTag(text));
  sendText(response, text);
}

/** A record with its ETag; 304 when the reader has it already. */
export function sendTagged(request: Request, response: Response, record: RecordText): void {
  const tag = entityTag(record.text);
  response.setHeader('etag', tag);
  const known = request.headers['if-none-match'];
  if (known === undefined || !namesTag(known, tag)) return sendText(response, record.text);
  response.setHeader('cache-control', CACHE_CONTROL);
  response.statusCode = 304;
  response.end();
}

const CACHE_CONTROL = 'private, no-cache';

/** From this length on a text is sent in chunks: otherwise Node holds several copies of it until it is sent. */
const CHUNK_THRESHOLD = 262_144;

/** Sends JSON text that is ready, bypassing Express. */
export function sendText(response: Response, text: string): void {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('cache-control', CACHE_CONTROL);
  // Node sets it on every response but this.
  if (response.req.method === 'HEAD') response.setHeader('content-length', Buffer.byteLength(text));
  if (text.length > CHUNK_THRESHOLD) response.end(Buffer.from(text));
  else if (response.endTogether) response.endTogether(text);
  else response.end(text);
}

/** All parameters of the query string; Node's own limit of 1000 would silently drop filters. */
export function queryOf({ url }: Request): Query {
  const at = url.indexOf('?');
  return at === -1 ? {} : parse(url.slice(at + 1), '&', '=', { maxKeys: 0 });
}

/** The strong ETag of a record as its reader sees it. */
export const entityTag = (text: string): string => `"${hash('sha1', text, 'base64url')}"`;

/** Does a header's list of ETags contain this one? A proxy may have weakened it on the way. */
export function namesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((given) => given.trim().replace(/^W\//, '') === tag);
}

/** Responds to a method that a path does not have: 405 with those that it has, or to `OPTIONS`. */
export function refuseMethod(
  request: Request,
  response: Response,
  methods: readonly string[],
): void {
  const allow = allowedMethods([...new Set(methods.map((method) => method.toLowerCase()))]);
  if (request.method !== 'OPTIONS') throw methodNotAllowed(allow);
  response.setHeader('allow', allow);
  response.statusCode = 204;
  response.end();
}
