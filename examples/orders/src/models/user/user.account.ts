import { defineAccount } from '#engine';
import type { User } from './user.model.js';

/** What users do with their own account whatever their roles, and how strangers get one. */
export const userAccount = defineAccount<User>({
  // Fields that `/auth/me` and a sign-in return to their user, in addition to name, email, status, roles and tenants.
  shows: [],
  // Fields that users may change with `PATCH /auth/me`.
  edits: [],
  // Public `POST /auth/sign-up`, such as `{ roles: ['Viewer'], fields: ['email'] }`. If null, strangers cannot sign up.
  signUp: null,
});
