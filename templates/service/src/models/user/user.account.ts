import { defineAccount } from '#engine';
import type { User } from './user.model.js';

/** What users do with their own account whatever their roles, and how strangers get one. */
export const userAccount = defineAccount<User>({
  // Fields that `/auth/me` and a sign-in show of oneself beside name, email, status, roles and tenants.
  shows: [],
  // Fields that `PATCH /auth/me` changes.
  edits: [],
  // `POST /auth/sign-up` for strangers: `{ roles: ['Viewer'], fields: ['email'] }`; null leaves it to an Admin.
  signUp: null,
});
