import { defineAccess } from '#engine';
import type { User } from './user.model.js';

/** Who may do what with users, which rows they see, which fields they read and write. */
export const userAccess = defineAccess<User>({
  // Model exceptions: they only narrow what a role may do. '*' is every role not named.
  roles: { Admin: ['list', 'show', 'create', 'edit', 'delete', 'clone', 'field'], '*': [] },
});
