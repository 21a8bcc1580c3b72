import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { Feature, FeatureSettings } from '../service/project.js';
import type { StoredFile, StoredFiles } from './stored-files.js';
import type { Storage } from './storage/storage.js';

/** A file that is to be judged. */
export interface ScannedFile extends Pick<StoredFile, 'id' | 'name' | 'type' | 'size'> {
  /** Its content as it is stored. */
  read(): Promise<Readable>;
}

/** A feature of a project's own that judges each uploaded file. */
export interface FeatureWithScan extends Feature {
  /**
   * Until it has answered, a file opens for its uploader alone; one that is `bad` opens for nobody, whatever is said of it later. Called
   * again where it fails or does not answer, and by each process of the service.
   */
  scanFile(file: ScannedFile): Promise<'ok' | 'bad'>;
}

type Scan = FeatureWithScan['scanFile'];

const hasScan = (feature: Feature): feature is FeatureWithScan => 'scanFile' in feature;

/** The scan of a service; null where nothing judges files. */
export function scanOf(features: FeatureSettings): Scan | null {
  const found = [...features.keys()].filter(hasScan);
  if (found.length === 0) return null;
  return async (file) => {
    for (const feature of found) {
      // Code without types may answer anything.
      const verdict: unknown = await feature.scanFile(file);
      if (verdict === 'bad') return 'bad';
      if (verdict !== 'ok')
        throw new Error(`${feature.name} must answer "ok" or "bad", not ${String(verdict)}`);
    }
    return 'ok';
  };
}

/** What a scan works with. */
export interface ScanParts {
  readonly database: Database;
  readonly logger: Logger;
  readonly stored: StoredFiles;
  readonly storage: Storage;
  readonly scan: Scan | null;
  /** The files whose scan has not answered yet, with the moment at which it began. */
  readonly judging: Map<string, number>;
}

/** Has a file judged; one whose scan fails stays unchecked, and is asked about again. */
export async function judge(file: StoredFile, parts: ScanParts): Promise<void> {
  const { database, judging, logger, stored, storage, scan } = parts;
  const { id, name, type, size } = file;
  if (scan === null) return;
  const read = async (): Promise<Readable> => {
    const content = await storage.read(id);
    if (content === null) throw new Error(`the content of the file ${id} is gone`);
    return content;
  };
  judging.set(id, Date.now());
  try {
    const verdict = await scan({ id, name, type, size, read });
    await database.write((session) => stored.judge(session, id, verdict), { shared: false });
    if (verdict === 'bad')
      logger.warn({ file: id, user_id: file.uploader }, 'a harmful file was uploaded');
  } catch (error) {
    logger.warn(
      { err: error, file: id },
      'a file was not scanned; the next try is in some minutes',
    );
  } finally {
    judging.delete(id);
  }
}

/** Milliseconds after which a file is scanned again. */
export const SCAN_AGAIN = 300_000;
/** Milliseconds after which a scan that has not answered is begun anew. */
const GIVEN_UP = 3_600_000;
/** Milliseconds for which the other files wait for one: what its scan says later counts, too. */
const PATIENCE = 30_000;
/** The number of files of one statement. */
const BATCH = 100;

/** Has files judged whose scan has failed, has ended with its process, or does not answer; `ending` ends the wait for it. */
export async function scanAgain(
  parts: ScanParts,
  ending: AbortSignal,
  now = Date.now(),
  patience = PATIENCE,
): Promise<void> {
  const { database, judging, scan, stored } = parts;
  if (scan === null) return;
  for (let after: StoredFile | null = null; ;) {
    const found: readonly StoredFile[] = await database.read((session) =>
      stored.unchecked(session, now - SCAN_AGAIN, BATCH, after?.id ?? null),
    );
    for (const file of found) {
      if (ending.aborted) return;
      if (now - (judging.get(file.id) ?? 0) > GIVEN_UP)
        await atMost(patience, judge(file, parts), ending);
    }
    if (found.length < BATCH) return;
    after = found.at(-1)!;
  }
}

/** Waits for some work, but no longer than so many milliseconds. */
async function atMost(most: number, work: Promise<void>, ending: AbortSignal): Promise<void> {
  const done = new AbortController();
  const signal = AbortSignal.any([ending, done.signal]);
  const over = sleep(most, undefined, { ref: false, signal }).catch(() => undefined);
  await Promise.race([work, over]);
  done.abort();
}
