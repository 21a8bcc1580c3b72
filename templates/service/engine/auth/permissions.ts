import type { Access, Policy, Roles } from '../access/policy.js';
import {
  neededTenant,
  ownDefaults,
  ownersByName,
  seesAll,
  tenantField,
} from '../access/row-rules.js';
import {
  ACTIONS,
  ALL_METHODS,
  type AccessRules,
  type Action,
  type CurrentUser,
  type RowRule,
} from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Query } from '../model/operations.js';
import { hint, refuse, show } from '../problem/problem.js';
import type { Directory } from './directory.js';
import { usersIn } from './entities.js';

/** Prefix -> role -> actions, for models that restrict roles. */
export function resourcePermissions(
  models: readonly ModelInfo[],
): Record<string, Readonly<Record<string, readonly Action[]>>> {
  const restricted = models.filter(({ access }) => Object.keys(access.roles).length > 0);
  return Object.fromEntries(restricted.map(({ prefix, access }) => [prefix, access.roles]));
}

export interface FieldPermission {
  readonly read: boolean;
  readonly write: boolean;
}

/** Prefix -> field -> this user's permission, for fields that not everybody may read and write. */
export function fieldPermissions(
  models: readonly ModelInfo[],
  access: Access,
  user: CurrentUser,
): Record<string, Record<string, FieldPermission>> {
  const permissions = models.map(
    (model) =>
      [model.prefix, modelFieldPermissions(model, access, user, limitedFields(model))] as const,
  );
  return Object.fromEntries(permissions.filter(([, fields]) => Object.keys(fields).length > 0));
}

/** Fields with rules, and those that the service fills in, which nobody writes. */
function limitedFields({ access, columns }: ModelInfo): readonly string[] {
  const kept = columns.filter(({ role }) => role === 'total' || role === 'series');
  return [...new Set([...Object.keys(access.fields), ...kept.map(({ name }) => name)])];
}

/** The permissions for these fields of one model. */
export function modelFieldPermissions(
  model: ModelInfo,
  access: Access,
  user: CurrentUser,
  names: readonly string[],
): Record<string, FieldPermission> {
  const granted = (actions: readonly Action[], kind: 'readable' | 'writable', field: string) =>
    actions.some((action) => access.grant(user, action, model)?.[kind].has(field));
  const fields = names.map((field) => [
    field,
    {
      read: granted(['list', 'show'], 'readable', field),
      write: granted(['create', 'edit'], 'writable', field),
    },
  ]);
  return Object.fromEntries(fields);
}

/** What a user's lists and forms can do by the row rules. */
export interface TenantPermissions {
  /** Prefix -> the field with a record's tenant, for models whose lists the user can filter by it. */
  readonly fields: Readonly<Record<string, string>>;
  /** Prefixes of models of which a role shows the user the records of every tenant, or lets them write these. */
  readonly every_tenant: readonly string[];
  /** Prefix -> the fields that the service fills in when the user writes, who could name no other owner or tenant. */
  readonly filled: Readonly<Record<string, readonly string[]>>;
  /** Prefix -> the field in which the user must name the tenant of a record. */
  readonly required: Readonly<Record<string, string>>;
  /** Prefix -> the fields whose owner the user may name as these sign in. */
  readonly by_name: Readonly<Record<string, readonly string[]>>;
}

export function tenantPermissions(
  models: readonly ModelInfo[],
  access: Access,
  user: CurrentUser,
): TenantPermissions {
  const ofTenants = models.filter(({ access: { rows } }) =>
    rows?.some(({ kind }) => kind === 'tenant'),
  );
  const every = ofTenants.filter((model) =>
    ACTIONS.some((action) => {
      const grant = access.grant(user, action, model);
      return grant !== null && seesAll(grant, model);
    }),
  );
  const fields = ofTenants.flatMap((model) => {
    const field = tenantField(model, access.grant(user, 'list', model));
    return field === null ? [] : [[model.prefix, field] as const];
  });
  return {
    fields: Object.fromEntries(fields),
    every_tenant: every.map(({ prefix }) => prefix),
    ...writtenFields(models, access, user),
  };
}

