import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.js';
import type { ServiceParts } from '../service/project.js';
import type { QueuedMail } from './message.js';
import type { Deliver } from './send-mail.js';

/*
 * Deliveries that reach nobody: into a folder in development, and into memory in tests.
 */

/** A mail in the folder. */
export interface StoredMail extends QueuedMail {
  /** ISO text. */
  readonly sentAt: string;
}

const ID = /^[0-9a-f-]{36}$/;

/** Writes mails into a folder, one file each. */
export const folderDelivery =
  (folder: string): Deliver =>
  async (mail) => {
    await mkdir(folder, { recursive: true });
    const stored: StoredMail = { ...mail, sentAt: new Date().toISOString() };
    const file = join(folder, `${mail.id}.json`);
    // Atomically: a page may be reading.
    await writeFile(`${file}.part`, `${JSON.stringify(stored, null, 2)}\n`);
    await rename(`${file}.part`, file);
    return [];
  };

/** The mails of a folder, the newest first. */
export async function storedMails(folder: string): Promise<readonly StoredMail[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map((name) => storedMail(folder, name.slice(0, -'.json'.length))),
  );
  return found
    .filter((mail) => mail !== null)
    .sort((one, other) => (one.sentAt < other.sentAt ? 1 : -1));
}

/** One of them; null if it does not exist. */
export async function storedMail(folder: string, id: string): Promise<StoredMail | null> {
  if (!ID.test(id)) return null;
  const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as StoredMail);
}

const inMemory = new WeakMap<Database, QueuedMail[]>();

/** Keeps mails for `sentMails`. */
export const memoryDelivery =
  (database: Database): Deliver =>
  async (mail) => {
    inMemory.set(database, [...(inMemory.get(database) ?? []), mail]);
    return [];
  };

/** The mails that the jobs of a test service have sent, the oldest first; its `parts` are those that `runJobs` takes. */
export const sentMails = ({ database }: Pick<ServiceParts, 'database'>): readonly QueuedMail[] =>
  inMemory.get(database) ?? [];
