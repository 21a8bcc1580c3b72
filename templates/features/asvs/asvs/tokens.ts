import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { SECRET } from './settings.js';

type Part = Readonly<Record<string, unknown>>;

/** A token, taken apart. */
export interface TokenParts {
  readonly header: Part;
  readonly claims: Part;
}

export function partsOf(token: string): TokenParts {
  const [header, claims] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Part);
  return { header: header!, claims: claims! };
}

const encode = (part: Part): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const HASHES: Readonly<Record<string, string>> = {
  HS256: 'sha256',
  HS384: 'sha384',
  HS512: 'sha512',
};

/** A token with some parts changed, signed with the secret of the service: all about it is right but for the change. */
export function forge(
  token: string,
  { header = {}, claims = {} }: Partial<TokenParts>,
  secret: string = SECRET,
): string {
  const known = partsOf(token);
  const head: Part = { ...known.header, ...header };
  const signed = `${encode(head)}.${encode({ ...known.claims, ...claims })}`;
  const hash = HASHES[String(head['alg'])];
  if (hash === undefined) return `${signed}.`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}

/** A token signed with a private key whose public half the token brings along. */
export function forgeWithOwnKey(token: string): string {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { claims } = partsOf(token);
  const header = { alg: 'RS256', typ: 'at+jwt', jwk: publicKey.export({ format: 'jwk' }) };
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}
