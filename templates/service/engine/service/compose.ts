import type { Express } from 'express';
import type { Logger } from 'pino';
import { accessControlModels, accessEntities } from '../auth/access-control.js';
import { withAdministrationEvents } from '../auth/administration-events.js';
import { ownTenants } from '../auth/entities.js';
import { createAuthentication, type Authentication } from '../auth/authentication.js';
import { Directory } from '../auth/directory.js';
import { createAccounts } from '../auth/own-account.js';
import type { Passwords } from '../auth/passwords.js';
import { createGate } from '../auth/gate.js';
import { createProofs } from '../auth/proofs.js';
import { createSecurityEvents } from '../auth/security-events.js';
import { createThrottle } from '../auth/throttle.js';
import { createTokens, type Tokens } from '../auth/tokens.js';
import { createEngine, type EngineWithPolicy } from '../records/create-engine.js';
import type { Database, DatabaseOptions } from '../database/database.js';
import { openDatabase } from '../database/open-database.js';
import { replaceDatabase } from '../database/scoped-data-source.js';
import { HSTS_SUBDOMAINS, type PageHeaders } from '../http/security-headers.js';
import { followed, watched, type ModelModule } from '../model/model-module.js';
import type { Crud } from '../model/records.js';
import { reportOnce } from '../problem/problem.js';
import type { Search } from '../search/search-config.js';
import { StartRefused, type Settings, type SignInBy } from '../settings/settings.js';
import {
  migrationsTableIn,
  sourceFolder,
  type AddedView,
  type AddedWrites,
  type AppParts,
  type Feature,
  type FeatureSettings,
  type OpeningParts,
  type Project,
  type ServiceParts,
  type SessionCookieParts,
  type WatchParts,
} from './project.js';
import { unlistedRules } from './unlisted-rules.js';

/** What a service consists of besides the project's own parts. */
export interface Parts {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly database: Database;
  readonly passwords: Passwords;
  readonly directory: Directory;
  readonly search: Search;
  readonly features: FeatureSettings;
  /** Tables with triggers; see `findTriggers`. */
  readonly triggered?: ReadonlySet<string>;
  /** Trigram indexes; see `findTrigrams`. */
  readonly trigrams?: ReadonlySet<string>;
  /** How callers are identified; by tokens by default. */
  readonly authentication?: Authentication;
}

/** A service that does not listen yet. */
export interface Composed {
  readonly app: Express;
  readonly engine: EngineWithPolicy;
  readonly tokens: Tokens;
}

