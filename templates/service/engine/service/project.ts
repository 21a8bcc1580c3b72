import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Express, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { MigrationInterface } from 'typeorm';
import type { AuthParts } from '../auth/auth-routes.js';
import type { UserEntity } from '../auth/entities.js';
import type { AccountRules } from '../auth/own-account.js';
import type { Account, Directory } from '../auth/directory.js';
import type { Invitations } from '../auth/invitations.js';
import type { Passwords } from '../auth/passwords.js';
import type { PendingAddresses } from '../auth/pending-addresses.js';
import type { PresetRole } from '../auth/preset-roles.js';
import type { Proofs } from '../auth/proofs.js';
import type { ObserveEvent, SecurityEvents } from '../auth/security-events.js';
import type { SignInDoor } from '../auth/sign-in-door.js';
import type { Throttle } from '../auth/throttle.js';
import type { Tokens } from '../auth/tokens.js';
import type { EngineWithPolicy } from '../records/create-engine.js';
import type {
  LineTotals,
  RecordGuards,
  RecordLines,
  Removal,
  UnreadValues,
} from '../records/scope.js';
import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import { MIGRATIONS_TABLE } from '../database/migrations-table.js';
import type { DescribedLines } from '../docs/model-schemas.js';
import type { DescribedEndpoints } from '../docs/document-parts.js';
import type {
  DescribedView,
  DescribedWrites,
  OpenApiDocument,
  Schema,
} from '../docs/openapi-types.js';
import type { NumericId } from '../fields/record-id.js';
import type { ReadMultipart } from '../http/read-body.js';
import type { PageHeaders } from '../http/security-headers.js';
import type { OwnRouter } from '../model/define-routes.js';
import type { CompositeKeys } from '../model/describe-key.js';
import type { WrittenHook } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';
import type { ModelModule, Watch } from '../model/model-module.js';
import type { ReadOnlyModels } from '../model/read-only-models.js';
import type { IdOf } from '../model/entity-types.js';
import type { Crud } from '../model/records.js';
import type { AccountsFrom, RecordView } from '../routes/route-context.js';
import type { RequestWriter } from '../routes/request-writes.js';
import type { Search } from '../search/search-config.js';
import type { AbsentFeatures } from '../settings/absent-features.js';
import type { SettingReader } from '../settings/setting-values.js';
import type { Settings } from '../settings/settings.js';

/** What an app is built from. */
export interface AppParts<Own extends Settings = Settings> extends AuthParts {
  readonly settings: Own;
  readonly logger: Logger;
  readonly database: Database;
  readonly modules: readonly ModelModule[];
  /** Sign-in and sign-up for custom endpoints. */
  readonly accounts: AccountsFrom;
  /** Endpoints without a model. */
  readonly routers: readonly OwnRouter[];
  /** Middleware of the project's features, which sees every request before a router does. */
  readonly middleware: readonly RequestHandler[];
  /** Endpoints of features beside those of models and routers, and how `/docs` describes them. */
  readonly endpoints: readonly AddedEndpoints[];
  /** Reads the multipart bodies that custom endpoints accept, where a feature does. */
  readonly readMultipart?: ReadMultipart | undefined;
  /** Carries out the writes of generated endpoints, where a feature does. */
  readonly writes?: AddedWrites | undefined;
  /** Serves other records of models than those that are there, where a feature does. */
  readonly view?: AddedView | undefined;
  /** How `/openapi.json` describes records that are lines of others, where a feature reads and writes them. */
  readonly describedLines?: DescribedLines | undefined;
  /** Headers of features, which pages of other origins may send and read. */
  readonly headers?: PageHeaders | undefined;
  /** The cookie that keeps sessions of the service's own pages, where a feature has one. */
  readonly sessionCookie?: SessionCookie | undefined;
  /** Does work later, where a feature does. */
  readonly queue?: WorkQueue | undefined;
  /** Makes users of those who were invited, where a feature does. */
  readonly invitations?: Invitations | undefined;
  /** Where addresses that users enter themselves wait until they are confirmed, where a feature has that done. */
  readonly pendingAddresses?: PendingAddresses | undefined;
  /** The features of the service: one may find others that add to it. */
  readonly features: FeatureSettings;
  readonly search: Search;
  readonly tokens: Tokens;
  readonly proofs: Proofs;
  /** The project's `src`, also where the service runs from `dist`: from here to `web/dist` or `config` the way is the same. */
  readonly folder: string;
  /** The folder with the code that runs: `src`, or `dist/src`. */
  readonly code: string;
}

