import type { Logger } from 'pino';
import type { Express, RequestHandler } from 'express';
import type { MigrationInterface } from 'typeorm';
import type { AccountRules } from '../auth/own-account.js';
import type { AuthParts } from '../auth/auth-routes.js';
import type { AccountsFrom } from '../model/accounts.js';
import type { EngineWithPolicy } from '../crud/create-engine.js';
import type { Database } from '../database/database.js';
import type { OwnRouter } from '../model/define-routes.js';
import type { ModelModule } from '../model/model-module.js';
import type { Watch } from '../model/watch.js';
import type { Search } from '../search/search-config.js';
import type { SettingReader } from '../settings/setting-values.js';
import type { Settings } from '../settings/settings.js';
import type { Seed } from './define-seed.js';
import type { UserEntity } from '../auth/entities.js';

/** What an app is put together from. */
export interface AppParts<Own extends Settings = Settings> extends AuthParts {
  readonly settings: Own;
  readonly logger: Logger;
  readonly database: Database;
  readonly modules: readonly ModelModule[];
  /** How endpoints of one's own let people in. */
  readonly accounts: AccountsFrom;
  /** Endpoints that belong to no model. */
  readonly routers: readonly OwnRouter[];
  /** What the project's features do with every request before a router answers it. */
  readonly middleware: readonly RequestHandler[];
  readonly search: Search;
  /** Where the project's code lies. */
  readonly folder: string;
}

/** What a project hands to the engine, which knows nothing of it otherwise. */
export interface Project<Own extends Settings = Settings> {
  /** Where its code lies: `src`, or `dist` once it is built. */
  readonly folder: string;
  /** Throws `StartRefused` that names every wrong value at once. */
  readSettings(environment: Readonly<Record<string, string | undefined>>): Own;
  /** Everything that the service answers, in the order in which a request passes through it. */
  createApp(parts: AppParts<Own>): Express;
  readonly models: readonly ModelModule[];
  /** Endpoints that belong to no model. */
  readonly routers?: readonly OwnRouter[];
  /** The parts that it could do without: `features.gen.ts`. */
  readonly features?: readonly Feature[];
  readonly user: UserEntity;
  /** What `npm run seed` puts into the database, in this order. */
  readonly seeds?: readonly Seed[];
  /** What users do with their own account; see `defineAccount`. */
  readonly account?: AccountRules;
  readonly migrations: readonly (new () => MigrationInterface)[];
}

/** What the work of a feature is started with. */
export interface ServiceParts {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly database: Database;
  readonly engine: EngineWithPolicy;
  readonly features: FeatureSettings;
}

/** The features of a service, and what each has read of the environment. */
export type FeatureSettings = ReadonlyMap<Feature, object>;

/** Ends what was started, and resolves when it has ended. */
export type Stop = () => Promise<void>;

/** A number, or several by their labels, under a name of Prometheus' kind: `jobs_oldest_due_seconds`. */
export interface Measure {
  readonly name: string;
  /** What it counts, in a sentence. */
  readonly help: string;
  readonly labels: readonly string[];
  /** What it is now; asked each time that somebody looks. */
  read(): Promise<readonly MeasuredValue[]>;
}

export interface MeasuredValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * A part that a service can be without. Each slot is one more thing that it can bring; its tables come by migrations of the
 * project, as those of every model do.
 */
export interface Feature<Own extends object = object> {
  readonly name: string;
  /** Models with their rules and endpoints, served as the project's own. */
  readonly models?: readonly ModelModule[];
  /** Endpoints that belong to no model. */
  readonly routers?: readonly OwnRouter[];
  /** Made once for each app; sees every request before a router answers it. Null where the settings want none. */
  middleware?(parts: ServiceParts, own: Own): RequestHandler | null;
  /** Reads its own part of the environment, after the project's settings and in the same way. */
  readSettings?(read: SettingReader['read']): Own;
  /** What a test service has instead, which reads nothing of the environment for features. */
  readonly testSettings?: Own;
  /** Starts its work, before the service listens; what it gives ends that. */
  start?(parts: ServiceParts, own: Own): Promise<Stop> | Stop;
  /** Looks on when records of the project's models are written. */
  watch?(parts: WatchParts): Watch;
  /** What can be known of its work in numbers; the feature `metrics` shows it. */
  measures?(parts: ServiceParts): readonly Measure[];
  /** What else the process can be started for: `npm run <name>`. */
  readonly commands?: Readonly<Record<string, Command>>;
}

/** What somebody works with who looks on at writes. */
export interface WatchParts {
  readonly database: Database;
  /** Once it is made: not before the first write. */
  readonly engine: () => EngineWithPolicy;
}

/** What the first argument of a process names; it gets the arguments behind. */
export type Command = (project: Project, args: readonly string[]) => Promise<void>;
