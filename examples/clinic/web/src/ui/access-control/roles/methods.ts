export const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The sets that the service knows by name. */
export const METHOD_SETS = {
  read: ['GET', 'HEAD', 'OPTIONS'],
  write: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH'],
  all: [...METHODS],
} as const satisfies Record<string, readonly string[]>;

/** What methods allow, as the service computes it. */
export function actionsOf(methods: readonly string[]): string[] {
  const has = (method: string) => methods.includes(method);
  return [
    ...(has('GET') ? ['list', 'show', 'field'] : []),
    ...(has('POST') ? ['create', 'clone'] : []),
    ...(has('PUT') || has('PATCH') ? ['edit'] : []),
    ...(has('DELETE') ? ['delete'] : []),
  ];
}
