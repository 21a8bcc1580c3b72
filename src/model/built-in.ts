import { isDeepStrictEqual } from 'node:util';
import { isUniqueColumn } from './constraints.js';
import {
  type Action,
  ACTIONS,
  type App,
  type Field,
  type Model,
  NO_ROW_RULES,
  PLAIN_FIELD,
} from './model.js';

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
  rows: NO_ROW_RULES,
};

/**
 * The column by which no two users have the same email address in whatever case; there where `email` is unique, and filled by
 * the service.
 */
export const EMAIL_KEY = 'email_key';

/** The built-in properties of `User`, which login needs. */
export const LOGIN_FIELDS: readonly string[] = [
  ...['username', 'username_key', 'email', EMAIL_KEY, 'first_name', 'last_name', 'status'],
  ...['password_hash', 'password_is_initial', 'token_version', 'password', 'roles', 'tenants'],
];

const textField = (name: string, more: Partial<Field> = {}): Field => ({
  ...PLAIN_FIELD,
  name,
  column: name,
  type: 'string',
  ...more,
});

/** Those with an ordinary column, which the developer may change like any other, as every project has them at first. */
export const LOGIN: readonly Field[] = [
  textField('username', { required: true, min: 1 }),
  textField('email', { format: 'email' }),
  textField('first_name'),
  textField('last_name'),
  textField('status', {
    type: 'enum',
    required: true,
    default: { kind: 'value', value: 'Active' },
    values: ['Active', 'Inactive'],
    enforce: true,
  }),
];

/** The login fields of `User` with an ordinary column; none of another model. */
export const loginOf = (model: Pick<Model, 'table' | 'login'>): readonly Field[] =>
  isUser(model) ? (model.login ?? LOGIN) : [];

/** A model with login fields, which it names only where they are not those of every project. */
export function setLogin({ login: _, ...model }: Model, login: readonly Field[]): Model {
  return isDeepStrictEqual(login, loginOf(model)) ? model : { ...model, login };
}

/** The field whose values, without regard to case, are in the column `EMAIL_KEY`; null where there is no such column. */
export const keyedEmail = (model: Model): Field | null =>
  loginOf(model).find((field) => field.name === 'email' && isUniqueColumn(model, field)) ?? null;

/** An application in which no two users have the same address. */
export const withUniqueEmails = (app: App): App => {
  const unique = (model: Model): Model =>
    !isUser(model) || keyedEmail(model)
      ? model
      : setLogin(
          model,
          loginOf(model).map((field) =>
            field.name === 'email' ? { ...field, unique: true } : field,
          ),
        );
  return { ...app, models: withUser(app).models.map(unique) };
};

/** All fields of a model, for `User` with its login fields first. */
export const withLogin = (model: Model): readonly Field[] => [...loginOf(model), ...model.fields];

/** The unique one of the built-in properties: without it two users could share a login name. */
export const LOGIN_KEY = 'username_key';

/** Whether a model is the built-in `User`. */
export const isUser = ({ table }: Pick<Model, 'table'>): boolean => table === USER.table;

/** The app with `User` among its models, even without added fields. */
export function withUser(app: App): App {
  return app.models.some(isUser) ? app : { ...app, models: [...app.models, USER] };
}
