import type { Action } from '../model/action.js';
import type { CurrentUser } from '../model/current-user.js';
import type { Policy } from '../access/policy.js';
import type { ModelInfo } from '../model/model-info.js';

/** Prefix -> role -> actions, of the models that narrow what roles may do. */
export function resourcePermissions(
  models: readonly ModelInfo[],
): Record<string, Readonly<Record<string, readonly Action[]>>> {
  const narrowed = models.filter(({ access }) => Object.keys(access.roles).length > 0);
  return Object.fromEntries(narrowed.map(({ prefix, access }) => [prefix, access.roles]));
}

export interface FieldPermission {
  readonly read: boolean;
  readonly write: boolean;
}

/** Prefix -> field -> what this user may do with it, of the fields that not everybody may read and write. */
export function fieldPermissions(
  models: readonly ModelInfo[],
  policy: Policy,
  user: CurrentUser,
): Record<string, Record<string, FieldPermission>> {
  const permissions = models.map((model) => {
    const granted = (actions: readonly Action[], kind: 'readable' | 'writable', field: string) =>
      actions.some((action) => policy.grant(user, action, model)?.[kind].has(field));
    const fields = Object.keys(model.access.fields).map((field) => [
      field,
      {
        read: granted(['list', 'show'], 'readable', field),
        write: granted(['create', 'edit'], 'writable', field),
      },
    ]);
    return [model.prefix, Object.fromEntries(fields)] as const;
  });
  return Object.fromEntries(permissions.filter(([, fields]) => Object.keys(fields).length > 0));
}