/** What a project passes to the engine, which knows nothing else about it. */
export interface Project<Own extends Settings = Settings> {
  /** The folder with its code: `src`, or `dist/src` once it is built. */
  readonly folder: string;
  /** Throws an `InvalidSettings` that lists every invalid value. */
  readSettings(environment: Readonly<Record<string, string | undefined>>): Own;
  /** Everything that the service answers, in the order in which a request passes through it. */
  createApp(parts: AppParts<Own>): Express;
  readonly models: readonly ModelModule[];
  /** Endpoints without a model. */
  readonly routers?: readonly OwnRouter[];
  /** The optional features: `features.gen.ts`. */
  readonly features?: readonly Feature[];
  /** What belongs to features that it does not have: settings, which stop the start, and commands: `features.gen.ts`. */
  readonly absentFeatures?: AbsentFeatures;
  readonly user: UserEntity;
  /** What `npm run seed` puts into the database, in this order. */
  readonly seeds?: readonly Seed[];
  /** What users may do with their own account; see `defineAccount`. */
  readonly account?: AccountRules;
  readonly migrations: readonly (new () => MigrationInterface)[];
}

/** What a feature's work is started with. */
export interface ServiceParts {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly database: Database;
  readonly engine: EngineWithPolicy;
  readonly features: FeatureSettings;
  /** The project's `src`, as in `AppParts`. */
  readonly folder: string;
}

/** The parts of a service, with what users may do with their own account. */
export interface AccountParts extends ServiceParts {
  readonly account?: AccountRules | undefined;
}

/** What decides whether a service may start, before its database is opened. */
export interface StartParts {
  readonly settings: Settings;
  readonly features: FeatureSettings;
  readonly user: UserEntity;
}

/** What there is of a service while its database is opened. */
export type OpeningParts = Pick<ServiceParts, 'settings' | 'logger'>;

/** What a feature's part in signing in works with. */
export interface SignInDoorParts extends AccountParts {
  readonly directory: Directory;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly tokens: Tokens;
  readonly events: SecurityEvents;
}

/** What a cookie for sessions is made of. */
export type SessionCookieParts = Pick<SignInDoorParts, 'settings' | 'tokens'>;

/** A cookie that stands for the token of a session, in requests of the service's own pages. */
export interface SessionCookie {
  /** What `/openapi.json` says of it. */
  describe(document: OpenApiDocument): OpenApiDocument;
  /** In front of everything that looks for a token. */
  readonly handler: RequestHandler;
}

/** The features of a service, each with its settings. */
export type FeatureSettings = ReadonlyMap<Feature, object>;

/** Stops what was started, and resolves when it has ended. */
export type Stop = () => Promise<void>;

/** A metric, or several by their labels, named as Prometheus does: `jobs_oldest_due_seconds`. */
export interface Measure {
  readonly name: string;
  /** A description, in a sentence. */
  readonly help: string;
  readonly labels: readonly string[];
  /** Its current values; called on each scrape. */
  read(): Promise<readonly MeasuredValue[]>;
}

export interface MeasuredValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The endpoints of a feature that has its settings. */
export interface AddedEndpoints extends Pick<FeatureEndpoints, 'paths' | 'profile'> {
  add(app: Express, parts: AppParts): void;
}

/** How a feature carries out the writes of generated endpoints, with its settings. */
export interface AddedWrites extends DescribedWrites {
  readonly writer: RequestWriter;
}

/** Work that is done later, by this process or another one, and again where that dies. */
export interface WorkQueue {
  /** In the transaction of `session`. `payload` is JSON, `delay` in milliseconds. */
  add(session: Session, work: QueuedWork): Promise<NumericId>;
}

export interface QueuedWork {
  readonly name: string;
  readonly payload: string;
  readonly attempts: number;
  readonly delay: number;
}

