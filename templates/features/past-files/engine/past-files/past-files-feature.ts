import type { Express } from 'express';
import type { Database } from '../database/database.js';
import type { Dialect } from '../database/dialect.js';
import { files, hasFiles } from '../files/files-feature.js';
import { scanOf } from '../files/file-scan.js';
import { filesParts, type FileEndpointParts } from '../files/files-parts.js';
import type { FilesSettings } from '../files/files-settings.js';
import { hasHistory } from '../history/has-history.js';
import { keepTime, ownKeep } from '../history/keep.js';
import { endpoint } from '../http/endpoint.js';
import type { ModelInfo } from '../model/model-info.js';
import type { AppParts, Feature, ServiceParts, Stop } from '../service/project.js';
import { followPastFiles } from './follow-past-files.js';
import { openPastFile } from './open-past-file.js';
import { pastFilesPaths } from './past-files-paths.js';
import { PastFiles, type Kept } from './past-files.js';
import { takeBackGuards } from './take-back.js';

/** The settings of the feature: the history's own, whose time its files have, too. */
export interface PastFilesSettings {
  /** Milliseconds for which files are kept that records have let go of, where their model does not say. */
  readonly keep: number;
}

/** Keeps files that records have let go of as long as their history, opens them, and gives them back. */
export const pastFiles: Feature<PastFilesSettings> = {
  name: 'past-files',
  readSettings: (read) => ({ keep: read('HISTORY_KEEP', '2y', keepTime) }),
  testSettings: { keep: keepTime('2y') },
  guardsBy: () => ({
    of: (model, core) => (hasHistory(model) ? takeBackGuards(model, tableOf(core.dialect)) : []),
    refusals: () => [],
  }),
  written:
    ({ database, engine }) =>
    ({ entity }) =>
      hasHistory({ entity }) && hasFiles(entity, database)
        ? followPastFiles(
            () => engine().model(entity.name),
            () => tableOf(database.dialect),
          )
        : null,
  endpoints: { add: addPastFiles, paths: pastFilesPaths },
  start: (parts, { keep }) => keepClean(parts, keep),
};

const tables = new WeakMap<Dialect, PastFiles>();

/** The table of past files in a database. */
function tableOf(dialect: Dialect): PastFiles {
  const known = tables.get(dialect) ?? new PastFiles(dialect);
  tables.set(dialect, known);
  return known;
}

function addPastFiles(app: Express, parts: AppParts): void {
  const { authentication, database, engine, features, logger, modules, settings } = parts;
  const own = features.get(files) as FilesSettings;
  const all: FileEndpointParts = {
    ...filesParts({ database, logger }, scanOf(features), own),
    ...{ authentication, engine, modules, settings },
  };
  const past = tableOf(database.dialect);
  const path = '/_files/:model/:id/:field/:file';
  endpoint(app, path, { get: openPastFile(all, past) }, authentication.signedIn);
}

const HOUR = 3_600_000;

/** Lets go of files whose time is over, now and hourly: the feature `files` removes them. */
function keepClean({ database, engine, logger }: ServiceParts, keep: number): Stop {
  const clean = () =>
    dropOld(database, engine.models, keep).catch((error: unknown) =>
      logger.warn({ err: error }, 'old past files were not removed; the next try is in an hour'),
    );
  let cleaning = clean();
  const timer = setInterval(() => (cleaning = clean()), HOUR).unref();
  return async () => {
    clearInterval(timer);
    await cleaning;
  };
}

/** Lets go of what models have kept for their time, and of all others of what is older than `keep` milliseconds. */
export async function dropOld(
  database: Database,
  models: readonly Pick<ModelInfo, 'entity' | 'table'>[],
  keep: number,
  now = Date.now(),
): Promise<void> {
  const past = tableOf(database.dialect);
  const own = models.flatMap((model) => {
    const time = ownKeep(model);
    return time === null ? [] : [{ table: model.table, time }];
  });
  const all: readonly (readonly [Kept, number])[] = [
    [{ but: own.map(({ table }) => table) }, keep],
    ...own.map(({ table, time }) => [{ table }, time] as const),
  ];
  for (const [kept, time] of all) {
    const dropSome = () =>
      database.write((session) => past.dropOld(session, kept, now - time), { shared: false });
    while (await dropSome());
  }
}
