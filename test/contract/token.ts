import { createHmac } from 'node:crypto';

/** The three parts of a token, decoded. */
export interface TokenParts {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Reads a token without checking it. */
export function decodeToken(token: string): TokenParts {
  const [header, claims] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as TokenParts['header']);
  return { header: header ?? {}, claims: claims ?? {} };
}

/** A token with any header and claims, signed by HMAC with this hash and key. */
export function forgeToken(
  header: TokenParts['header'],
  claims: TokenParts['claims'],
  key: string,
  hash = 'sha256',
): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
}

/** A token without a signature. */
export function unsignedToken(header: TokenParts['header'], claims: TokenParts['claims']): string {
  return `${encode(header)}.${encode(claims)}.`;
}
