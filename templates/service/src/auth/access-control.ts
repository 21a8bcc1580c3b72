import { ACTIONS } from '../access/action.js';
import { defineAccess } from '../access/define-access.js';
import type { ModelHooks } from '../crud/hooks.js';
import type { ModelModule } from '../crud/model-module.js';
import { markAccessChange } from './access-change.js';
import type { Passwords } from './passwords.js';
import { roleHooks } from './role-hooks.js';
import { Role } from './role.model.js';
import { Tenant } from './tenant.model.js';
import { userHooks } from './user-hooks.js';
import { User } from './user.model.js';

/** The entities that every service has. */
export const ACCESS_ENTITIES = [Role, Tenant, User];

const adminsOnly = { Admin: ACTIONS, '*': [] } as const;

/** Users, roles and tenants as ordinary models; `changed` is called after every change of who may do what. */
export function accessControlModels(passwords: Passwords, changed: () => void): ModelModule[] {
  const tenantHooks: ModelHooks = {
    check: ({ session }) => markAccessChange(session),
    committed: changed,
  };
  return [
    {
      entity: Role,
      access: defineAccess<Role>({ roles: adminsOnly, fields: { is_preset: { write: [] } } }),
      hooks: roleHooks(changed),
    },
    {
      entity: Tenant,
      access: defineAccess<Tenant>({ roles: adminsOnly }),
      hooks: tenantHooks,
    },
    {
      entity: User,
      access: defineAccess<User>({ roles: adminsOnly }),
      hooks: userHooks(passwords, changed),
    },
  ];
}
