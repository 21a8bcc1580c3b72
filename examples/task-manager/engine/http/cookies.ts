import type { Request } from 'express';

/** The value of a cookie as it was sent; null where the request has none of this name. */
export function cookieOf({ headers }: Pick<Request, 'headers'>, name: string): string | null {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? null : found.slice(name.length + 1);
}

/** With this prefix a cookie of https cannot be set by other hosts of the domain, nor without encryption. */
export const cookieName = (name: string, secure: boolean): string =>
  secure ? `__Host-${name}` : name;
