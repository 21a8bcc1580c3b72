import type { Request, RequestHandler, Response } from 'express';
import { idOf } from '../fields/record-id.js';
import { refuse } from '../problem/problem.js';
import { getMany } from '../records/get-many.js';
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
  address: FileAddress,
  request: Request,
  response: Response,
  parts: FileEndpointParts,
): Promise<StoredFile | null> {
  const id = fileIdIn(await valueAt(address, request, response, parts));
  return openable(id, request.currentUser!.id, parts);
}

/** The value of a field of a record, for callers who may read it; undefined for others. */
export async function valueAt(
  { model, column, id }: FileAddress,
  request: Request,
  response: Response,
  { engine, logger }: FileEndpointParts,
): Promise<unknown> {
  const context = operationContext(request, response, logger);
  const scope = engine.scope(request.currentUser!, context)(model.entity);
  const allowed = related(model, 'show', scope);
  if (!allowed?.grant.readable.has(column.name)) return undefined;
  return (await get(scope, id, { fields: [column.name] }))[column.name];
}

/** The values of many fields, with one statement for the records of a model and one for all files. */
export async function filesAt(
  addresses: readonly (FileAddress | null)[],
  request: Request,
  response: Response,
  parts: FileEndpointParts,
): Promise<readonly (StoredFile | null)[]> {
  const user = request.currentUser!;
  const context = operationContext(request, response, parts.logger);
  const ids: (string | null)[] = addresses.map(() => null);
  for (const model of new Set(addresses.flatMap((one) => one?.model ?? []))) {
    const scope = parts.engine.scope(user, context)(model.entity);
    const readable = related(model, 'show', scope)?.grant.readable;
    const asked = [...addresses.entries()].flatMap(([at, one]) =>
      one?.model === model && readable?.has(one.column.name)
        ? [{ at, id: idOf(one.id, model.key), field: one.column.name }]
        : [],
    );
    if (asked.length === 0) continue;
    const fields = [...new Set(asked.map(({ field }) => field))];
    const keys = asked.map(({ id }) => id);
    const records = await getMany(scope, keys, fields);
    for (const { at, id, field } of asked) ids[at] = fileIdIn(records.get(id)?.[field]);
  }
  const files = await storedFiles(
    ids.filter((id) => id !== null),
    parts,
  );
  return ids.map((id) => openableBy(user.id, id === null ? undefined : files.get(id)));
}

/** A file of a row that the caller sees: until a scan has found nothing, it opens for its uploader alone. */
export async function openable(
  id: string | null,
  userId: number,
  parts: FileEndpointParts,
): Promise<StoredFile | null> {
  return id === null ? null : openableBy(userId, (await storedFiles([id], parts)).get(id));
}

const storedFiles = (ids: readonly string[], { database, stored }: FileEndpointParts) =>
  database.read((session) => stored.find(session, ids), { quick: true });

function openableBy(userId: number, file: StoredFile | undefined): StoredFile | null {
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
