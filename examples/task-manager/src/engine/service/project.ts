import type { Express } from 'express';
import type { MigrationInterface } from 'typeorm';
import type { UserEntity } from '../auth/user-entity.js';
import type { ModelModule } from '../model/model-module.js';
import type { Settings } from '../settings/settings.js';
import type { AppParts } from './app-parts.js';

/** What a project hands to the engine, which knows nothing of it otherwise. */
export interface Project<Own extends Settings = Settings> {
  /** Where its code lies: `src`, or `dist` once it is built. */
  readonly folder: string;
  /** Throws `StartRefused` that names every wrong value at once. */
  readSettings(environment: Readonly<Record<string, string | undefined>>): Own;
  /** Everything that the service answers, in the order in which a request passes through it. */
  createApp(parts: AppParts<Own>): Express;
  readonly models: readonly ModelModule[];
  readonly user: UserEntity;
  readonly migrations: readonly (new () => MigrationInterface)[];
}
