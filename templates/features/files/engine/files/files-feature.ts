import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Express } from 'express';
import type { Database } from '../database/database.js';
import { noStore } from '../http/security-headers.js';
import { endpoint } from '../http/endpoint.js';
import type { AppParts, Feature, ServiceParts, Stop } from '../service/project.js';
import { attachGuards } from './attach-guard.js';
import { SCAN_AGAIN, scanAgain, scanOf } from './file-scan.js';
import { FileType } from './file-type.js';
import { fileEndpointParts, filesParts, tableOf } from './files-parts.js';
import { filesPaths } from './files-paths.js';
import {
  readFilesSettings,
  storageOf,
  storageRefusals,
  type FilesSettings,
} from './files-settings.js';
import { followRows } from './follow-rows.js';
import { makeLinks, openLink, OPEN_PATH } from './link-endpoints.js';
import { makeFiles } from './made-up-files.js';
import { openFile } from './open-file.js';
import { createLinks } from './sealed-link.js';
import { storedContents } from './stored-contents.js';
import { sweep } from './sweep.js';
import { upload, uploadDone } from './upload-endpoints.js';

/** The folder for files of the test services of one process. */
const TEST_FOLDER = join(tmpdir(), `test-files-${process.pid}`);

/** Files of records: uploaded, kept with their row, and opened under its rules. */
export const files: Feature<FilesSettings> = {
  name: 'files',
  readSettings: readFilesSettings,
  testSettings: { folder: TEST_FOLDER, max: 100 * 1_048_576, bucket: null },
  refusals: (_parts, own) => storageRefusals(own),
  guardsBy: (own) => ({
    of: (model, core) => attachGuards(model, tableOf(core.dialect)),
    fill: (rows, place) => makeFiles(rows, place, storageOf(own)),
    refusals: () => [],
  }),
  written:
    ({ database, engine }) =>
    ({ entity }) =>
      hasFiles(entity, database)
        ? followRows(
            () => engine().model(entity.name),
            () => tableOf(database.dialect),
          )
        : null,
  folders: ({ bucket, folder }): Readonly<Record<string, string>> =>
    bucket ? {} : { files: folder },
  contents: storedContents,
  endpoints: { add: addFiles, paths: filesPaths },
  start: (parts, own) => keepClean(parts, own),
};

/** Whether the class of a model has a column of files. */
export function hasFiles(entity: new () => object, { dataSource }: Database): boolean {
  if (!dataSource.hasMetadata(entity)) return false;
  const { columns } = dataSource.getMetadata(entity);
  return columns.some(({ transformer }) => transformer instanceof FileType);
}

function addFiles(app: Express, parts: AppParts, own: FilesSettings): void {
  const all = fileEndpointParts(parts, own);
  const links = createLinks(parts.settings.authSecret);
  const { signedIn } = parts.authentication;
  endpoint(app, '/_files', { post: upload(all) }, signedIn);
  endpoint(app, '/_files/_links', { post: makeLinks(all, links) }, noStore, signedIn);
  endpoint(app, `${OPEN_PATH}/:name`, { get: openLink(all, links) });
  endpoint(app, '/_files/:id/_done', { post: uploadDone(all) }, signedIn);
  endpoint(app, '/_files/:model/:id/:field', { get: openFile(all) }, signedIn);
}

const HOUR = 3_600_000;

/** Removes what no row has, now and hourly, and has files scanned whose scan has said nothing. */
function keepClean(parts: ServiceParts, own: FilesSettings): Stop {
  const { logger, features } = parts;
  const all = { ...filesParts(parts, scanOf(features), own), engine: parts.engine };
  const ending = new AbortController();
  const clean = () =>
    sweep(all).catch((error: unknown) =>
      logger.warn({ err: error }, 'unused files were not removed; the next try is in an hour'),
    );
  let judging: Promise<void> | null = null;
  const judge = () =>
    (judging ??= scanAgain(all, ending.signal)
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'files were not scanned; the next try is in some minutes'),
      )
      .finally(() => (judging = null)));
  let cleaning = clean();
  void judge();
  const timers = [
    setInterval(() => (cleaning = clean()), HOUR).unref(),
    setInterval(() => void judge(), SCAN_AGAIN).unref(),
  ];
  return async () => {
    for (const timer of timers) clearInterval(timer);
    ending.abort();
    await Promise.all([cleaning, judging]);
  };
}
