import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { HttpProblem, notFound } from '../problem/problem.js';
import { namesTag } from '../routes/respond.js';
import { isShown } from './content-type.js';
import type { Range } from './storage/storage.js';

/** Something to be sent. */
export interface Content {
  /** Names these bytes, and no others. */
  readonly tag: string;
  readonly name: string;
  readonly type: string;
  /** Null where it is sent as a whole. */
  readonly size: number | null;
  read(range?: Range): Promise<Readable | null>;
}

/** Sends content whole or in part, as the caller asks; 304 where they have it. */
export async function sendContent(
  request: Request,
  response: Response,
  content: Content,
): Promise<void> {
  const { headers, method } = request;
  const { size } = content;
  const tag = `"${content.tag}"`;
  setHeaders(response, content, tag);
  if (namesTag(headers['if-none-match'] ?? '', tag)) {
    response.statusCode = 304;
    return void response.end();
  }
  const range = size === null ? null : rangeIn(headers, tag, size);
  if (range === 'unsatisfiable')
    throw new HttpProblem(416, 'The file has no such range.', [], {
      'content-range': `bytes */${size}`,
    });
  if (range) {
    response.statusCode = 206;
    response.setHeader('content-range', `bytes ${range.start}-${range.end}/${size}`);
  }
  if (size !== null)
    response.setHeader('content-length', range ? range.end - range.start + 1 : size);
  if (method === 'HEAD' || size === 0) return void response.end();
  const bytes = await content.read(range ?? undefined);
  if (bytes === null) throw gone(response);
  await pipeline(bytes, response).catch((error: NodeJS.ErrnoException) => {
    // The reader has gone, which is not an error.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

function setHeaders(response: Response, { name, type, size }: Content, tag: string): void {
  const isText = type.startsWith('text/');
  response.setHeader('content-type', isText ? `${type}; charset=utf-8` : type);
  response.setHeader('content-disposition', disposition(name, isShown(type)));
  // What a browser opens by itself may not do anything there.
  response.setHeader('content-security-policy', "default-src 'none'; sandbox");
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('cache-control', 'private, no-cache');
  response.setHeader('etag', tag);
  if (size !== null) response.setHeader('accept-ranges', 'bytes');
}

/** What was promised of a content that is not there does not hold for the problem. */
function gone(response: Response): HttpProblem {
  for (const name of ['content-length', 'content-range', 'content-disposition', 'etag'])
    response.removeHeader(name);
  return notFound('The content of the file is gone.');
}

/** With any name: its letters as far as ASCII goes, for programs that know no others, and all of them (RFC 6266 and 8187). */
export function disposition(name: string, isInline: boolean): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The one range that is asked for; null for the whole, also where several are, or for another version. */
export function rangeIn(
  { range, 'if-range': version }: Request['headers'],
  tag: string,
  size: number,
): Range | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return null;
  if (version !== undefined && version !== tag) return null;
  if (first === '') {
    const start = Math.max(0, size - Number(last));
    return start < size ? { start, end: size - 1 } : 'unsatisfiable';
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return null;
  return start < size ? { start, end } : 'unsatisfiable';
}
