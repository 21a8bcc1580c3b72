/** Kind -> name -> component. */
export type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The components that somebody refers to, directly or through others. */
export function usedComponents(components: Components, root: unknown): Components {
  const used = new Set<string>();
  const follow = (value: unknown): void => {
    for (const pointer of refsIn(value)) {
      if (used.has(pointer)) continue;
      used.add(pointer);
      follow(componentAt(pointer, components));
    }
  };
  follow(root);
  return Object.fromEntries(
    Object.entries(components).map(([kind, named]) => [
      kind,
      Object.fromEntries(
        Object.entries(named).filter(([name]) => used.has(`#/components/${kind}/${name}`)),
      ),
    ]),
  );
}

/** What the references in a value point to. */
function refsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref') found.add(String(inner));
    else if (typeof inner === 'object') refsIn(inner, found);
  }
  return found;
}

function componentAt(pointer: string, components: Components): unknown {
  const [, , kind = '', name = ''] = pointer.split('/');
  return components[kind]?.[name];
}
