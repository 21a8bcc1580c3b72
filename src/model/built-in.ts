import { type Action, ACTIONS } from './model.js';

/** The classes of access control that every project has and models may refer to; the class -> its table. */
export const BUILT_IN: Readonly<Record<string, string>> = {
  User: 'auth_user',
  Tenant: 'auth_tenant',
};

/** Classes of access control: those above, and roles, which nothing refers to by a key. */
export const BUILT_IN_CLASSES: readonly string[] = [...Object.keys(BUILT_IN), 'Role'];

/** The roles that every project starts with, and what they may do. */
export const PRESET_ROLES: Readonly<Record<string, readonly Action[]>> = {
  Admin: ACTIONS,
  Manager: ACTIONS.filter((action) => action !== 'delete'),
  Viewer: ['list', 'show', 'field'],
};
