import { page, type FieldFact, type ModelDefinition } from '../application';
import { english } from '../i18n/en';

const { user, role, tenant } = english.resources;

/** The fields of users. */
export const userFields: readonly FieldFact[] = [
  { source: 'username', type: 'string', required: true },
  { source: 'email', type: 'string' },
  { source: 'first_name', type: 'string' },
  { source: 'last_name', type: 'string' },
  { source: 'roles', type: 'refs', reference: 'role', keyField: 'name' },
  { source: 'tenants', type: 'refs', reference: 'tenant' },
  { source: 'status', type: 'enum', values: ['Active', 'Inactive'], required: true },
];

/** Users: their definition and pages. */
export const userDefinition: ModelDefinition = {
  timestamps: true,
  parent: null,
  messages: user,
  list: page(() => import('./users'), 'UserList'),
  show: page(() => import('./users'), 'UserShow'),
  create: page(() => import('./user-forms'), 'UserCreate'),
  edit: page(() => import('./user-forms'), 'UserEdit'),
  fields: userFields,
};

/** The fields of roles. */
export const roleFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'description', type: 'string' },
];

/** Roles: their definition and pages. */
export const roleDefinition: ModelDefinition = {
  timestamps: true,
  parent: null,
  messages: role,
  list: page(() => import('./roles'), 'RoleList'),
  show: page(() => import('./roles'), 'RoleShow'),
  create: page(() => import('./roles'), 'RoleCreate'),
  edit: page(() => import('./roles'), 'RoleEdit'),
  fields: roleFields,
};

/** The fields of tenants. */
export const tenantFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'domain', type: 'string' },
  { source: 'status', type: 'enum', values: ['Active', 'Inactive'] },
];

/** Tenants: their definition and pages. */
export const tenantDefinition: ModelDefinition = {
  timestamps: true,
  parent: null,
  messages: tenant,
  list: page(() => import('./users'), 'TenantList'),
  show: page(() => import('./users'), 'TenantShow'),
  create: page(() => import('./tenant-forms'), 'TenantCreate'),
  edit: page(() => import('./tenant-forms'), 'TenantEdit'),
  fields: tenantFields,
};
