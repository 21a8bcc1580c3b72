import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { parse } from 'node:querystring';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { endTogether } from '../http/serve.js';
import type { RouteResult } from '../model/define-routes.js';
import {
  ADDED,
  PAGE,
  type AggregatePage,
  type ListPage,
  type PagePlace,
  type Query,
  type Row,
} from '../model/operations.js';
import { Reply, type ReplyBody, type ReplyOptions } from '../model/route-context.js';
import { notFound } from '../problem/problem.js';
import { bytesOfPage } from '../records/reading/list-page.js';
import { jsonOf } from '../records/reading/encode-records.js';
import { inOwnTurn } from '../records/reading/turns.js';

/** A page with the headers that give its position in the list. */
export function sendPage(response: Response, page: ListPage): void {
  const { total, next, isRestricted } = page;
  setPlace(response, page);
  if (next !== undefined) response.setHeader('x-next-cursor', next);
  // An empty list says whether rows are hidden.
  if (total === 0 && isRestricted) response.setHeader('x-rows', 'some');
  const bytes = bytesOfPage(page);
  if (bytes) sendBytes(response, bytes);
  else sendText(response, page.text);
}

/** Groups of a list with their position among all of them. */
export async function sendGroups(response: Response, page: AggregatePage): Promise<void> {
  setPlace(response, page);
  await sendRecords(response, page.groups);
}

function setPlace(
  response: Response,
  { start, end, total }: Pick<PagePlace, 'start' | 'end' | 'total'>,
): void {
  response.setHeader('x-total-count', String(total));
  response.setHeader('content-range', `items ${start}-${end}/${total}`);
}

/** Records that were written together, or what became of them. */
export async function sendRecords(response: Response, records: readonly object[]): Promise<void> {
  const json = await jsonOf(records);
  if (typeof json === 'string') sendText(response, json);
  else sendBytes(response, json);
}

/**
 * A record that was written, with its ETag for the next `If-Match`; without one where its writer is shown other fields of it
 * from now on.
 */
export function sendWritten(response: Response, record: Row, isAsShown = true): void {
  const text = JSON.stringify(record);
  if (isAsShown) response.setHeader('etag', entityTag(record, text));
  sendText(response, text);
}

/** A record with its ETag; 304 when the reader has it already. */
export function sendTagged(request: Request, response: Response, record: Row): void {
  const text = JSON.stringify(record);
  const tag = entityTag(record, text);
  response.setHeader('etag', tag);
  const known = request.headers['if-none-match'];
  if (known === undefined || !namesTag(known, tag)) return sendText(response, text);
  response.setHeader('cache-control', CACHE_CONTROL);
  response.statusCode = 304;
  response.end();
}

const CACHE_CONTROL = 'private, no-cache';

/** What is longer is sent in pieces of this length. */
const PIECE_LENGTH = 262_144;

/** Sends JSON text that is ready, bypassing Express. */
export function sendText(response: Response, text: string): void {
  // As a text Node would hold several copies of it until it is sent.
  if (text.length > PIECE_LENGTH) return sendBytes(response, [Buffer.from(text)]);
  setJsonHeaders(response);
  // Node sets it on every response but this.
  if (response.req.method === 'HEAD') response.setHeader('content-length', Buffer.byteLength(text));
  endTogether(response, text);
}

/**
 * Sends the JSON text whose bytes these are, each piece when its client has taken the one before; others have their turn
 * between two pieces, however fast this client is.
 */
function sendBytes(response: Response, bytes: readonly Buffer[]): void {
  setJsonHeaders(response);
  response.setHeader(
    'content-length',
    bytes.reduce((sum, { length }) => sum + length, 0),
  );
  const pieces = piecesOf([...bytes]);
  const sendOn = (): void => {
    if (response.destroyed) return;
    const next = pieces.next();
    if (next.done) return void response.end();
    if (response.write(next.value)) inOwnTurn(sendOn);
    else response.once('drain', () => inOwnTurn(sendOn));
  };
  sendOn();
}

function setJsonHeaders(response: Response): void {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('cache-control', CACHE_CONTROL);
}

/** Empties the list, so that what has been sent is let go of. */
function* piecesOf(all: Buffer[]): Generator<Buffer, void, undefined> {
  all.reverse();
  for (let bytes = all.pop(); bytes !== undefined; bytes = all.pop())
    for (let start = 0; start < bytes.length; start += PIECE_LENGTH)
      yield bytes.subarray(start, start + PIECE_LENGTH);
}

