/*
 * What tests of a project need, as `#engine/files/testing`. Not imported in production.
 */
import type { NumericId } from '../fields/record-id.js';
import type { ServiceParts } from '../service/project.js';
import { fileColumnsOf } from './file-type.js';
import type { FileValue } from './file-value.js';
import { tableOf } from './files-parts.js';
import { files } from './files-feature.js';
import { storageOf, type FilesSettings } from './files-settings.js';
import { makeFile } from './made-up-files.js';

/** A small file that a user has uploaded for a field of files, whatever they may write; a record takes it. */
export async function uploadedFile(
  { parts }: { readonly parts: ServiceParts },
  entity: new () => object,
  field: string,
  uploader: NumericId,
): Promise<FileValue> {
  const model = parts.engine.model(entity.name);
  const column = fileColumnsOf(model).find(({ name }) => name === field);
  if (!column) throw new Error(`${model.name}.${field} is no field of files`);
  const storage = storageOf(parts.features.get(files) as FilesSettings);
  const file = await makeFile(column, 0, storage);
  const { id, name, type, size, width = null, height = null } = file;
  const stored = tableOf(parts.database.dialect);
  await parts.database.write(async (session) => {
    await stored.add(session, { id, model: model.name, field, name, size, uploader });
    await stored.stage(session, id, { scan: 'ok', name, type, size, width, height });
  });
  return file;
}
