import type { Readable } from 'node:stream';
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
  /** Until it has answered, a file opens for its uploader alone; one that is `bad` opens for nobody. Called again where it fails. */
  scanFile(file: ScannedFile): Promise<'ok' | 'bad'>;
}

type Scan = FeatureWithScan['scanFile'];

const hasScan = (feature: Feature): feature is FeatureWithScan => 'scanFile' in feature;

/** The scan of a service; null where nothing judges files. */
export function scanOf(features: FeatureSettings): Scan | null {
  const found = [...features.keys()].filter(hasScan);
  if (found.length === 0) return null;
  return async (file) => {
    for (const feature of found) if ((await feature.scanFile(file)) === 'bad') return 'bad';
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
}

/** Has a file judged; one whose scan fails stays unchecked, and is asked about again. */
export async function judge(file: StoredFile, parts: ScanParts): Promise<void> {
  const { database, logger, stored, storage, scan } = parts;
  const { id, name, type, size } = file;
  if (scan === null) return;
  const read = async (): Promise<Readable> => {
    const content = await storage.read(id);
    if (content === null) throw new Error(`the content of the file ${id} is gone`);
    return content;
  };
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
  }
}
