import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyConfig } from '@fastify/busboy';
import { isCleanText } from '../fields/storable.js';
import { requirePlain, tooLarge, type MultipartLimits } from '../http/read-body.js';
import type { MultipartBody, UploadedFile } from '../model/route-context.js';
import { HttpProblem, badRequest } from '../problem/problem.js';

/** Throws 400 if the content type has no boundary. */
function reading(config: BusboyConfig): InstanceType<typeof Busboy> {
  try {
    return new Busboy(config);
  } catch (error) {
    throw badRequest(`The content type cannot be read: ${(error as Error).message}.`);
  }
}

/** The fields and files of a multipart body, in memory: 415 for another type, 413 beyond the limits, 400 if malformed. */
export function readMultipart(
  request: IncomingMessage,
  { bytes, setting, files, parts }: MultipartLimits,
): Promise<MultipartBody> {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type))
    throw new HttpProblem(415, 'Send the body as multipart/form-data.', [], {
      accept: 'multipart/form-data',
    });
  requirePlain(request);
  return new Promise((resolve, reject) => {
    const found = new FormParts();
    const limits = {
      files,
      parts,
      fieldNameSize: bytes,
      fieldSize: bytes,
      fileSize: bytes,
      headerPairs: 20,
    };
    const busboy = reading({ headers: { ...request.headers, 'content-type': type }, limits });
    const refuse = (problem: HttpProblem) => {
      // The rest is read and discarded, so that the caller reads the response.
      request.unpipe(busboy).resume();
      reject(problem);
    };
    const tooMuch = (what: string) => () => refuse(new HttpProblem(413, `The body has ${what}.`));
    busboy.on('filesLimit', tooMuch(`more than ${files} files`));
    busboy.on('partsLimit', tooMuch(`more than ${parts} parts`));
    const nameless = () => refuse(badRequest('A part of the body has no name.'));
    const unclean = () =>
      refuse(badRequest('A part of the body has a name or text with NUL or invalid Unicode.'));
    busboy.on('field', (name: string | undefined, value) => {
      if (name === undefined) nameless();
      else if (!isCleanText(name) || !isCleanText(value)) unclean();
      else found.field(name, value);
    });
    busboy.on('file', (field: string | undefined, stream, name: string | undefined, _, mime) => {
      if (field === undefined) return nameless();
      if (!isCleanText(field) || (name !== undefined && !isCleanText(name))) return unclean();
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () =>
        found.file({ field, name, type: mime, content: Buffer.concat(chunks) }),
      );
      stream.once('error', () => refuse(badRequest('The body ended too early.')));
    });
    busboy.once('finish', () => resolve(found.body()));
    busboy.once('error', () => refuse(badRequest('The body is not valid multipart/form-data.')));
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      if ((size += chunk.length) > bytes) refuse(tooLarge(bytes, setting));
    });
    request.once('error', () => refuse(badRequest('The body ended too early.')));
    request.pipe(busboy);
  });
}

class FormParts {
  readonly #fields = new Map<string, string[]>();
  readonly #files: UploadedFile[] = [];

  field(name: string, value: string): void {
    this.#fields.set(name, [...(this.#fields.get(name) ?? []), value]);
  }

  file(file: UploadedFile): void {
    this.#files.push(file);
  }

  body(): MultipartBody {
    const fields = [...this.#fields].map(([name, values]) => [
      name,
      values.length === 1 ? values[0]! : values,
    ]);
    return { fields: Object.fromEntries(fields) as MultipartBody['fields'], files: this.#files };
  }
}
