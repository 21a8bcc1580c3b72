import { rm } from 'node:fs/promises';
import type { Request, RequestHandler, Response } from 'express';
import { readObject, textFields } from '../http/read-body.js';
import {
  type HttpProblem,
  badRequest,
  conflict,
  hint,
  invalid,
  notFound,
  refuse,
  show,
} from '../problem/problem.js';
import { queryOf, sendText } from '../routes/respond.js';
import { operationContext } from '../routes/route-context.js';
import { streamMultipart } from '../uploads/read-multipart.js';
import { checkContent, fileTooLarge, limitOf, receive } from './check-content.js';
import { contentType, HEAD_BYTES } from './content-type.js';
import { fileColumnsOf } from './file-type.js';
import { noFile, placeOf, type FilePlace } from './file-place.js';
import { isFileId, type FileValue } from './file-value.js';
import type { FileEndpointParts } from './files-parts.js';
import { safeName } from './safe-name.js';
import { scratchPath } from './small-pictures.js';
import type { StoredFile } from './stored-files.js';
import type { DirectUploads } from './storage/storage.js';
import {
  authorizeUpload,
  beginUpload,
  claimUpload,
  finishUpload,
  giveUpUpload,
} from './uploads.js';

/** Bytes around a file in a multipart body. */
const AROUND = 65_536;

/**
 * `POST /_files?model=product&field=photo`: a file in a form, or in JSON what it will be, where it goes straight to the storage. Until
 * a record has it, it opens for nobody.
 */
export const upload =
  (parts: FileEndpointParts): RequestHandler =>
  async (request, response) => {
    const place = placeIn(request, response, parts);
    const isForm = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '');
    const { direct } = parts.storage;
    if (isForm || !direct) sendCreated(response, await throughService(request, place, parts));
    else sendCreated(response, await announced(request, place, direct, parts));
  };

const sendCreated = (response: Response, body: object): void => {
  response.statusCode = 201;
  sendText(response, JSON.stringify(body));
};

/** The field for which a file is uploaded, if its caller may write it. */
function placeIn(request: Request, response: Response, parts: FileEndpointParts): FilePlace {
  const { model, field } = queryOf(request);
  if (typeof model !== 'string' || typeof field !== 'string')
    throw refuse('model', 'required', 'model and field must name the field that gets the file');
  const place = placeOf(model, field, parts);
  if (!place) throw noPlace(model, field, parts);
  const context = operationContext(request, response, parts.logger);
  const scope = parts.engine.scope(request.currentUser!, context)(place.model.entity);
  authorizeUpload(scope, place);
  return place;
}

function noPlace(model: string, field: string, { engine }: FileEndpointParts): HttpProblem {
  const names = engine.models.flatMap((one) =>
    fileColumnsOf(one).map(({ name }) => `${one.prefix} ${name}`),
  );
  const near = hint(`${model} ${field}`, names);
  return notFound(`There is no field of files ${show(field)} of ${show(model)}${near}.`);
}

async function throughService(
  request: Request,
  place: FilePlace,
  parts: FileEndpointParts,
): Promise<FileValue> {
  const { own, storage } = parts;
  const limit = limitOf(place.column, own.max);
  const declared = Number(request.headers['content-length'] ?? limit.bytes);
  if (declared > limit.bytes + AROUND) throw fileTooLarge(limit);
  const size = Math.min(declared, limit.bytes);
  const id = await beginUpload(place, request.currentUser!.id, { name: '', size }, parts);
  const path = scratchPath(storage);
  const paths = [path];
  try {
    const { name, storing } = await received(request, path, limit);
    await storing;
    const checked = await checkContent(path, name, place.column, parts);
    paths.push(checked.path);
    await storage.keep(id, checked.path);
    return await finishUpload(id, checked.facts, parts);
  } catch (error) {
    await giveUpUpload(id, parts);
    throw error;
  } finally {
    for (const one of paths) await rm(one, { force: true });
  }
}

