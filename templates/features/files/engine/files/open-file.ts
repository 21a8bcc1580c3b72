import type { Request, RequestHandler, Response } from 'express';
import { refuse } from '../problem/problem.js';
import { get } from '../records/get.js';
import { related } from '../records/scope.js';
import { queryOf } from '../routes/respond.js';
import { operationContext } from '../routes/route-context.js';
import { addressOf, noFile, type FileAddress } from './file-place.js';
import { fileIdIn } from './file-value.js';
import type { FileEndpointParts } from './files-parts.js';
import { sendContent } from './send-content.js';
import { SMALL_TYPE } from './small-pictures.js';
import type { StoredFile } from './stored-files.js';
import { WIDTHS, type Width } from './storage/storage.js';

/** `GET /_files/:model/:id/:field`: the file of a field, if the caller may read this field of this record. */
export const openFile =
  (parts: FileEndpointParts): RequestHandler =>
  async (request, response) => {
    const { model = '', id = '', field = '' } = request.params as Record<string, string>;
    const width = widthIn(queryOf(request)['width']);
    const address = addressOf({ model, id, field }, parts);
    const file = address && (await fileAt(address, request, response, parts));
    if (!file) throw noFile();
    await sendFile(request, response, file, width, parts);
  };

/** A width of small pictures; null where none is asked for. */
export function widthIn(given: unknown): Width | null {
  if (given === undefined || given === null) return null;
  const found = WIDTHS.find((width) => String(width) === String(given));
  if (found !== undefined) return found;
  throw refuse('width', 'value', `width must be one of ${WIDTHS.join(', ')}`);
}

/** The file in a field of a record as the caller sees it now; null where they see none. */
export async function fileAt(
  { model, column, id }: FileAddress,
  request: Request,
  response: Response,
  parts: FileEndpointParts,
): Promise<StoredFile | null> {
  const user = request.currentUser!;
  const context = operationContext(request, response, parts.logger);
  const scope = parts.engine.scope(user, context)(model.entity);
  const allowed = related(model, 'show', scope);
  if (!allowed?.grant.readable.has(column.name)) return null;
  const record = await get(scope, id, { fields: [column.name] });
  return openable(fileIdIn(record[column.name]), user.id, parts);
}

/** A file of a row that the caller sees: until a scan has found nothing, it opens for its uploader alone. */
export async function openable(
  id: string | null,
  userId: number,
  { database, stored }: FileEndpointParts,
): Promise<StoredFile | null> {
  if (id === null) return null;
  const found = await database.read((session) => stored.find(session, [id]), { quick: true });
  const file = found.get(id);
  if (!file || file.scan === 'bad') return null;
  return file.scan === 'ok' || file.uploader === userId ? file : null;
}

/** Sends a file, or a small picture of it. */
export async function sendFile(
  request: Request,
  response: Response,
  file: StoredFile,
  width: Width | null,
  { small, storage }: FileEndpointParts,
): Promise<void> {
  const { id, name, type, size } = file;
  if (width === null)
    return sendContent(request, response, {
      ...{ tag: id, name, type, size },
      read: (range) => storage.read(id, range),
    });
  const key = await small.keyOf(file, width);
  if (key === null) throw refuse('width', 'no-picture', 'width is for fields of pictures');
  await sendContent(request, response, {
    ...{ tag: key, name: `${name}.webp`, type: SMALL_TYPE, size: null },
    read: () => storage.read(key),
  });
}
