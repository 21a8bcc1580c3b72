import type { Express } from 'express';
import type { Database } from '../database/database.js';
import type { Dialect } from '../database/dialect.js';
import { files, hasFiles } from '../files/files-feature.js';
import { fileEndpointParts } from '../files/files-parts.js';
import type { FilesSettings } from '../files/files-settings.js';
import { hasHistory } from '../history/has-history.js';
import { history, type HistorySettings } from '../history/history-feature.js';
import { hourly } from '../history/hourly.js';
import { ownTimes, type KeptModels } from '../history/keep.js';
import { endpoint } from '../http/endpoint.js';
import type { AppParts, Feature, ServiceParts, Stop } from '../service/project.js';
import { followPastFiles } from './follow-past-files.js';
import { openPastFile } from './open-past-file.js';
import { pastFilesPaths } from './past-files-paths.js';
import { PastFiles, type Kept } from './past-files.js';
import { takeBackGuards } from './take-back.js';

/** Keeps files that records have let go of as long as their history, opens them, and gives them back. */
export const pastFiles: Feature = {
  name: 'past-files',
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
  start: keepClean,
};

const tables = new WeakMap<Dialect, PastFiles>();

/** The table of past files in a database. */
function tableOf(dialect: Dialect): PastFiles {
  const known = tables.get(dialect) ?? new PastFiles(dialect);
  tables.set(dialect, known);
  return known;
}

function addPastFiles(app: Express, parts: AppParts): void {
  const all = fileEndpointParts(parts, parts.features.get(files) as FilesSettings);
  const past = tableOf(parts.database.dialect);
  const path = '/_files/:model/:id/:field/:file';
  endpoint(app, path, { get: openPastFile(all, past) }, parts.authentication.signedIn);
}

/** Lets go of files whose time is over, that of the history: the feature `files` removes them. */
function keepClean({ database, engine, features, logger }: ServiceParts): Stop {
  const { keep } = features.get(history) as HistorySettings;
  return hourly(
    () => dropOld(database, engine.models, keep),
    (err) => logger.warn({ err }, 'old past files were not removed; the next try is in an hour'),
  );
}

/** Lets go of what models have kept for their time, and of all others of what is older than `keep` milliseconds. */
export async function dropOld(
  database: Database,
  models: KeptModels,
  keep: number,
  now = Date.now(),
): Promise<void> {
  const past = tableOf(database.dialect);
  const own = ownTimes(models);
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
