/** The path that a relative specifier of a file stands for, as it is written. */
export function resolvePath(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const step of specifier.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return parts.join('/');
}

/** How specifiers end, and what the files that they name end in. */
export const ENDINGS = [
  ['.js', '.ts'],
  ['.js', '.tsx'],
  ['', ''],
  ['', '.tsx'],
  ['', '.ts'],
] as const;

/** The file that a relative specifier names; null where there is none. */
export function resolveImport(
  files: ReadonlyMap<string, unknown>,
  from: string,
  specifier: string,
): string | null {
  if (!specifier.startsWith('.')) return null;
  const target = resolvePath(from, specifier);
  const folder = `${target}/index`;
  const paths = ENDINGS.flatMap(([ending, real]) =>
    target.endsWith(ending) ? [target.slice(0, target.length - ending.length) + real] : [],
  );
  const all = [...paths, `${folder}.ts`, `${folder}.tsx`];
  return all.find((path) => files.has(path)) ?? null;
}
