import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Express } from 'express';
import { type Authentication, createNoAuthentication } from '../auth/authentication.js';
import { defaultAdministratorId, passwordRefusals, prepareAccess } from '../auth/first-start.js';
import { Directory } from '../auth/directory.js';
import { createPasswords } from '../auth/passwords.js';
import type { Database } from '../database/database.js';
import { findDrift, findTriggers } from '../database/find-drift.js';
import { migrate } from '../database/migrate.js';
import { answerClientError } from '../http/send-problem.js';
import { fastExpress } from '../http/fast-express.js';
import { createLogger } from '../http/request-log.js';
import { openWrites } from '../model/model-module.js';
import { openSearch } from '../search/search-config.js';
import { StartRefused, type Settings } from '../settings/settings.js';
import { compose, openProjectDatabase } from './compose.js';
import type { Project } from './project.js';

/** What still runs after this time is cut off. */
const GRACE = 10_000;

export interface RunningService {
  readonly url: string;
  /** Stops accepting, finishes what runs, closes the database. */
  stop(): Promise<void>;
}

/** From settings to a service that listens. Throws `StartRefused` where it must not. */
export async function start(project: Project, settings: Settings): Promise<RunningService> {
  const logger = createLogger(settings.logLevel);
  const config = join(project.folder, '../config/search.json');
  const search = openSearch(config, (text) => logger.warn(text));
  const { databaseUrl, statementTimeout } = settings;
  const database = await openProjectDatabase(project, databaseUrl, { statementTimeout });
  const passwords = createPasswords();
  const close = async () => {
    await passwords.close();
    await database.close();
    logger.flush();
  };

  try {
    const weak = await passwordRefusals(database, settings, passwords);
    const refusals = [...settings.refusals, ...weak];
    if (refusals.length > 0) throw new StartRefused(refusals);
    await migrate(database);
    for (const warning of await warnings(project, database)) logger.warn(warning);
    const triggered = await findTriggers(database);
    await prepareAccess(database, passwords, settings);

    const directory = new Directory(database);
    const authentication = settings.authDisabled
      ? await everybodyIsAdministrator(database, settings, directory)
      : undefined;
    const parts = { settings, logger, database, passwords, directory, search, triggered };
    const { app } = compose(project, { ...parts, authentication });
    const { server, url } = await listen(app, settings);
    logger.info({ url }, 'listening');
    return {
      url,
      stop: async () => {
        await closeServer(server, GRACE);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function everybodyIsAdministrator(
  database: Database,
  { adminUsername }: Settings,
  directory: Directory,
): Promise<Authentication> {
  return createNoAuthentication(await defaultAdministratorId(database, adminUsername), directory);
}

/** What the developer should know of, and what is served all the same. */
async function warnings({ models }: Project, database: Database): Promise<readonly string[]> {
  const drift = await findDrift(database);
  return [...drift.map((difference) => `drift: ${difference}`), ...openWrites(models)];
}

async function listen(
  app: Express,
  { port, host, fastExpress: fast }: Settings,
): Promise<{ readonly server: Server; readonly url: string }> {
  const server = fast ? createServer(fastExpress(app), app) : createServer(app);
  server.on('clientError', answerClientError);
  // Longer than proxies keep their connections, so that it is never the service that closes one in use.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new StartRefused([`PORT: ${port} is in use on ${host}`]) : error);
    });
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return { server, url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}` };
}

/** Stops accepting, lets running requests finish, and resolves when all are done; cuts off those that take `graceMs`. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that has just answered is idle for a moment only, instead of the usual seconds.
  server.keepAliveTimeout = 1;
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const overdue = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(overdue);
}
