import ApartmentIcon from '@mui/icons-material/ApartmentOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import ShieldIcon from '@mui/icons-material/ShieldOutlined';
import type { AppResource } from '../application/app-resource';
import { definition } from '../application/app-resource';
import { english } from '../i18n/en';

/** Users, roles and tenants: the resources that every project has. */
export const accessControl: readonly AppResource[] = [
  {
    name: 'user',
    model: 'User',
    label: english.resources.user.name,
    icon: PeopleIcon,
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
