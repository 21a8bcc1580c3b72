import ApartmentIcon from '@mui/icons-material/ApartmentOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import ShieldIcon from '@mui/icons-material/ShieldOutlined';
import type { AppResource } from '../application/app-resource';
import { facts, page } from '../application/app-resource';
import { english } from '../i18n/en';

/** Users, roles and tenants: the resources that every project has. */
export const accessControl: readonly AppResource[] = [
  {
    name: 'user',
    model: 'User',
    icon: PeopleIcon,
    messages: english.resources.user,
    timestamps: true,
    parent: null,
    list: page(() => import('./users/user-list'), 'UserList'),
    show: page(() => import('./users/user-show'), 'UserShow'),
    create: page(() => import('./users/user-form'), 'UserCreate'),
    edit: page(() => import('./users/user-form'), 'UserEdit'),
    fields: facts(() => import('./users/user-fields'), 'userFields'),
  },
  {
    name: 'role',
    model: 'Role',
    icon: ShieldIcon,
    messages: english.resources.role,
    timestamps: true,
    parent: null,
    list: page(() => import('./roles/role-list'), 'RoleList'),
    show: page(() => import('./roles/role-show'), 'RoleShow'),
    create: page(() => import('./roles/role-form'), 'RoleCreate'),
    edit: page(() => import('./roles/role-form'), 'RoleEdit'),
    fields: facts(() => import('./roles/role-fields'), 'roleFields'),
  },
  {
    name: 'tenant',
    model: 'Tenant',
    icon: ApartmentIcon,
    messages: english.resources.tenant,
    timestamps: true,
    parent: null,
    list: page(() => import('./tenants/tenant-list'), 'TenantList'),
    show: page(() => import('./tenants/tenant-show'), 'TenantShow'),
    create: page(() => import('./tenants/tenant-form'), 'TenantCreate'),
    edit: page(() => import('./tenants/tenant-form'), 'TenantEdit'),
    fields: facts(() => import('./tenants/tenant-fields'), 'tenantFields'),
  },
];
