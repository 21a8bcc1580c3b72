import type { FieldFact, ResourceDefinition } from '../application/app-resource';
import { page } from '../application/app-resource';
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

/** Users: what they are made of, and their pages. */
export const userDefinition: ResourceDefinition = {
  timestamps: true,
  parent: null,
  messages: user,
  list: page(() => import('./users/users'), 'UserList'),
  show: page(() => import('./users/users'), 'UserShow'),
  create: page(() => import('./users/user-form'), 'UserCreate'),
  edit: page(() => import('./users/user-form'), 'UserEdit'),
  fields: userFields,
};

/** The fields of roles. */
export const roleFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'description', type: 'string' },
];

/** Roles: what they are made of, and their pages. */
export const roleDefinition: ResourceDefinition = {
  timestamps: true,
  parent: null,
  messages: role,
  list: page(() => import('./roles/roles'), 'RoleList'),
  show: page(() => import('./roles/roles'), 'RoleShow'),
  create: page(() => import('./roles/role-form'), 'RoleCreate'),
  edit: page(() => import('./roles/role-form'), 'RoleEdit'),
  fields: roleFields,
};

/** The fields of tenants. */
export const tenantFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'domain', type: 'string' },
  { source: 'status', type: 'enum', values: ['Active', 'Inactive'] },
];

/** Tenants: what they are made of, and their pages. */
export const tenantDefinition: ResourceDefinition = {
  timestamps: true,
  parent: null,
  messages: tenant,
  list: page(() => import('./tenants/tenants'), 'TenantList'),
  show: page(() => import('./tenants/tenants'), 'TenantShow'),
  create: page(() => import('./tenants/tenant-form'), 'TenantCreate'),
  edit: page(() => import('./tenants/tenant-form'), 'TenantEdit'),
  fields: tenantFields,
};
