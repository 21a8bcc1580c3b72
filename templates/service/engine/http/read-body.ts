import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { isCleanText, jsonExcess } from '../fields/storable.js';
import type { MultipartBody } from '../model/route-context.js';
import {
  HttpProblem,
  badRequest,
  coded,
  invalid,
  show,
  type FieldProblem,
} from '../problem/problem.js';
import { lostDigits, type LostDigits } from './lost-digits.js';

/**
 * The JSON value of a request's body: 415 for another type, 413 over `limit` bytes, 400 if malformed, 422 for an integer that
 * would be stored as another one.
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const text = await readJsonText(request, limit);
  const value = parseJson(text);
  const lost = lostDigits(text);
  if (lost) throw invalid([digitsProblem(lost)]);
  return value;
}

/**
 * The same for an endpoint of the project, but undefined if nothing was sent. Integers lose digits, as anywhere in JavaScript: a
 * sender that nobody here can change may have such numbers where the endpoint does not look.
 */
export async function readOptionalJson(
  request: IncomingMessage,
  limit: number,
  setting?: string | null,
): Promise<unknown> {
  return isEmpty(request) ? undefined : parseJson(await readJsonText(request, limit, setting));
}

function digitsProblem(lost: LostDigits): FieldProblem {
  const field = show(lost.field);
  return { field, code: 'digits', message: `${digitsLost(field || 'The body', lost)}.` };
}

/** Why an integer is refused, without a full stop. */
export const digitsLost = (whose: string, { integer }: LostDigits): string =>
  `${whose} contains ${show(integer)}, which would lose digits: send at most ${Number.MAX_SAFE_INTEGER}, or a string`;

/** A body as the object that every write needs; 422 for any other JSON value. */
export function jsonObject(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw invalid([{ field: '', code: 'object', message: 'The body must be a JSON object.' }]);
}

/** The body of a request as such an object; throws what `readJson` does, too. `bodyLimit` in bytes. */
export const readObject = async (
  request: IncomingMessage,
  { bodyLimit }: { readonly bodyLimit: number },
): Promise<Readonly<Record<string, unknown>>> => jsonObject(await readJson(request, bodyLimit));

const isEmpty = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

function requireJson(request: IncomingMessage): void {
  if (isEmpty(request) && request.headers['content-type'] === undefined)
    throw badRequest('The body is empty; send a JSON object.');
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const known =
    type === 'application/json' ||
    (type === 'application/merge-patch+json' && request.method === 'PATCH');
  if (!known) throw unsupported('Send the body as application/json.');
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset))
    throw unsupported('Send the body in UTF-8.');
  requirePlain(request);
}

/** 415 for a compressed body: a few bytes may expand to any number. */
export function requirePlain({ headers }: IncomingMessage): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw unsupported('Send the body without compression.');
}

const unsupported = (detail: string) =>
  new HttpProblem(415, detail, [], { accept: 'application/json' });

async function readJsonText(
  request: IncomingMessage,
  limit: number,
  setting?: string | null,
): Promise<string> {
  requireJson(request);
  const bytes = await readBytes(request, limit, setting);
  if (bytes.length === 0) throw badRequest('The body is empty; send a JSON object.');
  if (!isUtf8(bytes)) throw badRequest('The body is not UTF-8.');
  return bytes.toString('utf8');
}

function parseJson(text: string): unknown {
  const excess = jsonExcess(text);
  if (excess) throw badRequest(`The body ${excess}.`);
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
}

/** The named members of a body, all of which must be strings; 422 lists those that are not. */
export function textFields<Name extends string>(
  body: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const [first, ...rest] = names
    .filter((name) => !isCleanText(body[name]))
    .map((field): FieldProblem =>
      (body[field] ?? null) === null
        ? { field, code: 'required', message: `${field} is required.` }
        : { field, code: 'type', message: `${field} must be a string.` },
    );
  if (first) throw invalid([first, ...rest]);
  return Object.fromEntries(names.map((name) => [name, body[name]])) as Record<Name, string>;
}

/** The bytes of a body; 413 over `limit` of them, which names the setting that says so: null where the code does. */
export function readBytes(
  request: IncomingMessage,
  limit: number,
  setting?: string | null,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = () => {
      // The rest is read and discarded, so that the caller reads the response.
      request.removeAllListeners('data').resume();
      reject(tooLarge(limit, setting));
    };
    if (Number(request.headers['content-length'] ?? 0) > limit) return refuse();
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if ((size += chunk.length) > limit) refuse();
    });
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.once('error', () => reject(endedEarly()));
  });
}

/** The bytes of a body as a stream: reading fails with 413 after `limit` bytes. */
export function streamBytes(
  request: IncomingMessage,
  limit: number,
  setting?: string | null,
): Readable {
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > limit ? tooLarge(limit, setting) : null, chunk);
    },
  });
  // Delivered to whoever reads; until then there may be no listener, and an unhandled error event would end the process.
  stream.on('error', () => undefined);
  // The rest is read and discarded, so that the caller reads the response.
  stream.once('close', () => request.unpipe(stream).resume());
  request.once('error', () => stream.destroy(endedEarly()));
  return request.pipe(stream);
}

/** 413, with the size that is allowed, and by which setting of the service; null where its code says so. */
export function tooLarge(bytes: number, setting: string | null = 'BODY_LIMIT'): HttpProblem {
  const limit = sizeText(bytes);
  const by = setting === null ? '' : `, by the setting ${setting}`;
  const members = { limit, ...(setting !== null && { ...coded('body-too-large'), setting }) };
  return new HttpProblem(413, `The body is too large: at most ${limit}${by}.`, [], {}, members);
}

/** A size as settings have it, and not more than it is: `1 MB`, `19.5 KB`, `500 bytes`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [unit, one] = bytes < 1024 ** 2 ? (['KB', 1024] as const) : (['MB', 1024 ** 2] as const);
  return `${Math.floor((bytes / one) * 10) / 10} ${unit}`;
}

const endedEarly = () => badRequest('The body ended too early.');

/** The limits of a multipart body. */
export interface MultipartLimits {
  /** Total bytes. */
  readonly bytes: number;
  /** The setting that says so; null where the code does. */
  readonly setting?: string | null;
  readonly files: number;
  /** Files and fields together. */
  readonly parts: number;
}

/** Reads a multipart body, of several parts; the feature `uploads` has one. */
export type ReadMultipart = (
  request: IncomingMessage,
  limits: MultipartLimits,
) => Promise<MultipartBody>;
