import { isId, pathId, type RecordId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import { notFound } from '../problem/problem.js';
import { isReplaced } from '../routes/replaced-endpoints.js';
import type { AppParts } from '../service/project.js';
import { fileColumnsOf, type FileColumn } from './file-type.js';

/** A field of files of a model. */
export interface FilePlace {
  readonly model: ModelInfo;
  readonly column: FileColumn;
}

/** The field of a record that holds a file. */
export interface FileAddress extends FilePlace {
  readonly id: RecordId;
}

type Served = Pick<AppParts, 'engine' | 'modules'>;

/** The response for a file that is not there, and for one that the caller may not open: nothing tells them apart. */
export const noFile = () => notFound('There is no such file.');

/** A field by the path of its model, and its name; null if there is no such field. */
export function placeOf(prefix: string, field: string, { engine }: Served): FilePlace | null {
  const model = engine.models.find((one) => one.prefix === prefix);
  const column = model && fileColumnsOf(model).find(({ name }) => name === field);
  return model && column ? { model, column } : null;
}

/**
 * The same of a record; null also where endpoints of the project stand in for those that read the records: no other way leads past
 * them.
 */
export function addressOf(
  given: { readonly model: string; readonly id: string; readonly field: string },
  parts: Served,
): FileAddress | null {
  const place = placeOf(given.model, given.field, parts);
  if (!place) return null;
  const { entity, key } = place.model;
  const own = parts.modules.find((one) => one.entity === entity)?.routes?.routes ?? [];
  const id = pathId(given.id, key);
  return isId(id) && !isReplaced(own, 'get') ? { ...place, id } : null;
}
