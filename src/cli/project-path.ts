import { relative, resolve } from 'node:path';

/** Resolves a typed path against the current folder, or else against the project. */
export function projectPath(
  { root, cwd }: { readonly root: string; readonly cwd: string },
  given: string,
  isKnown: (path: string) => boolean,
): string {
  const plain = (path: string) => path.replaceAll('\\', '/').replace(/^\.\//, '');
  const typed = plain(relative(root, resolve(cwd, given)));
  return isKnown(typed) ? typed : plain(given);
}
