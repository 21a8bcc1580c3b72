export const ACTIONS = ['list', 'show', 'create', 'edit', 'delete', 'clone', 'field'] as const;
export type Action = (typeof ACTIONS)[number];

/** Role -> what it may do anywhere. */
export type RolePermissions = Record<string, readonly string[]>;
/** Resource -> role (or `*`, every role not named) -> what it may do there. */
export type ResourcePermissions = Record<string, Record<string, readonly string[]>>;

/** What the preset roles may do while the service has not said otherwise. */
export const FALLBACK_PERMISSIONS: RolePermissions = {
  Admin: ACTIONS,
  Manager: ['list', 'show', 'create', 'edit', 'clone', 'field'],
  Viewer: ['list', 'show', 'field'],
};

/** Whether one of the roles is the administrator's, in any case. */
export function isAdmin(roles: readonly string[]): boolean {
  return roles.some((role) => role.toLowerCase() === 'admin');
}

export interface PermissionQuestion {
  roles: readonly string[];
  rolePermissions: RolePermissions | null;
  resourcePermissions: ResourcePermissions | null;
  action: string;
  resource: string;
}

/** Whether one role by itself passes both layers; exceptions only narrow what the role may do anywhere. */
export function mayDo(question: PermissionQuestion): boolean {
  const { roles, action, resource } = question;
  if (isAdmin(roles)) return true;
  const anywhere = question.rolePermissions ?? FALLBACK_PERMISSIONS;
  const exceptions = question.resourcePermissions?.[resource];
  return roles.some((role) => {
    const here = exceptionOf(exceptions, role);
    return has(anywhere[role], action) && (here === undefined || has(here, action));
  });
}

/** The actions that an exception leaves to a role; undefined when it says nothing about it. */
export function exceptionOf(
  exceptions: Record<string, readonly string[]> | undefined,
  role: string,
): readonly string[] | undefined {
  if (exceptions === undefined) return undefined;
  return Object.hasOwn(exceptions, role) ? exceptions[role] : exceptions['*'];
}

function has(actions: readonly string[] | undefined, action: string): boolean {
  return actions?.includes(action) ?? false;
}
