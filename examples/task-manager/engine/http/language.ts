import type { Request } from 'express';

const MAX_LENGTH = 35;

/** The language that a request prefers, such as `de-AT`; null where it names none. */
export function languageOf(request: Pick<Request, 'acceptsLanguages'>): string | null {
  const [first = ''] = request.acceptsLanguages();
  return /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(first) ? first.slice(0, MAX_LENGTH) : null;
}