/** The fields of row rules that a user need not fill in, or must fill in. */
function writtenFields(
  models: readonly ModelInfo[],
  access: Access,
  user: CurrentUser,
): Pick<TenantPermissions, 'filled' | 'required' | 'by_name'> {
  const written = models.flatMap((model) => {
    const grants = (['create', 'edit'] as const).flatMap((action) => {
      const grant = access.grant(user, action, model);
      return grant === null ? [] : [grant];
    });
    const [grant] = grants;
    if (grant === undefined) return [];
    const isFree = grants.some((one) => seesAll(one, model));
    const filled = isFree ? [] : [...ownDefaults(grant, model).keys()];
    const needed = grants.map((one) => neededTenant(one, model));
    const named = ownersByName(model).filter((field) =>
      grants.some(({ writable }) => writable.has(field)),
    );
    return [
      { prefix: model.prefix, filled, named, tenant: needed.find((name) => name !== null) ?? null },
    ];
  });
  return {
    filled: Object.fromEntries(
      written.flatMap(({ prefix, filled }) => (filled.length > 0 ? [[prefix, filled]] : [])),
    ),
    by_name: Object.fromEntries(
      written.flatMap(({ prefix, named }) => (named.length > 0 ? [[prefix, named]] : [])),
    ),
    required: Object.fromEntries(
      written.flatMap(({ prefix, tenant }) => (tenant === null ? [] : [[prefix, tenant]])),
    ),
  };
}

/** Fields by which whoever writes them decides who comes in, or what they may do then. */
const GUARDED = ['roles', 'password'] as const;

/** The roles but Admin by which users are administered across tenants: no row rule keeps them to their own. */
export function openUsers(models: readonly ModelInfo[]): readonly string[] {
  const { name, access } = usersIn(models);
  const hasTenants = models.some(({ access: { rows } }) =>
    rows?.some(({ kind }) => kind === 'tenant'),
  );
  if (!hasTenants || access.rows !== null) return [];
  const mayWrite = (role: string) => {
    const kept = access.roles[Object.hasOwn(access.roles, role) ? role : '*'] ?? ACTIONS;
    return role !== 'Admin' && (kept.includes('create') || kept.includes('edit'));
  };
  return GUARDED.flatMap((field) => {
    const writers = (access.fields[field]?.write ?? []).filter(mayWrite);
    return writers.length === 0
      ? []
      : `${writers.join(', ')} may write \`${field}\` of all users, because no row rule of ${name} limits them to users of their tenants: add \`rows\` to its access file (docs/administering-users.md)`;
  });
}

/** Roles that access rules name and that do not exist, or not yet, with the models that do: nobody may do more by them. */
export async function unknownRoles(
  models: readonly ModelInfo[],
  directory: Pick<Directory, 'listRoles'>,
): Promise<readonly string[]> {
  const known = new Set((await directory.listRoles()).map(({ name }) => name));
  const named = models.flatMap(({ name, access }) =>
    [...namedRoles(access)]
      .filter((role) => !known.has(role))
      .map((role) => ({ role, model: name })),
  );
  return [...new Set(named.map(({ role }) => role))].map((role) => {
    const by = named.filter((one) => one.role === role).map(({ model }) => model);
    return `the role ${role} does not exist, but access rules name it (${by.join(', ')}): define it in src/roles.ts, or create it in the back-office (docs/users.md)`;
  });
}

/** Unique fields that a role may write and not read, a line for each: whoever tries values learns by a 409 which there are. */
export async function tellingUniques(
  models: readonly ModelInfo[],
  access: Access,
  directory: Pick<Directory, 'listRoles'>,
): Promise<readonly string[]> {
  const roles = (await directory.listRoles()).map(({ name }) => name);
  return models.flatMap((model) => {
    const ruled = Object.keys(model.access.fields);
    const unique = new Set(model.uniques.flatMap(({ columns }) => columns));
    return ruled.flatMap((field) => {
      const blind = unique.has(field) ? roles.filter((role) => isBlind(role, field)) : [];
      return blind.length === 0
        ? []
        : `${model.name}.${field} is unique, and ${blind.join(', ')} may write the field but not read it: a 409 for a taken value reveals that the value exists (docs/row-rule.md)`;
    });

    function isBlind(role: string, field: string): boolean {
      const user = anonymousWith(role);
      const { read, write } = modelFieldPermissions(model, access, user, [field])[field]!;
      return write && !read;
    }
  });
}

