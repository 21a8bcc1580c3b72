import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { readBytes } from './read-bytes.js';
import { badRequest, HttpProblem, invalid, type FieldProblem } from '../problem/problem.js';

/** The JSON value of a request's body: 415 for another type, 413 over `limit` bytes, 400 if malformed. */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  requireJson(request);
  return parseJson(await readBytes(request, limit));
}

/** The same, but undefined if nothing was sent. */
export async function readOptionalJson(request: IncomingMessage, limit: number): Promise<unknown> {
  return isEmpty(request) ? undefined : readJson(request, limit);
}

/** A body as the object that every write needs; 422 for any other JSON value. */
export function jsonObject(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw invalid([{ field: '', code: 'object', message: 'The body must be a JSON object.' }]);
}

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

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw badRequest('The body is empty; send a JSON object.');
  if (!isUtf8(bytes)) throw badRequest('The body is not UTF-8.');
  const text = bytes.toString('utf8');
  const excess = jsonExcess(text);
  if (excess) throw badRequest(`The body ${excess}.`);
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
}

/** Deeper values overflow the stack of recursive code. */
const MAX_DEPTH = 100;
/** Per object: a body has fields, and a json column may be used as an index. */
const MAX_NAMES = 5000;

/**
 * Why a JSON text exceeds what the service accepts, as the end of a sentence; null where it does not. A single pass over the
 * characters: a regular expression for strings would rescan a body of quotes again and again.
 */
export function jsonExcess(text: string): string | null {
  const names = [0];
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') inString = !inString;
    else if (inString && letter === '\\') at += 1;
    else if (inString) continue;
    else if (letter === '[' || letter === '{') {
      if (names.push(0) > MAX_DEPTH + 1) return `is nested more than ${MAX_DEPTH} levels deep`;
    } else if (letter === ']' || letter === '}') names.pop();
    else if (letter === ':' && ++names[names.length - 1]! > MAX_NAMES)
      return `has an object of more than ${MAX_NAMES} names`;
  }
  return null;
}

/** No database keeps NUL, and no encoding a lone surrogate. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** The named members of a body, all of which must be strings; 422 lists those that are not. */
export function textFields<Name extends string>(
  body: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const [first, ...rest] = names
    .filter((name) => !isText(body[name]))
    .map((field): FieldProblem =>
      (body[field] ?? null) === null
        ? { field, code: 'required', message: `${field} is required.` }
        : { field, code: 'type', message: `${field} must be a string.` },
    );
  if (first) throw invalid([first, ...rest]);
  return Object.fromEntries(names.map((name) => [name, body[name]])) as Record<Name, string>;
}

const isText = (value: unknown): boolean => typeof value === 'string' && !UNSTORABLE.test(value);
