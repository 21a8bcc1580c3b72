import type { Express, RequestHandler } from 'express';
import type { Database } from '../database/database.js';
import { endpoint } from '../http/endpoint.js';
import type { AppParts, Feature } from '../service/project.js';
import { duration, size, type SettingReader } from '../settings/setting-values.js';
import { exportEndpoint } from './export-endpoint.js';
import { exportPaths } from './export-paths.js';
import { ImportEndpoints, ownEndpointsOf } from './import-endpoints.js';
import { importJob } from './import-job.js';
import { importPaths } from './import-paths.js';
import { Runner } from './runner.js';
import { keepRunner, runnerOf } from './runners.js';
import { storedImports } from './stored-imports.js';

/** The settings of imports. */
export interface ImportSettings {
  /** Bytes of a file. */
  readonly limit: number;
  /** Seconds for which an import is kept. */
  readonly keep: number;
}

const readSettings = (read: SettingReader['read']): ImportSettings => ({
  limit: read('IMPORT_LIMIT', '20mb', size),
  keep: read('IMPORT_KEEP', '7d', duration),
});

/** Lists as files, and files into lists. As `FeatureWithJobs` it has its job for the feature `jobs`, where that is on. */
export const dataImport = {
  name: 'import',
  readSettings,
  testSettings: { limit: 1_048_576, keep: 3600 },
  endpoints: { add: addEndpoints, paths: { ...exportPaths, ...importPaths } },
  jobsFor: ({ database }) => [importJob(() => runnerOf(database))],
  start: ({ database }) => runnerOf(database).start(),
  commands: {
    import: async (project, args) =>
      (await import('./import-command.js')).runImportCommand(project, args),
  },
} satisfies Feature<ImportSettings> & {
  jobsFor(parts: { readonly database: Database }): readonly object[];
};

type Operation = keyof ImportEndpoints;

function addEndpoints(app: Express, parts: AppParts, { limit, keep }: ImportSettings): void {
  const { database, engine, directory, logger, queue, authentication } = parts;
  const { signedIn, inPerson } = authentication;
  const imports = storedImports(database);
  const isOwn = ownEndpointsOf(parts);
  const runParts = { database, engine, directory, logger, imports, limit, isOwn };
  const runner = new Runner(runParts, { keep: keep * 1000, byJobs: queue !== undefined });
  keepRunner(database, runner);
  const imported = new ImportEndpoints({ ...parts, imports, runner, limit });
  const on =
    (name: Operation): RequestHandler =>
    (request, response) =>
      imported[name](request, response);
  endpoint(app, '/_export/:model', { get: exportEndpoint(parts) }, signedIn);
  // An import goes on later with all rights of its user.
  const own = [signedIn, inPerson];
  endpoint(app, '/_imports', { get: on('list'), post: on('upload') }, ...own);
  endpoint(
    app,
    '/_imports/:id',
    { get: on('get'), patch: on('change'), delete: on('remove') },
    ...own,
  );
  endpoint(app, '/_imports/:id/check', { post: on('check') }, ...own);
  endpoint(app, '/_imports/:id/run', { post: on('run') }, ...own);
  endpoint(app, '/_imports/:id/stop', { post: on('stop') }, ...own);
  endpoint(app, '/_imports/:id/problems', { get: on('problems') }, ...own);
  endpoint(app, '/_imports/:id/failed.csv', { get: on('failed') }, ...own);
}