/** Opens the database of a project with all its entities, as its features need it; see `openDatabase`. */
export async function openProjectDatabase(
  { user, migrations, ...project }: Project,
  databaseUrl: string,
  given?: DatabaseOptions,
): Promise<Database> {
  const models = ownModels(project);
  const own = models.map(({ entity }) => entity);
  const entities = new Set([...own, ...accessEntities(user, models)]);
  const options = { ...given, migrationsTable: migrationsTableIn(project) };
  const opened = await openDatabase(databaseUrl, [...entities], migrations, options);
  const features = project.features ?? [];
  try {
    for (const feature of features) feature.nameTables?.(opened);
    for (const feature of features) await feature.prepare?.(opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

/** The database of a service: what its features make of the opened one, each of what those before it have made. */
export async function featuredDatabase(
  opened: Database,
  parts: OpeningParts,
  features: FeatureSettings,
): Promise<Database> {
  let database = opened;
  try {
    for (const [feature, own] of features)
      if (feature.database) database = await feature.database(database, parts, own);
  } catch (error) {
    await database.close();
    throw error;
  }
  replaceDatabase(database);
  return database;
}

/** The project's models and the built-in ones; `changed` is called when users or roles change. */
export const allModels = (
  project: Project,
  passwords: Passwords,
  changed: () => void,
  signInBy?: SignInBy,
): readonly ModelModule[] => {
  const models = ownModels(project);
  const user = models.find(({ entity }) => entity === project.user);
  const tenant = ownTenants(models);
  const others = models.filter((model) => model !== user && model !== tenant);
  const builtIn = accessControlModels(project.user, passwords, changed, user, signInBy, tenant);
  return [...others, ...builtIn];
};

/** A project's models as its features observe them, in the order of these, and what is awaited before each write if any does. */
export function watchedModels(
  { features = [] }: Pick<Project, 'features'>,
  models: readonly ModelModule[],
  parts: WatchParts,
) {
  const brought = new Set(features.flatMap((feature) => feature.models ?? []));
  const watches = features.flatMap((feature) => feature.watch?.(parts) ?? []);
  const told = features.flatMap((feature) => feature.written?.(parts) ?? []);
  const modules = models.map((model) =>
    brought.has(model) ? model : watches.reduce(watched, told.reduceRight(followed, model)),
  );
  const ready = async () => {
    for (const watch of watches) await watch.ready();
  };
  return { modules, ready: watches.length > 0 ? ready : undefined };
}

/** What features add to the engine of a project, such as lines; without their settings, those of tests hold. */
export const engineFeatures = (
  { features = [] }: Pick<Project, 'features'>,
  settings?: FeatureSettings,
) => ({
  keys: features.find((one) => one.keys)?.keys,
  lines: features.find((one) => one.lines)?.lines,
  totals: features.find((one) => one.totals)?.totals,
  unread: features.find((one) => one.unread)?.unread,
  guards: features.flatMap((one) => {
    const own = settings?.get(one) ?? one.testSettings ?? {};
    return [one.guards ?? [], one.guardsBy?.(own) ?? []].flat();
  }),
  removals: features.flatMap(({ removal }) => removal ?? []),
  readOnly: features.find((one) => one.readOnly)?.readOnly,
});

/** The models of a project and of its features. */
const ownModels = ({
  models,
  features = [],
}: Pick<Project, 'models' | 'features'>): readonly ModelModule[] => [
  ...models,
  ...features.flatMap((feature) => feature.models ?? []),
];

/**
 * Composes a service on a migrated database: the same one for the start and for tests. Throws `StartRefused` where there are
 * access rules that nothing would obey.
 */
export function compose(project: Project, parts: Parts): Composed {
  refuse(unlistedRules(project));
  const { settings, logger, database, passwords, directory, search, triggered, trigrams } = parts;
  const { features = [] } = project;
  const models = withAdministrationEvents(
    allModels(project, passwords, directory.changed, settings.signInBy),
    project.user,
    (event) => events.tell(event),
  );
  const { modules, ready } = watchedModels(project, models, { database, engine: () => engine });
  const { roles } = directory;
  const { searchedFields } = search;
  const report = reportOnce((facts, message) => logger.error(facts, message));
  const shared = { database, modules, roles, searchedFields, triggered, trigrams, settings };
  const added = engineFeatures(project, parts.features);
  const engine: EngineWithPolicy = createEngine({ ...shared, ...added, logger, report, ready });
  const { account } = project;
  const folder = sourceFolder(project);
  const served = { settings, logger, database, engine, folder };
  const serviceParts = { ...served, features: parts.features, account };
  const tokens = createTokens(settings.authSecret, settings.tokenTtl);
  const throttle = createThrottle(database);
  const each = eachOf(parts.features);
  const events = createSecurityEvents(
    logger,
    each((one, own) => one.securityEvents?.(serviceParts, own)),
  );
  const doorParts = { ...serviceParts, directory, passwords, throttle, tokens, events };
  const doors = each((one, own) => one.signIn?.(doorParts, own));
  const gate = createGate({ tokens, directory, events, doors });
  const pendingAddresses = each((one, own) => one.pendingAddresses?.(serviceParts, own))[0];
  const signingIn = { ...doorParts, gate, pendingAddresses };
  const app = project.createApp({
    ...parts,
    folder,
    code: project.folder,
    modules,
    routers: [...(project.routers ?? []), ...features.flatMap((one) => one.routers ?? [])],
    ...inFront({ ...serviceParts, tokens }),
    endpoints: [...parts.features].flatMap(([{ endpoints }, own]) =>
      endpoints ? { ...endpoints, add: (on, all) => endpoints.add(on, all, own) } : [],
    ),
    readMultipart: features.find((one) => one.readMultipart)?.readMultipart,
    writes: each(writesWith(serviceParts))[0],
    view: each(viewWith(serviceParts))[0],
    headers: headersOf(features),
    describedLines: added.lines?.schemas,
    invitations: each((one, own) => one.invitations?.(doorParts, own))[0],
    pendingAddresses,
    queue: features.find((one) => one.queue)?.queue?.(database),
    engine,
    tokens,
    proofs: createProofs({ directory, passwords, throttle, doors }),
    ...{ throttle, gate, events, account },
    accounts: createAccounts(signingIn, account),
    authentication: parts.authentication ?? createAuthentication(tokens, directory, doors),
  });
  if (settings.hstsSubdomains) app.enable(HSTS_SUBDOMAINS);
  return { app, engine, tokens };
}

/** Refuses the start for these reasons, if there are any. */
function refuse(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new StartRefused(reasons);
}

/** What each feature contributes, by its settings. */
const eachOf =
  (features: FeatureSettings) =>
  <T>(part: (one: Feature, own: object) => T | null | undefined): T[] =>
    [...features].flatMap(([one, own]) => part(one, own) ?? []);

/** How a feature carries out writes, by its settings. */
const writesWith =
  (parts: ServiceParts) =>
  ({ writes }: Feature, own: object): AddedWrites | undefined =>
    writes && { ...writes, writer: writes.create(parts, own) };

/** How a feature serves other records than those that are there. */
const viewWith =
  (parts: ServiceParts) =>
  ({ view }: Feature): AddedView | undefined =>
    view && { ...view, operationsOf: view.create(parts) };

/** The headers that features add to those of every service. */
const headersOf = (features: readonly Feature[]): PageHeaders => ({
  sent: features.flatMap(({ headers }) => headers?.sent ?? []),
  read: features.flatMap(({ headers }) => headers?.read ?? []),
});

/** What requests of all kinds pass; first of all the cookie of sessions, by which whatever follows finds the caller. */
function inFront(
  parts: ServiceParts & SessionCookieParts,
): Pick<AppParts, 'middleware' | 'sessionCookie'> {
  const each = eachOf(parts.features);
  const cookies = each((one, own) => one.sessionCookie?.(parts, own));
  const others = each((one, own) => one.middleware?.(parts, own));
  return {
    middleware: [...cookies.map(({ handler }) => handler), ...others],
    sessionCookie: cookies[0],
  };
}

/** The operations of all models without a running service: for seeds and the console. */
export interface Workbench {
  readonly database: Database;
  readonly engine: EngineWithPolicy;
  /** The operations of the active user with this name. */
  as(username: string): Promise<Crud>;
}

/** Composes a project's operations on a migrated database. */
export function createWorkbench(
  project: Project,
  database: Database,
  passwords: Passwords,
  settings: Settings,
  own?: FeatureSettings,
): Workbench {
  const directory = new Directory(database);
  const models = allModels(project, passwords, directory.changed, settings.signInBy);
  const watch = watchedModels(project, models, { database, engine: () => engine });
  const { roles } = directory;
  const parts = { database, roles, searchedFields: () => [], settings };
  const engine: EngineWithPolicy = createEngine({
    ...parts,
    ...watch,
    ...engineFeatures(project, own),
  });
  return {
    database,
    engine,
    async as(username) {
      const known = await directory.credentials(username);
      const account = known && (await directory.account(known.userId));
      if (!account?.active) throw new Error(`there is no active user named ${username}`);
      return engine.as(account.user);
    },
  };
}
