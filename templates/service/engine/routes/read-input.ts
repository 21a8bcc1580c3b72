import type { Request } from 'express';
import { readBytes, readOptionalJson, requirePlain, streamBytes } from '../http/read-body.js';
import type { Route, RouteOptions } from '../model/define-routes.js';
import type { Input, MultipartBody } from '../model/route-context.js';
import { HttpProblem, badRequest, invalid } from '../problem/problem.js';
import { checked } from './check-schema.js';
import { queryOf } from './respond.js';
import type { ContextParts } from './route-context.js';

/** What reading a body takes. */
type BodyParts = Pick<ContextParts, 'settings' | 'readMultipart'>;

/** A request's input, checked by the endpoint's schemas: path and query first, then the body. */
export async function readInput(
  request: Request,
  { method, options }: Route,
  parts: BodyParts,
): Promise<Input> {
  const params = await checked(options.params, { ...request.params }, (problems) => {
    return new HttpProblem(404, 'There is nothing at this path.', problems);
  });
  const query = await checked(options.query, queryOf(request), (problems) =>
    badRequest(problems[0].message, problems),
  );
  return { params, query, body: await readBody(request, method, options, parts) };
}

async function readBody(
  request: Request,
  method: Route['method'],
  { accept = 'json', body: schema, limit: own, maxFiles = 10, maxParts = 100 }: RouteOptions,
  { settings, readMultipart }: BodyParts,
): Promise<unknown> {
  const limit = own ?? settings.bodyLimit;
  const setting = own === undefined ? undefined : null;
  const hasBody = method !== 'get' && method !== 'delete';
  if (request.body !== undefined || !hasBody) return checked(schema, request.body, invalid);
  if (accept === 'json') {
    return checked(schema, await readOptionalJson(request, limit, setting), invalid);
  }
  if (accept === 'multipart') {
    // Without it the service has not started: `refuseUnread`.
    if (!readMultipart) throw new Error('this service does not read multipart bodies');
    const limits = { bytes: limit, setting, files: maxFiles, parts: maxParts };
    const { fields, files } = await readMultipart(request, limits);
    const sent = (await checked(schema, fields, invalid)) as MultipartBody['fields'];
    return { fields: sent, files } satisfies MultipartBody;
  }
  requirePlain(request);
  return (accept === 'raw' ? readBytes : streamBytes)(request, limit, setting);
}
