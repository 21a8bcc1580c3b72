import { ref, errors, type Paths } from '../docs/openapi-types.js';
import { operation } from '../docs/service-paths.js';
import { content, inPath, uuid, width } from '../files/files-paths.js';

/** The path of past files. */
export const pastFilesPaths: Paths = {
  '/_files/{model}/{id}/{field}/{file}': {
    get: operation('openPastFile', 'A file that a record has had before', {
      description:
        'For callers who may read this field of this record. The history of the record names the files that it has had.',
      parameters: [
        inPath('model', ref('schemas', 'string'), 'The path of the model.'),
        inPath('id', ref('schemas', 'string'), 'The id of the record.'),
        inPath('field', ref('schemas', 'string'), 'The field that has had the file.'),
        inPath('file', uuid, 'The id of the file.'),
        width,
      ],
      responses: { 200: content, 206: content, ...errors(400, 401, 403, 404, 500, 503) },
    }),
  },
};
