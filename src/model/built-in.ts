import { type Action, ACTIONS, type App, type Model } from './model.js';

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

/** A project's users as they are while it has added nothing to them: only an Admin gets at them. */
export const USER: Model = {
  name: 'User',
  table: BUILT_IN['User']!,
  prefix: '/user',
  label: null,
  timestamps: true,
  fields: [],
  unique: [],
  indexes: [],
  access: { Admin: ACTIONS, '*': [] },
  rows: { owner: null, tenant: null },
};

/** The properties of users that signing in is made of: they are in every project, and none of its own. */
export const LOGIN_FIELDS: readonly string[] = [
  ...['username', 'username_key', 'email', 'first_name', 'last_name', 'status'],
  ...['password_hash', 'password_is_initial', 'token_version', 'password', 'roles', 'tenants'],
];

/** The one of them that no two users share: without that a name may be somebody else's to sign in by. */
export const LOGIN_KEY = 'username_key';

/** Whether a model is that of the users, whose table and login fields are made in every project. */
export const isUser = ({ table }: Pick<Model, 'table'>): boolean => table === USER.table;

/** The app with its users among the models, also where it has added nothing to them. */
export function withUser(app: App): App {
  return app.models.some(isUser) ? app : { ...app, models: [...app.models, USER] };
}
