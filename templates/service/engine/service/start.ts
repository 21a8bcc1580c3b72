import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Express } from 'express';
import { emailsNotUnique, hasUniqueEmails } from '../auth/access-control.js';
import { createNoAuthentication, type Authentication } from '../auth/authentication.js';
import { Directory } from '../auth/directory.js';
import { defaultAdministratorId, passwordRefusals, prepareAccess } from '../auth/first-start.js';
import { missingRoles } from '../auth/own-account.js';
import { openUsers, tellingUniques, unknownRoles } from '../auth/permissions.js';
import { createPasswords, passwordOptions } from '../auth/passwords.js';
import { presetsOf } from '../auth/preset-roles.js';
import { renewUsernameKeys } from '../auth/username-keys.js';
import type { Database } from '../database/database.js';
import { findDrift, findTriggers, findTrigrams } from '../database/find-drift.js';
import { migrate } from '../database/migrate.js';
import { formatError } from '../database/serialize-error.js';
import { createLogger } from '../http/request-log.js';
import { STOPPING, closeServer, listen } from '../http/serve.js';
import type { ModelInfo } from '../model/model-info.js';
import type { EngineWithPolicy } from '../records/create-engine.js';
import { openWrites } from '../model/model-module.js';
import { openSearch } from '../search/search-config.js';
import { noteReads, settingsOfAbsent } from '../settings/absent-features.js';
import { settingReader } from '../settings/setting-values.js';
import {
  InvalidSettings,
  StartRefused,
  workerNumber,
  type Environment,
  type Settings,
} from '../settings/settings.js';
import { compose, featuredDatabase, openProjectDatabase } from './compose.js';
import {
  sourceFolder,
  type FeatureSettings,
  type Project,
  type ServiceParts,
  type StartParts,
  type Stop,
} from './project.js';

/** Milliseconds after which running work is aborted. */
const GRACE = 10_000;

export interface RunningService {
  readonly url: string;
  /** Announces the shutdown for a while; then stops accepting requests, finishes running ones, and closes the database. */
  stop(): Promise<void>;
}

/** A service on its migrated database that does not listen yet. */
export interface OpenService extends ServiceParts {
  readonly app: Express;
  /** Closes the database; whatever uses it must have ended. */
  close(): Promise<void>;
}

