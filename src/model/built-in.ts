import { isDeepStrictEqual } from 'node:util';
import { isUniqueColumn } from './constraints.js';
import {
  type Action,
  ACTIONS,
  type App,
  type Field,
  type Methods,
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

/** The preset roles of an app with their actions, its own included. */
export const presetRoles = ({
  roles = [],
}: Pick<App, 'roles'>): Readonly<Record<string, readonly Action[]>> => ({
  ...PRESET_ROLES,
  ...Object.fromEntries(roles.map(({ name, methods }) => [name, actionsBy(methods)])),
});

/** The roles that the access rules of models name. */
export const namedRoles = (models: readonly Model[]): string[] => [
  ...new Set(
    models.flatMap(({ access, fields, rows, frozen }) => [
      ...rows.except,
      ...(frozen?.except ?? []),
      ...(rows.byRole ?? []).flatMap(({ roles }) => roles),
      ...Object.keys(access).filter((role) => role !== '*'),
      ...fields.flatMap(({ read, write }) => [...(read ?? []), ...(write ?? [])]),
      ...fields.flatMap(({ steps }) => (steps ?? []).flatMap(({ roles }) => roles ?? [])),
    ]),
  ),
];

/** The actions that HTTP methods allow, as the engine of projects derives them. */
function actionsBy(methods: Methods): readonly Action[] {
  if (typeof methods === 'string') return SETS[methods];
  return ACTIONS.filter((action) => methods.some((one) => NEEDED[action].includes(one)));
}

const SETS = {
  read: PRESET_ROLES['Viewer']!,
  write: PRESET_ROLES['Manager']!,
  all: PRESET_ROLES['Admin']!,
};

/** The methods of which an action needs one. */
const NEEDED: Readonly<Record<Action, readonly string[]>> = {
  list: ['GET'],
  show: ['GET'],
  create: ['POST'],
  edit: ['PUT', 'PATCH'],
  delete: ['DELETE'],
  clone: ['POST'],
  field: ['GET'],
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

/** The built-in `Tenant` without added fields: only an Admin has access. */
const TENANT: Model = {
  ...USER,
  name: 'Tenant',
  table: BUILT_IN['Tenant']!,
  prefix: '/tenant',
};

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

/** The login fields with an ordinary column, as every project has them at first; the developer may change them like any other field. */
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

/** A built-in model that a project may extend. */
interface Extensible {
  /** The model without added fields. */
  readonly model: Model;
  /** Its fields with an ordinary column, as every project has them at first. */
  readonly fields: readonly Field[];
  /** The names of all its built-in properties. */
  readonly properties: readonly string[];
}

const [TENANT_NAME, TENANT_STATUS] = [
  textField('name', { required: true, unique: true, min: 1 }),
  LOGIN.find(({ name }) => name === 'status')!,
];

const EXTENSIBLE: readonly Extensible[] = [
  { model: USER, fields: LOGIN, properties: LOGIN_FIELDS },
  {
    model: TENANT,
    fields: [TENANT_NAME, textField('domain'), TENANT_STATUS],
    properties: ['name', 'domain', 'status'],
  },
];

const extensible = ({ table }: Pick<Model, 'table'>): Extensible | undefined =>
  EXTENSIBLE.find(({ model }) => model.table === table);

/** The built-in models that a project may extend, without added fields. */
export const EXTENSIBLE_MODELS: readonly Model[] = EXTENSIBLE.map(({ model }) => model);

/** Whether a model is built in, and extended by the project at most. */
export const isBuiltIn = (model: Pick<Model, 'table'>): boolean => extensible(model) !== undefined;

/** The built-in model of this name that a project may extend, without added fields. */
export const builtInNamed = (name: string): Model | undefined =>
  EXTENSIBLE_MODELS.find((model) => model.name === name);

/** The names of a model's built-in properties; none of a model of the project's own. */
export const builtInProperties = (model: Pick<Model, 'table'>): readonly string[] =>
  extensible(model)?.properties ?? [];

/** The built-in fields of a model with an ordinary column: the login fields of `User`; none of a model of the project's own. */
export const loginOf = (model: Pick<Model, 'table' | 'login'>): readonly Field[] =>
  model.login ?? extensible(model)?.fields ?? [];

/** A model with built-in fields, which it names only where they are not those of every project. */
export function setLogin({ login: _, ...model }: Model, login: readonly Field[]): Model {
  return isDeepStrictEqual(login, loginOf(model)) ? model : { ...model, login };
}

/** The field whose values, without regard to case, are in the column `EMAIL_KEY`; null if there is no `EMAIL_KEY`. */
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

/** All fields of a model, its built-in ones first. */
export const withLogin = (model: Model): readonly Field[] => [...loginOf(model), ...model.fields];

/** The unique one of the built-in properties: without it two users could share a login name. */
export const LOGIN_KEY = 'username_key';

/** Whether a model is the built-in `User`. */
export const isUser = ({ table }: Pick<Model, 'table'>): boolean => table === USER.table;

/** The app with all built-in models that it may extend, even without added fields. */
export const withBuiltIn = (app: App): App => ({
  ...app,
  models: [
    ...app.models,
    ...EXTENSIBLE_MODELS.filter(({ table }) => !app.models.some((one) => one.table === table)),
  ],
});

/** The app with `User` among its models, even without added fields: its class is always the project's. */
export function withUser(app: App): App {
  return app.models.some(isUser) ? app : { ...app, models: [...app.models, USER] };
}
