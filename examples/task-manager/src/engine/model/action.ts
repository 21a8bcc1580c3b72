export const ACTIONS = ['list', 'show', 'create', 'edit', 'delete', 'clone', 'field'] as const;

/** What a permission allows (seed, Access control layers). */
export type Action = (typeof ACTIONS)[number];

export const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;
export const WRITE_METHODS = [...READ_METHODS, 'POST', 'PUT', 'PATCH'] as const;
export const ALL_METHODS = [...WRITE_METHODS, 'DELETE'] as const;

/** The actions that a role's HTTP methods stand for. */
export function actionsOf(methods: readonly string[]): readonly Action[] {
  const has = (...names: readonly string[]) => names.some((name) => methods.includes(name));
  return ACTIONS.filter((action) => {
    if (action === 'list' || action === 'show' || action === 'field') return has('GET');
    if (action === 'create' || action === 'clone') return has('POST');
    return action === 'edit' ? has('PUT', 'PATCH') : has('DELETE');
  });
}
