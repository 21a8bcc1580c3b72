import ApartmentIcon from '@mui/icons-material/ApartmentOutlined';
import UsersIcon from '@mui/icons-material/AccountCircle';
import ShieldIcon from '@mui/icons-material/ShieldOutlined';
import { definition, type AppResource } from '../application';
import { english } from '../i18n/en';

/** Users, roles and tenants: the resources that every project has. */
export const accessControl: readonly AppResource[] = [
  {
    name: 'user',
    model: 'User',
    label: english.resources.user.name,
    icon: UsersIcon,
    people: true,
    load: definition(() => import('./definitions'), 'userDefinition'),
  },
  {
    name: 'role',
    model: 'Role',
    label: english.resources.role.name,
    icon: ShieldIcon,
    load: definition(() => import('./definitions'), 'roleDefinition'),
  },
  {
    name: 'tenant',
    model: 'Tenant',
    label: english.resources.tenant.name,
    icon: ApartmentIcon,
    load: definition(() => import('./definitions'), 'tenantDefinition'),
  },
];

/** The resources of an application without users, roles and tenants; the project's own users replace the built-in ones. */
export function withAccessControl(all: readonly AppResource[]) {
  const named = (list: readonly AppResource[], name: string) =>
    list.find((one) => one.name === name);
  return {
    resources: all.filter(({ name }) => !named(accessControl, name)),
    accessControl: accessControl.map((one) => named(all, one.name) ?? one),
  };
}
