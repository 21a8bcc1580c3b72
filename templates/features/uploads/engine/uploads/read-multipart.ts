import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
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

/** A file of a multipart body, before its content. */
export type FilePart = Omit<UploadedFile, 'content'>;

/** Takes the content of a file; what it throws refuses the body. */
type TakeFile = (part: FilePart, content: Readable) => Promise<UploadedFile>;

/** The fields and files of a multipart body, in memory: 415 for another type, 413 beyond the limits, 400 if malformed. */
export const readMultipart = (
  request: IncomingMessage,
  limits: MultipartLimits,
): Promise<MultipartBody> => readParts(request, limits, intoMemory);

/**
 * The same of a body whose files are not kept in memory: `store` gets the content of each as it arrives, and its end is awaited. The
 * files that are returned are empty.
 */
export const streamMultipart = (
  request: IncomingMessage,
  limits: MultipartLimits,
  store: (part: FilePart, content: Readable) => Promise<void>,
): Promise<MultipartBody> =>
  readParts(request, limits, async (part, content) => {
    await store(part, content);
    return { ...part, content: Buffer.alloc(0) };
  });

const intoMemory: TakeFile = async (part, content) => ({
  ...part,
  content: Buffer.concat(await content.toArray()),
});

function readParts(
  request: IncomingMessage,
  { bytes, setting, files, parts }: MultipartLimits,
  take: TakeFile,
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
    const refuse = (problem: unknown) => {
      // The rest is read and discarded, so that the caller reads the response.
      request.unpipe(busboy).resume();
      found.end();
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
      // A body that ends before anybody reads the file would end the process; whoever reads it then finds it destroyed.
      stream.on('error', () => undefined);
      const taken = take({ field, name, type: mime }, stream);
      taken.catch(refuse);
      found.file(taken, stream);
    });
    busboy.once('finish', () => void found.body().then(resolve, refuse));
    busboy.once('error', () => refuse(badRequest('The body is not valid multipart/form-data.')));
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      if ((size += chunk.length) > bytes) refuse(tooLarge(bytes, setting));
    });
    request.once('error', () => refuse(endedEarly()));
    request.pipe(busboy);
  });
}

const endedEarly = () => badRequest('The body ended too early.');

class FormParts {
  readonly #fields = new Map<string, string[]>();
  readonly #files: Promise<UploadedFile>[] = [];
  readonly #contents: Readable[] = [];

  field(name: string, value: string): void {
    this.#fields.set(name, [...(this.#fields.get(name) ?? []), value]);
  }

  file(file: Promise<UploadedFile>, content: Readable): void {
    this.#files.push(file);
    this.#contents.push(content);
  }

  /** Nothing more comes: whoever takes a file hears of it. */
  end(): void {
    for (const content of this.#contents) if (!content.readableEnded) content.destroy(endedEarly());
  }

  async body(): Promise<MultipartBody> {
    const fields = [...this.#fields].map(([name, values]) => [
      name,
      values.length === 1 ? values[0]! : values,
    ]);
    return {
      fields: Object.fromEntries(fields) as MultipartBody['fields'],
      files: await Promise.all(this.#files),
    };
  }
}
