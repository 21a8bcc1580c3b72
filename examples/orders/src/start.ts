import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Express } from 'express';
import { createApp } from './app.js';
import { ACCESS_ENTITIES, accessControlModels } from './auth/access-control.js';
import { createAuthentication, createNoAuthentication } from './auth/authentication.js';
import { defaultAdministratorId, passwordRefusals } from './auth/default-administrator.js';
import { Directory } from './auth/directory.js';
import { prepareAccess } from './auth/first-start.js';
import { createPasswords } from './auth/passwords.js';
import { createThrottle } from './auth/throttle.js';
import { createTokens } from './auth/tokens.js';
import { createEngine } from './crud/create-engine.js';
import { openWrites } from './crud/open-writes.js';
import { findDrift } from './database/find-drift.js';
import { findTriggers } from './database/find-triggers.js';
import { migrate } from './database/migrate.js';
import { migrations } from './database/migrations/migrations.gen.js';
import type { Database } from './database/database.js';
import { openDatabase } from './database/open-database.js';
import { answerClientError } from './http/client-error.js';
import { closeServer } from './http/close-server.js';
import { fastPrototypes } from './http/fast-prototypes.js';
import { createLogger } from './http/logger.js';
import { models } from './models/models.gen.js';
import { openSearch } from './search/search-config.js';
import { StartRefused, type Settings } from './settings.js';

const PROJECT = join(import.meta.dirname, '..');
/** What still runs after this time is cut off. */
const GRACE = 10_000;

export interface RunningService {
  readonly url: string;
  /** Stops accepting, finishes what runs, closes the database. */
  stop(): Promise<void>;
}

/** From settings to a service that listens. Throws `StartRefused` where it must not. */
export async function start(settings: Settings): Promise<RunningService> {
  const logger = createLogger(settings.logLevel);
  const search = openSearch(join(PROJECT, 'config/search.json'), (text) => logger.warn(text));
  const entities = [...models.map(({ entity }) => entity), ...ACCESS_ENTITIES];
  const { databaseUrl, statementTimeout } = settings;
  const database = await openDatabase(databaseUrl, entities, migrations, { statementTimeout });
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
    for (const warning of await warnings(database)) logger.warn(warning);
    const triggered = await findTriggers(database);
    await prepareAccess(database, passwords, settings);

    const directory = new Directory(database);
    const modules = [...models, ...accessControlModels(passwords, directory.changed)];
    const { roles } = directory;
    const { searchedFields } = search;
    const engine = createEngine({ database, modules, roles, searchedFields, triggered, settings });
    const tokens = createTokens(settings.authSecret, settings.tokenTtl);
    const throttle = createThrottle(database);
    const authentication = settings.authDisabled
      ? createNoAuthentication(
          await defaultAdministratorId(database, settings.adminUsername),
          directory,
        )
      : createAuthentication(tokens, directory);

    const app = createApp({
      settings,
      logger,
      database,
      modules,
      engine,
      search,
      directory,
      tokens,
      passwords,
      throttle,
      authentication,
    });
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

/** What the developer should know of, and what is served all the same. */
async function warnings(database: Database): Promise<readonly string[]> {
  const drift = await findDrift(database);
  return [...drift.map((difference) => `drift: ${difference}`), ...openWrites(models)];
}

async function listen(
  app: Express,
  { port, host }: Settings,
): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(fastPrototypes(app), app);
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