/** Endpoints that a feature adds to the service itself, under paths such as `/config/counts`. */
export interface FeatureEndpoints<Own extends object = object> {
  /** Called once per app, with the settings of the feature. */
  add(app: Express, parts: AppParts, own: Own): void;
  /** What `/openapi.json` says of them. */
  readonly paths: DescribedEndpoints['paths'];
  /** What it says of members that the feature adds to a user's own profile, which need not be there. */
  readonly profile?: Readonly<Record<string, Schema>>;
}

/** How a feature carries out the writes of generated endpoints, and how `/openapi.json` describes them. */
export interface FeatureWrites<Own extends object = object> extends DescribedWrites {
  /** Called once per app, with the settings of the feature. */
  create(parts: ServiceParts, own: Own): RequestWriter;
}

/** How a feature serves other records of models than those that are there, and how `/openapi.json` describes them. */
export interface FeatureView extends DescribedView {
  /** Called once per app. */
  create(parts: ServiceParts): RecordView;
}

/** A view that is there. */
export interface AddedView extends DescribedView {
  readonly operationsOf: RecordView;
}

/** How a feature reads and writes records with the record whose lines they are, and how `/openapi.json` describes them. */
export interface FeatureLines extends RecordLines {
  readonly schemas: DescribedLines;
}

/**
 * An optional part of a service. Each member is one more thing that it can contribute; its tables are created by migrations
 * of the project, like those of every model.
 */
export interface Feature<Own extends object = object> {
  readonly name: string;
  /** Models with their rules and endpoints, served like the project's own. */
  readonly models?: readonly ModelModule[];
  /** Preset roles, beside those of every service. */
  readonly roles?: readonly PresetRole[];
  /** Endpoints without a model. */
  readonly routers?: readonly OwnRouter[];
  /** Endpoints of the service itself. */
  readonly endpoints?: FeatureEndpoints<Own>;
  /** Created once per app; sees every request before a router does. Null where the settings need none. */
  middleware?(parts: ServiceParts, own: Own): RequestHandler | null;
  /** Reads the bodies of endpoints that accept `multipart`. */
  readonly readMultipart?: ReadMultipart;
  /** Carries out the writes of generated endpoints. */
  readonly writes?: FeatureWrites<Own>;
  /** Has models whose primary keys have several columns. */
  readonly keys?: CompositeKeys;
  /** Reads and writes records with the record whose lines they are. */
  readonly lines?: FeatureLines;
  /** Keeps totals of lines in the records to which they belong. */
  readonly totals?: LineTotals;
  /** Watches over writes, or gives rows values, where they are stored. */
  readonly guards?: RecordGuards;
  /** The guards by its settings. */
  guardsBy?(own: Own): RecordGuards;
  /** Deletes records of some models in a way of its own; null for all others. */
  readonly removal?: (model: ModelInfo) => Removal | null;
  /** Serves other records of models than those that are there. */
  readonly view?: FeatureView;
  /** Tells values that the database does not read as those of a type that it brings. */
  readonly unread?: UnreadValues;
  /** Serves models that are only read: views, and tables that other programs write. */
  readonly readOnly?: ReadOnlyModels;
  /** Headers of its own, which pages of other origins may send and read. */
  readonly headers?: Partial<PageHeaders>;
  /** Reads its own settings, after the project's and in the same way. */
  readSettings?(read: SettingReader['read']): Own;
  /** Why the service must not start with these settings, one line each. */
  refusals?(parts: StartParts, own: Own): readonly string[];
  /** Its settings in a test service, which reads no environment for features. */
  readonly testSettings?: Own;
  /** The table of applied migrations, where another tool has one that is called `migrations`. */
  readonly migrationsTable?: string;
  /** Says how statements name the tables of entities, before any feature prepares the database. */
  nameTables?(opened: Database): void;
  /** Narrows the administrator as whom everybody acts where nobody signs in. */
  everybody?(account: Account): Account;
  /** Prepares a database for its migrations, whoever has opened it: the service, or a command such as `migrate`. */
  prepare?(opened: Database): Promise<void> | void;
  /**
   * Makes another database of the opened one, which the whole service then has in its place: called once, before it is
   * migrated. Closing the new one closes the opened one.
   */
  database?(opened: Database, parts: OpeningParts, own: Own): Promise<Database> | Database;
  /** Serves in place of this process; returns a function that stops it, or null where its settings leave it to this one. */
  serve?(settings: Settings, own: Own): Promise<Stop> | null;
  /** Starts its work, before the service listens; returns a function that stops it. */
  start?(parts: ServiceParts, own: Own): Promise<Stop> | Stop;
  /** A queue for work of other features. */
  queue?(database: Database): WorkQueue;
  /** Observes writes to the project's models. */
  watch?(parts: WatchParts): Watch;
  /** Is told of writes as lists, in their transactions: gives the hook of each model that it follows, null for others. */
  written?(parts: WatchParts): (model: ModelModule) => WrittenHook | null;
  /** Keeps the sessions of the service's own pages in a cookie; created once per app. Null where they keep tokens. */
  sessionCookie?(parts: SessionCookieParts, own: Own): SessionCookie | null;
  /** Takes part in signing in, and in what a session is; created once per app. */
  signIn?(parts: SignInDoorParts, own: Own): SignInDoor;
  /** Folders with files that rows name, by a name for each: a backup has them, too. No file changes once it is there. */
  folders?(own: Own): Readonly<Record<string, string>>;
  /** What rows of a table of its own have outside of the database; for commands. */
  contents?(parts: ServiceParts, own: Own): RowContents;
  /** Makes users of those who were invited; created once per app. */
  invitations?(parts: SignInDoorParts, own: Own): Invitations;
  /** Keeps addresses that users enter themselves until they are confirmed; null where those count at once. */
  pendingAddresses?(parts: AccountParts, own: Own): PendingAddresses | null;
  /** Observes what whoever watches over security wants to know; created once per app. */
  securityEvents?(parts: AccountParts, own: Own): ObserveEvent;
  /** Metrics of its work, exposed by the feature `metrics`. */
  measures?(parts: ServiceParts): readonly Measure[];
  /** Further commands of the process: `npm run <name>`. */
  readonly commands?: Readonly<Record<string, Command>>;
}