/** Opens the database, migrates it and composes the service. Throws `StartRefused` where it must not start. */
export async function openService(
  project: Project,
  settings: Settings,
  features: FeatureSettings,
): Promise<OpenService> {
  const unfit = startRefusals({ settings, features, user: project.user });
  const logger = createLogger(settings.logLevel);
  const config = join(sourceFolder(project), '../config/search.json');
  const search = openSearch(config, (text) => logger.warn(text));
  const report = (text: string, error?: unknown): void =>
    error === undefined ? logger.warn(text) : logger.error({ err: error }, text);
  const options = { ...settings, report };
  const opened = await openProjectDatabase(project, settings.databaseUrl, options).catch(
    (error: unknown) => {
      throw error instanceof StartRefused ? new StartRefused([...unfit, ...error.reasons]) : error;
    },
  );
  const database = await featuredDatabase(opened, { settings, logger }, features);
  const passwords = createPasswords(passwordOptions(settings));
  const close = async () => {
    // After-commit work first, which may hash a password.
    await database.close();
    await passwords.close();
    logger.flush();
  };

  try {
    const weak = await passwordRefusals(database, settings, passwords);
    if (unfit.length + weak.length > 0) throw new StartRefused([...unfit, ...weak]);
    const applied = await migrate(database);
    if (applied.length > 0) logger.info({ applied }, 'migrations applied');
    const triggered = await findTriggers(database);
    const trigrams = await findTrigrams(database);
    await prepareAccess(database, passwords, settings, presetsOf(project));
    for (const { id, other } of await renewUsernameKeys(database))
      logger.warn(
        `user ${id} cannot sign in: the service cannot tell their username from the username of user ${other}; rename one of the two`,
      );

    const directory = new Directory(database, settings.signInBy);
    const authentication = settings.authDisabled
      ? await everybodyIsAdministrator(project, database, settings, directory)
      : undefined;
    const shared = { settings, logger, database, features, folder: sourceFolder(project) };
    const parts = { ...shared, passwords, directory, search, triggered, trigrams };
    const { app, engine } = compose(project, { ...parts, authentication });
    const warned =
      (workerNumber ?? 1) === 1 ? await warnings(project, database, engine, directory) : [];
    for (const warning of warned) logger.warn(warning);
    return { ...shared, engine, app, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Why a service must not start with its settings, those of its features included; the database is not asked. */
function startRefusals(parts: StartParts): readonly string[] {
  const { settings, features, user } = parts;
  const isShared = settings.signInBy !== 'username' && !hasUniqueEmails(user);
  return [
    ...settings.refusals,
    ...(isShared ? [emailsNotUnique(`SIGN_IN_BY=${settings.signInBy}`)] : []),
    ...[...features].flatMap(([feature, own]) => feature.refusals?.(parts, own) ?? []),
  ];
}

/** From settings to a listening service. Throws `StartRefused` where it must not start. */
export async function start(
  project: Project,
  settings: Settings,
  features: FeatureSettings,
): Promise<RunningService> {
  const service = await openService(project, settings, features);
  try {
    // First, so that all of it is running once the service responds.
    const stopFeatures = await startFeatures(service);
    const { server, url } = await listen(service.app, settings).catch(async (error: unknown) => {
      await stopFeatures();
      throw error;
    });
    service.logger.info({ url }, 'listening');
    return {
      url,
      stop: async () => {
        service.app.enable(STOPPING);
        const shutdown = { delay: settings.shutdownDelay * 1000, grace: GRACE };
        await Promise.all([closeServer(server, shutdown), stopFeatures()]);
        await service.close();
      },
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

async function everybodyIsAdministrator(
  { features = [] }: Project,
  database: Database,
  { adminUsername }: Settings,
  directory: Directory,
): Promise<Authentication> {
  const narrow = features.find((one) => one.everybody)?.everybody;
  const id = await defaultAdministratorId(database, adminUsername);
  return createNoAuthentication(id, directory, narrow);
}

const lackingTrigrams = ({ table, columns }: ModelInfo): string[] =>
  columns
    .filter(({ search }) => search === 'no-index')
    .map(
      ({ column }) =>
        `\`${table}.${column}\` has no complete trigram index: \`contains\` scans all rows`,
    );

/** What the developer should know of, although the service starts. */
async function warnings(
  { models, account, features = [] }: Project,
  database: Database,
  { models: infos, policy }: EngineWithPolicy,
  directory: Directory,
): Promise<readonly string[]> {
  const views = await features.find((one) => one.readOnly)?.readOnly?.drift(database);
  const lacking = infos.flatMap(lackingTrigrams);
  const drift = [...(await findDrift(database)), ...(views ?? []), ...lacking];
  const missing = account ? await missingRoles(account, directory) : [];
  return [
    ...drift.map((difference) => `drift: ${difference}`),
    ...openWrites(models),
    ...openUsers(infos),
    ...(await unknownRoles(infos, directory)),
    ...(await tellingUniques(infos, policy, directory)),
    ...missing,
  ];
}

/**
 * Runs one of the project's processes with the environment's settings; the process's own environment takes precedence over
 * `.env`. Problems with the settings, or with their database, are printed below `title`, a line each. Anything else is a bug,
 * printed with its stack.
 */
export async function withSettings(
  project: Project,
  title: string,
  work: (settings: Settings, own: FeatureSettings) => Promise<void>,
): Promise<void> {
  const fail = (error: unknown): never => {
    const lines =
      error instanceof StartRefused
        ? [title, ...error.reasons.map((reason) => `  ${reason}`)]
        : [formatError(error)];
    process.stderr.write(`${lines.join('\n')}\n`);
    process.exit(1);
  };
  // Node would print an uncaught error with all of its properties.
  process.once('uncaughtException', fail);
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const { settings, own } = readAllSettings(project, process.env);
    await work(settings, own);
  } catch (error) {
    fail(error);
  }
}

/**
 * The settings of a project and of its features. Throws a `StartRefused` that lists every invalid value and what needs a feature,
 * together with what would refuse the start next.
 */
export function readAllSettings(
  project: Project,
  env: Environment,
): { readonly settings: Settings; readonly own: FeatureSettings } {
  const { noted, asked } = noteReads(env);
  const { read, wrong } = settingReader(noted);
  const own = new Map(
    (project.features ?? []).map((feature) => [feature, feature.readSettings?.(read) ?? {}]),
  );
  const { settings, invalid } = tryToRead(project, noted);
  const absent = settingsOfAbsent(project.absentFeatures ?? {}, env, asked);
  const all = [...invalid, ...wrong, ...absent];
  const parts = { settings, features: own, user: project.user };
  if (all.length > 0) throw new StartRefused([...all, ...startRefusals(parts)]);
  return { settings, own };
}

/** The settings of a project, with defaults in place of what is invalid. */
function tryToRead(
  project: Project,
  env: Environment,
): { readonly settings: Settings; readonly invalid: readonly string[] } {
  try {
    return { settings: project.readSettings(env), invalid: [] };
  } catch (error) {
    if (error instanceof InvalidSettings) return { settings: error.settings, invalid: error.wrong };
    throw error;
  }
}

/** Starts the work of all features; the last to start is the first to stop. */
export async function startFeatures(parts: ServiceParts): Promise<Stop> {
  const running: Stop[] = [];
  const stop = async () => {
    for (const one of running.splice(0).reverse()) await one();
  };
  try {
    for (const [feature, own] of parts.features) {
      const ended = await feature.start?.(parts, own);
      if (ended) running.push(ended);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
