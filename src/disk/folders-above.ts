import { dirname, resolve } from 'node:path';

/** A folder and all above it, innermost first. */
export function foldersAbove(start: string): string[] {
  const folder = resolve(start);
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}
