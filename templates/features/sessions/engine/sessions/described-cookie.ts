import type { OpenApiDocument } from '../docs/openapi-types.js';

/** A document of a service that keeps the sessions of its own pages in this cookie. */
export function withSessionCookie(document: OpenApiDocument, name: string): OpenApiDocument {
  const text = JSON.stringify(document);
  const { components, ...rest } = JSON.parse(text, orByCookie) as OpenApiDocument;
  const securitySchemes = { ...components['securitySchemes'], cookie: schemeOf(name) };
  return { ...rest, components: { ...components, securitySchemes } };
}

/** Whatever a bearer may do, a cookie may; and a session that a cookie keeps is answered without its token. */
function orByCookie(key: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (key === 'security' && value.some(isBearer)) return [...(value as unknown[]), { cookie: [] }];
  if (key === 'required' && value.includes('access_token') && value.includes('expires_in'))
    return value.filter((name) => name !== 'access_token' && name !== 'token_type');
  return value;
}

const isBearer = (one: unknown): boolean =>
  typeof one === 'object' && one !== null && 'bearer' in one;

const schemeOf = (name: string) => ({
  type: 'apiKey',
  in: 'cookie',
  name,
  description:
    'A cookie that stands for the token if a page of this service signs in with the header `X-Session: cookie`. The ' +
    'cookie only counts in requests that pages of this service send with this header.',
});
