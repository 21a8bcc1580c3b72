import type { Dialect } from '../database/dialect.js';
import type { AppParts, ServiceParts } from '../service/project.js';
import { scanOf, type ScanParts } from './file-scan.js';
import { storageOf, type FilesSettings } from './files-settings.js';
import { PictureDecoder } from './pictures/decode-picture.js';
import { SmallPictures } from './small-pictures.js';
import { StoredFiles } from './stored-files.js';

/** What the endpoints and the work of files have in common. */
export interface FilesParts extends ScanParts {
  readonly own: FilesSettings;
  readonly decoder: PictureDecoder;
  readonly small: SmallPictures;
}

/** What the endpoints of files work with. */
export interface FileEndpointParts
  extends FilesParts, Pick<AppParts, 'engine' | 'modules' | 'settings' | 'authentication'> {}

export function filesParts(
  { database, logger }: Pick<ServiceParts, 'database' | 'logger'>,
  scan: ScanParts['scan'],
  own: FilesSettings,
): FilesParts {
  const storage = storageOf(own);
  const decoder = new PictureDecoder();
  const small = new SmallPictures(storage, decoder);
  return {
    database,
    logger,
    own,
    storage,
    decoder,
    small,
    scan,
    stored: tableOf(database.dialect),
    judging: new Map(),
  };
}

/** What the endpoints of a service's files work with. */
export function fileEndpointParts(parts: AppParts, own: FilesSettings): FileEndpointParts {
  const { authentication, engine, features, modules, settings } = parts;
  return { ...filesParts(parts, scanOf(features), own), authentication, engine, modules, settings };
}

const tables = new WeakMap<Dialect, StoredFiles>();

/** The table of files in a database. */
export function tableOf(dialect: Dialect): StoredFiles {
  const known = tables.get(dialect) ?? new StoredFiles(dialect);
  tables.set(dialect, known);
  return known;
}
