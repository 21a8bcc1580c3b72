import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { Directory } from '../../../service/engine/auth/directory.js';
import type { NumericId } from '../../../service/engine/fields/record-id.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { EngineWithPolicy } from '../../../service/engine/records/create-engine.js';
import type { RecordGuards } from '../../../service/engine/records/scope.js';
import type { Project, ServiceParts } from '../../../service/engine/service/project.js';
import type { OwnTools } from '../../own-code.js';
import { OwnCodeWatch } from '../sql/own-code-watch.js';
import { withRowKey } from './keyless-rows.js';
import { projectCode, type ProjectCode } from './project-code.js';
import { send, type Answer, type Request } from './request.js';
import { viewsAsTables } from './views-as-tables.js';
import { WatchedDatabase } from './watched-database.js';

/** The whole service of a project in this process, on an empty database with its tables and roles. */
export interface ProvedService {
  readonly url: string;
  readonly database: WatchedDatabase;
  readonly engine: EngineWithPolicy;
  readonly models: readonly ModelInfo[];
  readonly directory: Directory;
  readonly code: ProjectCode;
  /** What the project's own code does past the rules. */
  readonly watch: OwnCodeWatch;
  /** The fields that `q` searches in a model. */
  readonly searchedFields: (model: ModelInfo) => readonly string[];
  /** Whether a record is read together with its lines. */
  readonly hasLines: boolean;
  /** Whether deleted records of a model go to the trash. */
  readonly hasTrash: (model: ModelInfo) => boolean;
  /** What gives rows values where the service stores them. */
  readonly guards: readonly RecordGuards[];
  /** Users who act by an API key, and not by a token. */
  readonly keys: Map<NumericId, string>;
  /** Sends a request as the user with this id, or without a token. */
  ask(userId: NumericId | null, request: Request): Promise<Answer>;
  /** Does a job of a feature, where the queue of the feature `jobs` has it and no worker runs. */
  doJob(name: string, payload: object): Promise<void>;
  stop(): Promise<void>;
}

const NOBODY = { id: 0, username: '', roles: [], tenants: [] };

/** The version of every token: nobody signs in with a password here. */
export const TOKEN_VERSION = 'proved';
/** A world fits into a page. */
const ROOM = { MAX_PAGE_SIZE: '10000', LOG_LEVEL: 'silent' };

/** Starts the service as the project composes it; `url` names an empty database. */
export async function startService(
  tools: OwnTools,
  project: Project,
  url: string,
): Promise<ProvedService> {
  const settings = project.readSettings({ ...process.env, ...ROOM, DATABASE_URL: url });
  const features = new Map(
    (project.features ?? []).map((feature) => [feature, feature.testSettings ?? {}]),
  );
  const logger = tools.createLogger('silent');
  const opened = await tools.openProjectDatabase(project, url);
  const database = new WatchedDatabase(
    await tools.featuredDatabase(opened, { settings, logger }, features),
  );
  await tools.migrate(database);
  await viewsAsTables(database, tools);
  await tools.resetRoles(database, tools.presetsOf(project));
  const passwords = tools.createPasswords(tools.passwordOptions(settings));
  const directory = new tools.Directory(database, settings.signInBy);
  const search = tools.openSearch(
    join(tools.sourceFolder(project), '../config/search.json'),
    () => undefined,
  );
  const shared = { settings, logger, database, features, folder: tools.sourceFolder(project) };
  const { app, engine, tokens } = tools.compose(project, {
    ...shared,
    ...{ passwords, directory, search },
  });
  const watch = new OwnCodeWatch({
    ...{ database, engine, host: hostOf(url) },
    folder: tools.sourceFolder(project),
  });
  const server = createServer(app);
  const origin = await listen(server);
  const tokenOf = issuer((id) => tokens.issue(id, TOKEN_VERSION));
  const keys = new Map<NumericId, string>();
  const credentialOf = (id: NumericId) => keys.get(id) ?? tokenOf(id);
  return {
    ...{ url: origin, database, engine, directory, keys, hasTrash: trashOf(engine) },
    code: projectCode(project, tools, engine.models),
    watch,
    models: engine.models.map((model) => withRowKey(model, tools)),
    searchedFields: search.searchedFields,
    guards: tools.engineFeatures(project).guards,
    hasLines: tools.engineFeatures(project).lines !== undefined,
    ask: (userId, request) =>
      watch.during(`${request.method} ${request.path}`, () =>
        send(origin, userId === null ? null : credentialOf(userId), request),
      ),
    doJob: (name, payload) => doJob({ ...shared, engine }, name, payload),
    stop: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await passwords.close();
      await database.close();
    },
  };
}

/** Whether records of a model are deleted in a way of their own. */
const trashOf =
  (engine: EngineWithPolicy) =>
  (model: ModelInfo): boolean =>
    engine.scope(NOBODY)(model.entity).core.plan(model).removal !== null;

/** Issues a token for each user once. */
function issuer(issue: (id: NumericId) => string): (id: NumericId) => string {
  const issued = new Map<NumericId, string>();
  return (id) => {
    const token = issued.get(id) ?? issue(id);
    issued.set(id, token);
    return token;
  };
}

/** A feature with jobs of its own, as the feature `jobs` finds them. */
interface WithJobs {
  jobsFor?(
    parts: ServiceParts,
    own: object,
  ): readonly {
    readonly name: string;
    handler(context: { payload: object; signal: AbortSignal }): Promise<unknown>;
  }[];
}

async function doJob(parts: ServiceParts, name: string, payload: object): Promise<void> {
  if (![...parts.features.keys()].some(({ queue }) => queue !== undefined)) return;
  const jobs = [...parts.features].flatMap(
    ([feature, own]) => (feature as WithJobs).jobsFor?.(parts, own) ?? [],
  );
  const job = jobs.find((one) => one.name === name);
  await job?.handler({ payload, signal: new AbortController().signal });
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The host of a database; empty for a file. */
const hostOf = (url: string): string => (url.startsWith('sqlite:') ? '' : new URL(url).hostname);
