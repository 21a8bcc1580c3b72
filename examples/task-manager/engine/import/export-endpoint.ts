import type { RequestHandler } from 'express';
import { reply } from '../model/route-context.js';
import type { ModelInfo } from '../model/model-info.js';
import { HttpProblem, refuse, show } from '../problem/problem.js';
import { isReplaced, type Generated } from '../routes/replaced-endpoints.js';
import { queryOf, sendResult } from '../routes/respond.js';
import { operationContext } from '../routes/route-context.js';
import type { AppParts } from '../service/project.js';
import { exportList, FORMATS, MEDIA_TYPES, type Format } from './export-list.js';

/** `GET /_export/task?_format=csv`: all records that the list has with these filters, as a file. */
export const exportEndpoint =
  (parts: AppParts): RequestHandler =>
  async (request, response) => {
    const model = modelAt(String(request.params['model']), parts);
    if (isOwnEndpoint(model, 'get', parts))
      throw noModel('own-list', 'The list of this model is an endpoint of the project.');
    const query = queryOf(request);
    const format = formatIn(query['_format']);
    const context = operationContext(request, response, parts.logger);
    const scope = parts.engine.scope(request.currentUser!, context)(model.entity);
    const name = `${model.prefix}.${format}`;
    await sendResult(
      response,
      reply(exportList(scope, format, query), { name, type: MEDIA_TYPES[format] }),
    );
  };

function formatIn(given: string | readonly string[] | undefined): Format {
  const found = FORMATS.find((format) => format === (given ?? 'csv'));
  if (found === undefined) throw refuse('_format', 'value', '_format must be csv or xlsx');
  return found;
}

/** The model whose list has this path; 404 without one. */
export function modelAt(prefix: string, { engine }: Pick<AppParts, 'engine'>): ModelInfo {
  const model = engine.models.find((one) => one.prefix === prefix);
  if (!model) throw noModel('no-model', `There is no list at ${show(prefix)}.`);
  return model;
}

/** Whether an endpoint of the project stands in for a generated one: no other way leads past it. */
export const isOwnEndpoint = (
  { entity }: ModelInfo,
  method: Generated,
  { modules }: Pick<AppParts, 'modules'>,
): boolean =>
  isReplaced(modules.find((module) => module.entity === entity)?.routes?.routes ?? [], method);

/** 404 for a path that no list has, or none that this is possible with. */
export const noModel = (code: string, message: string): HttpProblem =>
  new HttpProblem(404, message, [{ field: 'model', code, message }]);
