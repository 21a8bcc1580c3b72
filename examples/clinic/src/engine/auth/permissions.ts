import type { Access } from '../access/policy.js';
import { tenantField } from '../access/row-rules.js';
import type { Action, CurrentUser } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';

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
      [
        model.prefix,
        modelFieldPermissions(model, access, user, Object.keys(model.access.fields)),
      ] as const,
  );
  return Object.fromEntries(permissions.filter(([, fields]) => Object.keys(fields).length > 0));
}

/** The same for these fields of one model. */
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

/** Prefix -> the field with a record's tenant, for models whose lists the user can filter by it. */
export function tenantFields(
  models: readonly ModelInfo[],
  access: Access,
  user: CurrentUser,
): Record<string, string> {
  const found = models.flatMap((model) => {
    const field = tenantField(model, access.grant(user, 'list', model));
    return field === null ? [] : [[model.prefix, field] as const];
  });
  return Object.fromEntries(found);
}
