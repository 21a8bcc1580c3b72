import { defineAccount } from '#engine';
import type { User } from './user.model.js';

/** What users do with their own account whatever their roles, and how strangers get one. */
export const userAccount = defineAccount<User>({
  shows: ['bio', 'image'],
  // Without a role they have the RealWorld API alone: the generated one and the back-office are for who has been given one.
  signUp: { roles: [], fields: ['email'] },
});
