import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { RouteResult } from '../model/define-routes.js';
import { PAGE } from '../model/operations.js';
import { Reply, type ReplyBody, type ReplyOptions } from '../model/reply.js';
import { notFound } from '../problem/problem.js';
import { sendPage, sendText } from './respond.js';

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
    // The reader has disconnected, which is no error.
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

/** With range requests, and 304 when the caller has it already. */
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
