import { type Action, ACTIONS, type App, type Model } from './model.js';

/** Built-in classes that models may refer to: class -> table. */
export const BUILT_IN: Readonly<Record<string, string>> = {
  User: 'auth_user',
  Tenant: 'auth_tenant',
};

/** All built-in classes: those above, and roles, which have no foreign keys. */
export const BUILT_IN_CLASSES: readonly string[] = [...Object.keys(BUILT_IN), 'Role'];

/** The preset roles with their actions. */
export const PRESET_ROLES: Readonly<Record<string, readonly Action[]>> = {
  Admin: ACTIONS,
  Manager: ACTIONS.filter((action) => action !== 'delete'),
  Viewer: ['list', 'show', 'field'],
};

/** The built-in `User` without added fields: only an Admin has access. */
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

/** The built-in properties of `User`, which login needs. */
export const LOGIN_FIELDS: readonly string[] = [
  ...['username', 'username_key', 'email', 'first_name', 'last_name', 'status'],
  ...['password_hash', 'password_is_initial', 'token_version', 'password', 'roles', 'tenants'],
];

/** The unique one of them: without it two users could share a login name. */
export const LOGIN_KEY = 'username_key';

/** Whether a model is the built-in `User`. */
export const isUser = ({ table }: Pick<Model, 'table'>): boolean => table === USER.table;

/** The app with `User` among its models, even without added fields. */
export function withUser(app: App): App {
  return app.models.some(isUser) ? app : { ...app, models: [...app.models, USER] };
}