/** What the rows of a table have outside of the database, such as the bytes of files. */
export interface RowContents {
  readonly table: string;
  /** The content of a row by its id, and a name for it; null where there is none that anybody may have. */
  read(id: string): Promise<{ readonly name: string; readonly content: Readable } | null>;
  /** Removes at once what was given up. */
  clear(): Promise<void>;
}

/** What an observer of writes works with. */
export interface WatchParts {
  readonly database: Database;
  /** Available once it is created: not before the first write. */
  readonly engine: () => EngineWithPolicy;
}

/** Run by the first argument of a process, with the remaining arguments. */
export type Command = (project: Project, args: readonly string[]) => Promise<void>;

type Entity<T> = new () => T;

/** What a seed receives; all of it joins the seed's transaction. */
export interface SeedContext {
  /** The operations without rules: every model, row and field. */
  readonly system: Crud;
  /** The operations of a user, by username. */
  as(username: string): Promise<Crud>;
  /**
   * Creates a row, or updates the one that has the same values in the fields of `key`; returns its id. Several such rows are
   * an error.
   */
  upsert<T extends object>(
    entity: Entity<T>,
    key: readonly (keyof T & string)[],
    values: Partial<T> | Record<string, unknown>,
  ): Promise<IdOf<T>>;
  readonly database: Database;
  /** Prints a line for whoever runs the seed. */
  say(line: string): void;
}

/** Rows that a project needs, or that help to try it out. */
export interface Seed {
  /** Recorded once run: under another name it runs again. */
  readonly name: string;
  readonly run: (context: SeedContext) => Promise<void> | void;
  /** Whether it runs with every `seed` instead of only once; it must then be idempotent, as `upsert` is. */
  readonly always: boolean;
}

/** A seed of the project's own: runs once per database, atomically. */
export const defineSeed = (
  name: string,
  run: Seed['run'],
  { always = false }: { readonly always?: boolean } = {},
): Seed => ({ name, run, always });

/** The table in which a project keeps the names of its applied migrations. */
export const migrationsTableIn = ({ features = [] }: Pick<Project, 'features'>): string =>
  features.find((one) => one.migrationsTable !== undefined)?.migrationsTable ?? MIGRATIONS_TABLE;

/** A project's `src`; of one that runs from `dist/src`, the folder beside `dist`, which need not be there. */
export const sourceFolder = ({ folder }: Pick<Project, 'folder'>): string =>
  extname(import.meta.url) === '.js' ? join(folder, '../../src') : folder;
