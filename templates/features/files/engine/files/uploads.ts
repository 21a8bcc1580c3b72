import { randomUUID } from 'node:crypto';
import { conflict, forbidden, HttpProblem, spokenName } from '../problem/problem.js';
import { related, type Scope } from '../records/scope.js';
import type { FilePlace } from './file-place.js';
import { judge } from './file-scan.js';
import type { FilesParts } from './files-parts.js';
import type { FileValue } from './file-value.js';
import { valueOf, type Facts, type StoredFile } from './stored-files.js';

/** The number of files of a user that may wait for a record. */
const MOST_WAITING = 200;
/** Their bytes together, as many times the largest file. */
const MOST_BYTES = 10;

/** Throws 403 unless the caller may write the field of some record, or of a new one. */
export function authorizeUpload(scope: Scope, { model, column }: FilePlace): void {
  const mayWrite = (['create', 'edit'] as const).some((action) =>
    related(model, action, scope)?.grant.writable.has(column.name),
  );
  if (!mayWrite)
    throw forbidden(
      `You may not upload files for ${column.name} of ${spokenName(model.name)} records.`,
      'may-not',
    );
}

/** What is known of a file before it arrives. */
interface Coming {
  readonly name: string;
  readonly size: number;
}

/** Begins the life of a file: its row is there before its content, so that no content is ever left over. */
export async function beginUpload(
  { model, column }: FilePlace,
  uploader: number,
  { name, size }: Coming,
  { database, stored, own }: FilesParts,
): Promise<string> {
  const id = randomUUID();
  await database.write(
    async (session) => {
      const { files, bytes } = await stored.waiting(session, uploader);
      if (files >= MOST_WAITING || bytes + size > MOST_BYTES * own.max) throw tooMany(files);
      const place = { model: model.name, field: column.name };
      await stored.add(session, { id, ...place, name, size, uploader });
    },
    { shared: false, name: 'the beginning of an upload' },
  );
  return id;
}

const tooMany = (files: number): HttpProblem =>
  new HttpProblem(
    429,
    `${files} files that you have uploaded wait for a record: save them with one, or try again tomorrow.`,
    [],
    { 'retry-after': '3600' },
  );

/**
 * Makes a request the only one that checks what has arrived: a second one would put other content in the place of what the first one
 * has had judged.
 */
export async function claimUpload(id: string, { database, stored }: FilesParts): Promise<void> {
  const isOurs = await database.write((session) => stored.check(session, id), { shared: false });
  if (!isOurs) throw conflict('The upload is being checked by another request.');
}

/** The content is in the storage: records may take the file from now on. */
export async function finishUpload(
  id: string,
  facts: Omit<Facts, 'scan'>,
  parts: FilesParts,
): Promise<FileValue> {
  const { database, stored, scan } = parts;
  const whole: Facts = { ...facts, scan: scan === null ? 'ok' : 'unchecked' };
  const file = await database.write(
    async (session): Promise<StoredFile> => {
      if (!(await stored.stage(session, id, whole)))
        throw conflict('The upload took too long: begin it again.');
      return (await stored.find(session, [id])).get(id)!;
    },
    { shared: false, name: 'the end of an upload' },
  );
  // Nobody waits for it.
  void judge(file, parts);
  return valueOf(file);
}

/** Gives up an upload that was refused; its content is removed soon. */
export const giveUpUpload = (id: string, { database, stored }: FilesParts): Promise<void> =>
  database.write((session) => stored.giveUpOne(session, id), { shared: false });
