import { hash } from 'node:crypto';
import type { Request } from 'express';
import { refuse } from '../problem/problem.js';

export const HEADER = 'Idempotency-Key';

/** The name of a request: of its user, method, path and key. Null without a key, 400 for one that is none. */
export function nameOf(request: Request): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key))
    throw refuse(HEADER, 'key', `${HEADER} must have 1 to 255 printable ASCII characters`);
  const { currentUser, method, originalUrl, mountedAt } = request;
  const path = originalUrl.slice(mountedAt.length);
  return digestOf([currentUser!.id, method, path, key]);
}

/** Equal for equal values, and for no others. */
export const digestOf = (value: unknown): string =>
  hash('sha256', JSON.stringify(value) ?? '', 'base64url');
