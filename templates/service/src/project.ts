import type { Project } from '#engine';
import { createApp } from './app.js';
import { migrations } from './database/migrations/migrations.gen.js';
import { absentFeatures, features } from './features.gen.js';
import { models } from './models/models.gen.js';
import { userAccount } from './models/user/user.account.js';
import { User } from './models/user/user.model.js';
import { routers } from './routes/routes.js';
import { seeds } from './seeds/seeds.js';
import { readSettings, type Settings } from './settings.js';

/** All parts of this service. `main.ts` and the tests start it. */
export const project: Project<Settings> = {
  folder: import.meta.dirname,
  readSettings,
  createApp,
  models,
  routers,
  features,
  absentFeatures,
  user: User,
  account: userAccount,
  seeds,
  migrations,
};
