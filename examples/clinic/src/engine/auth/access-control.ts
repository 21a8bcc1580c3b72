import type { ObjectLiteral } from 'typeorm';
import { ACTIONS, actionsOf, ALL_METHODS } from '../model/access-rules.js';
import { defineAccess } from '../model/define-access.js';
import type { ModelHooks, Values } from '../model/hooks.js';
import type { ModelModule } from '../model/model-module.js';
import { conflict, invalid } from '../problem/problem.js';
import { markAccessChange } from './directory.js';
import type { Passwords } from './passwords.js';
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

/** What roles need beside the generated operations. */
export function roleHooks(changed: () => void): ModelHooks {
  return {
    prepare: (values) => {
      if ('allowed_methods' in values) checkMethods(values['allowed_methods']);
      return { ...values, is_edited: true };
    },
    check: async ({ session, before, after }) => {
      if (before !== null) checkPreset(before, after);
      await markAccessChange(session);
    },
    committed: changed,
  };
}

function checkMethods(methods: unknown): void {
  const known: readonly unknown[] = ALL_METHODS;
  if (Array.isArray(methods) && methods.every((method) => known.includes(method))) return;
  const message = `allowed_methods must be a list of ${ALL_METHODS.join(', ')}.`;
  throw invalid([{ field: 'allowed_methods', code: 'methods', message }]);
}

function checkPreset(before: Readonly<Values>, after: Readonly<Values> | null): void {
  if (!before['is_preset']) return;
  if (after === null) throw conflict('A preset role cannot be deleted.');
  if (after['name'] !== before['name'])
    throw conflict('A preset role keeps its name: access rules know it by that.');
  if (before['name'] !== 'Admin') return;
  const actions = actionsOf(after['allowed_methods'] as string[]);
  if (!actions.includes('show') || !actions.includes('edit'))
    throw conflict('Admin keeps reading and editing: nobody else could give it back.');
}