/** The one file of a form, in a new file of the scratch folder. */
async function received(request: Request, path: string, limit: ReturnType<typeof limitOf>) {
  let storing: Promise<void> | undefined;
  const bytes = limit.bytes + AROUND;
  const body = streamMultipart(
    request,
    { ...{ bytes, files: 1, parts: 10 }, setting: limit.setting },
    (_part, content) => (storing = receive(content, path, limit)),
  );
  try {
    const [file] = (await body).files;
    if (!file) throw badRequest('The form has no file.');
    return { name: file.name, storing };
  } catch (error) {
    // What is still being written must not outlive its removal.
    await storing?.catch(() => undefined);
    throw error;
  }
}

/** An upload that does not pass through the service: the address to which its caller sends the file. */
async function announced(
  request: Request,
  place: FilePlace,
  direct: DirectUploads,
  parts: FileEndpointParts,
): Promise<object> {
  const body = await readObject(request, parts.settings);
  const { name } = textFields(body, ['name']);
  const { size } = body;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 1)
    throw invalid([{ field: 'size', code: 'type', message: 'size must be the number of bytes.' }]);
  const limit = limitOf(place.column, parts.own.max);
  if (size > limit.bytes) throw fileTooLarge(limit);
  const coming = { name: safeName(name, place.column.name), size };
  const id = await beginUpload(place, request.currentUser!.id, coming, parts);
  return { id, upload: await direct.begin(id, size) };
}

/** `POST /_files/:id/_done`: what has arrived in the storage is checked, and becomes the file. */
export const uploadDone =
  (parts: FileEndpointParts): RequestHandler =>
  async (request, response) => {
    const { direct } = parts.storage;
    const file = await ownArriving(request, parts);
    const place = file && placeOfFile(file, parts);
    if (!file || !place || !direct) throw noFile();
    const arrived = await direct.arrived(file.id);
    if (!arrived) throw conflict('The file has not arrived: send it first.');
    const limit = limitOf(place.column, parts.own.max);
    await claimUpload(file.id, parts);
    try {
      if (arrived.size > limit.bytes || arrived.size > file.size) throw fileTooLarge(limit);
      const value =
        place.column.added.kind === 'image'
          ? await takePicture(file, arrived, place, direct, parts)
          : await takeFile(file, arrived, direct, parts);
      sendText(response, JSON.stringify(value));
    } catch (error) {
      await giveUpUpload(file.id, parts);
      throw error;
    }
  };

type Arrived = NonNullable<Awaited<ReturnType<DirectUploads['arrived']>>>;

async function takeFile(
  { id, name }: StoredFile,
  arrived: Arrived,
  direct: DirectUploads,
  parts: FileEndpointParts,
): Promise<FileValue> {
  const { size } = arrived;
  const head = await direct.read(id, arrived, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 });
  const type = contentType(Buffer.concat((await head.toArray()) as Buffer[]), name);
  if (!(await direct.accept(id, arrived)))
    throw conflict('Something else has arrived meanwhile: begin the upload again.');
  const value = await finishUpload(id, { name, type, size, width: null, height: null }, parts);
  await direct.forget(id);
  return value;
}

async function takePicture(
  { id, name }: StoredFile,
  arrived: Arrived,
  { column }: FilePlace,
  direct: DirectUploads,
  parts: FileEndpointParts,
): Promise<FileValue> {
  const { own, storage } = parts;
  const path = scratchPath(storage);
  const paths = [path];
  try {
    await receive(await direct.read(id, arrived), path, limitOf(column, own.max));
    const checked = await checkContent(path, name, column, parts);
    paths.push(checked.path);
    await storage.keep(id, checked.path);
    const value = await finishUpload(id, checked.facts, parts);
    await direct.forget(id);
    return value;
  } finally {
    for (const one of paths) await rm(one, { force: true });
  }
}

/** A file that its caller has announced, and that is not there yet. */
async function ownArriving(
  request: Request,
  { database, stored }: FileEndpointParts,
): Promise<StoredFile | null> {
  const id = request.params['id'];
  if (!isFileId(id)) return null;
  const found = await database.read((session) => stored.find(session, [id]), { quick: true });
  const file = found.get(id);
  const isOwn = file?.state === 'arriving' && file.uploader === request.currentUser!.id;
  return isOwn ? file : null;
}

function placeOfFile(
  { model, field }: StoredFile,
  { engine }: FileEndpointParts,
): FilePlace | null {
  const info = engine.models.find(({ name }) => name === model);
  const column = info && fileColumnsOf(info).find(({ name }) => name === field);
  return info && column ? { model: info, column } : null;
}
