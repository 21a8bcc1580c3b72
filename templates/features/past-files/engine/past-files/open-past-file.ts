import type { RequestHandler } from 'express';
import { addressOf, noFile } from '../files/file-place.js';
import { fileIdIn, isFileId } from '../files/file-value.js';
import type { FileEndpointParts } from '../files/files-parts.js';
import { openable, sendFile, valueAt, widthIn } from '../files/open-file.js';
import { queryOf } from '../routes/respond.js';
import type { PastFiles } from './past-files.js';

/** `GET /_files/:model/:id/:field/:file`: a file that the field has had, or has, if the caller may read this field of this record. */
export const openPastFile =
  (parts: FileEndpointParts, past: PastFiles): RequestHandler =>
  async (request, response) => {
    const { model = '', id = '', field = '', file = '' } = request.params as Record<string, string>;
    const width = widthIn(queryOf(request)['width']);
    const address = isFileId(file) ? addressOf({ model, id, field }, parts) : null;
    const value = address && (await valueAt(address, request, response, parts));
    if (!address || value === undefined) throw noFile();
    const has =
      fileIdIn(value) === file ||
      (await parts.database.read((session) =>
        past.has(session, address.model.table, {
          ...{ id: file, key: String(address.id), field: address.column.column },
        }),
      ));
    const found = has ? await openable(file, request.currentUser!.id, parts) : null;
    if (!found) throw noFile();
    await sendFile(request, response, found, width, parts);
  };
