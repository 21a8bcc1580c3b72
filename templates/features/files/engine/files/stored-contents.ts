import type { RowContents, ServiceParts } from '../service/project.js';
import { scanOf } from './file-scan.js';
import { filesParts } from './files-parts.js';
import type { FilesSettings } from './files-settings.js';
import { removeDropped } from './sweep.js';

/** Dropped before this moment is what was given up: nothing waits for a day then. */
const GIVEN_UP = 1;

/** The bytes of files, for commands that export or erase what the service has. */
export function storedContents(parts: ServiceParts, own: FilesSettings): RowContents {
  const all = { ...filesParts(parts, scanOf(parts.features), own), engine: parts.engine };
  const { database, storage, stored } = all;
  return {
    table: 'stored_file',
    async read(id) {
      const file = (await database.read((session) => stored.find(session, [id]))).get(id);
      if (file?.scan !== 'ok') return null;
      const content = await storage.read(id);
      return content && { name: file.name, content };
    },
    clear: () => removeDropped(all, GIVEN_UP),
  };
}
