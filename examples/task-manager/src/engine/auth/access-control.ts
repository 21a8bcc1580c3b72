import type { ObjectLiteral } from 'typeorm';
import { ACTIONS } from '../model/action.js';
import { defineAccess } from '../model/define-access.js';
import type { ModelHooks } from '../model/hooks.js';
import type { ModelModule } from '../model/model-module.js';
import { markAccessChange } from './access-change.js';
import type { Passwords } from './passwords.js';
import { roleHooks } from './role-hooks.js';
import { Role } from './role.model.js';
import { Tenant } from './tenant.model.js';
import { userHooks } from './user-hooks.js';
import type { UserEntity, UserRow } from './user-entity.js';

/** The entities that every service has. */
export const accessEntities = (user: UserEntity): (new () => ObjectLiteral)[] => [
  Role,
  Tenant,
  user,
];

const adminsOnly = { Admin: ACTIONS, '*': [] } as const;

/** Users, roles and tenants as ordinary models; `changed` is called after every change of who may do what. */
export function accessControlModels(
  user: UserEntity,
  passwords: Passwords,
  changed: () => void,
): ModelModule[] {
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
      entity: user,
      access: defineAccess<UserRow>({ roles: adminsOnly }),
      hooks: userHooks(passwords, changed),
    },
  ];
}
