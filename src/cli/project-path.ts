import { relative, resolve } from 'node:path';

/** A path as it is typed, from the folder that the user is in, or else as one of the project. */
export function projectPath(
  { root, cwd }: { readonly root: string; readonly cwd: string },
  given: string,
  isKnown: (path: string) => boolean,
): string {
  const plain = (path: string) => path.replaceAll('\\', '/').replace(/^\.\//, '');
  const typed = plain(relative(root, resolve(cwd, given)));
  return isKnown(typed) ? typed : plain(given);
}