/** The roles that the rules of a model name. */
function namedRoles({ roles, rows, fields, gives = {} }: AccessRules): ReadonlySet<string> {
  const ofFields = Object.values(fields).flatMap(({ read = [], write = [] }) => [
    ...read,
    ...write,
  ]);
  const ofRows = (rows ?? []).flatMap((rule) => rule.roles ?? []);
  const ofGives = Object.entries(gives).flatMap(([role, given]) => [role, ...given]);
  const ofModel = Object.keys(roles).filter((name) => name !== '*');
  return new Set([...ofModel, ...ofRows, ...ofFields, ...ofGives]);
}

/** A role, stored or hypothetical. */
export interface RoleQuestion {
  readonly role: string;
  readonly methods: readonly string[];
}

/** One of the rules that let rows through; a custom rule belongs to no single field. */
export interface RowRuleText {
  readonly rule: Exclude<RowRule['kind'], 'roles'>;
  readonly field?: string;
}

/** The permissions of users with this role alone on a model. */
export interface RolePermissions {
  readonly actions: readonly Action[];
  /** Every field that appears in responses or payloads. */
  readonly fields: Readonly<Record<string, FieldPermission>>;
  /** Null where they see every row; otherwise the rules of which any lets a row through. */
  readonly rows: readonly RowRuleText[] | null;
}

/** `?role=Clerk&methods=GET,POST`; 400 unless the methods are HTTP methods that a role can have. */
export function readRoleQuestion({ role, methods }: Query): RoleQuestion {
  if (methods === undefined)
    throw refuse(
      'methods',
      'required',
      '`methods` must list the HTTP methods of the role, as in GET,POST',
    );
  const names = [methods].flat().flatMap((text) => text.split(',').filter(Boolean));
  const known: readonly string[] = ALL_METHODS;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw refuse('methods', 'methods', `No role has ${show(unknown)}${hint(unknown, known)}`);
  return { role: [role ?? ''].flat()[0] ?? '', methods: names };
}

/** Prefix -> what the policy grants to users of a role, if the role had these methods. */
export function rolePermissions(
  models: readonly ModelInfo[],
  policy: Policy,
  roles: Roles,
  { role, methods }: RoleQuestion,
): Record<string, RolePermissions> {
  const access = policy.withRoles(new Map(roles).set(role, methods));
  const user = anonymousWith(role);
  const permissions = models.map((model) => [
    model.prefix,
    {
      actions: ACTIONS.filter((action) => access.grant(user, action, model) !== null),
      fields: modelFieldPermissions(model, access, user, fieldNames(model)),
      rows: rowsOf(model, access, user),
    },
  ]);
  return Object.fromEntries(permissions) as Record<string, RolePermissions>;
}

const fieldNames = ({ columns, links, extras }: ModelInfo): readonly string[] =>
  [...columns.filter(({ role }) => role !== 'hidden'), ...links, ...extras].map(({ name }) => name);

/** An anonymous user with this role: they own no row and belong to no tenant, but rules find everything that they access. */
const anonymousWith = (role: string): CurrentUser => ({
  id: 0,
  username: '',
  roles: [role],
  tenants: [0],
});

/** The rules that let something through for the user; null where one of them lets everything through. */
function rowsOf(model: ModelInfo, access: Access, user: CurrentUser): RolePermissions['rows'] {
  const { rows } = model.access;
  if (rows === null) return null;
  const conditions = rows.map((rule) => {
    const alone = { ...model, access: { ...model.access, rows: [rule] } };
    return { rule, where: access.rowWhere({ user, roles: user.roles }, alone) };
  });
  if (conditions.some(({ where }) => where.op === 'all' || where === model.exists)) return null;
  return conditions.flatMap(({ rule, where }) => {
    if (where.op === 'none' || rule.kind === 'roles') return [];
    return [rule.kind === 'custom' ? { rule: rule.kind } : { rule: rule.kind, field: rule.field }];
  });
}