/** All parameters of the query string; Node's own limit of 1000 would silently drop filters. */
export function queryOf({ url }: Pick<Request, 'url'>): Query {
  const at = url.indexOf('?');
  return at === -1 ? {} : parse(url.slice(at + 1), '&', '=', { maxKeys: 0 });
}

/**
 * The strong ETag of a record as its reader sees it, whose text may be known. With its lines it has two parts: the version of the
 * record, which moves with each of its lines, and that of this text.
 */
export function entityTag(record: Row, text = JSON.stringify(record)): string {
  const { [ADDED]: added } = record;
  if (!added) return `"${hashOf(text)}"`;
  const plain = Object.fromEntries(
    Object.entries(record).filter(([name]) => !added.includes(name)),
  );
  return `"${hashOf(JSON.stringify(plain))}.${hashOf(text)}"`;
}

const hashOf = (text: string): string => hash('sha1', text, 'base64url');

/** Whether the record is in a version that `If-Match` names, as it was read with lines or without. */
export const isVersion = (header: string, record: Row): boolean =>
  namesTag(header.replaceAll(LINES_PART, '"'), entityTag(record));

const LINES_PART = /\.[\w-]+"/g;

/** Does a header's list of ETags contain this one? A proxy may have weakened it on the way. */
export function namesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((given) => given.trim().replace(/^W\//, '') === tag);
}

/** Sends a handler's result according to its kind. */
export async function sendResult(
  response: Response,
  result: RouteResult,
  status?: number,
): Promise<void> {
  if (response.headersSent || response.writableEnded) return;
  if (status !== undefined) response.statusCode = status;
  if (result === undefined) {
    if (status === undefined) response.statusCode = 204;
    response.end();
  } else if (result instanceof Reply) {
    await sendReply(response, result);
  } else if (PAGE in result) {
    sendPage(response, result);
  } else {
    sendText(response, JSON.stringify(result));
  }
}

async function sendReply(response: Response, { content, options }: Reply): Promise<void> {
  if (content.kind === 'file') return sendFile(response, content.path, options);
  const { body } = content;
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream';
  if (body === null) {
    setHeaders(response, options);
    response.end();
  } else if (typeof body === 'string' || body instanceof Uint8Array) {
    setHeaders(response, { type, ...options });
    response.setHeader('content-length', Buffer.byteLength(body));
    response.end(body);
  } else {
    await sendStream(response, body, { type, ...options });
  }
}

function setHeaders(response: Response, { status, type, name, headers = {} }: ReplyOptions): void {
  if (status !== undefined) response.statusCode = status;
  response.setHeader('cache-control', 'private, no-cache');
  if (name !== undefined) response.attachment(name);
  if (type !== undefined) response.setHeader('content-type', type);
  for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
}

/** A failure before the first chunk is a problem like any other; later the response can only be cut off. */
async function sendStream(
  response: Response,
  body: Exclude<ReplyBody, string | Uint8Array>,
  options: ReplyOptions,
): Promise<void> {
  // A source that is idle does not notice by itself that its reader has disconnected.
  if (isReadable(body)) {
    if (response.closed) return void body.destroy();
    response.once('close', () => body.destroy());
  }
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<string | Uint8Array>;
  const first = await pieces.next().catch((error: unknown) => {
    if (response.closed) return null;
    throw error;
  });
  if (first === null) return;
  setHeaders(response, options);
  if (response.req.method === 'HEAD') {
    await pieces.return?.();
    response.end();
    return;
  }
  try {
    await pipeline(joined(first, pieces), response);
  } catch (error) {
    // The reader has disconnected, which is not an error.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    if (isReadable(body)) body.destroy();
  }
}

async function* joined(
  first: IteratorResult<string | Uint8Array>,
  rest: AsyncIterator<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  try {
    for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value;
  } finally {
    await rest.return?.();
  }
}

const isReadable = (body: object): body is Readable => 'destroy' in body;

/** Sends a file, with range requests, and 304 if the caller has the file already. */
function sendFile(response: Response, path: string, options: ReplyOptions): Promise<void> {
  const { type = '', ...rest } = options;
  setHeaders(response, rest);
  response.type(type || basename(path));
  return new Promise((resolve, reject) => {
    const sent = { cacheControl: false, dotfiles: 'allow' } as const;
    response.sendFile(path, sent, (error?: NodeJS.ErrnoException) => {
      if (error === undefined || error.code === 'ECONNABORTED') resolve();
      else if (error.code === 'ENOENT') reject(notFound('There is no such file.'));
      else reject(error);
    });
  });
}
