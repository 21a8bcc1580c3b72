import { posix } from 'node:path';
import type { Tree } from '../tree.js';
import { aliasTargets } from './import-aliases.js';

/** Resolves a relative specifier against the path of its file. */
export const resolvePath = (from: string, specifier: string): string =>
  posix.join(posix.dirname(from), specifier);

/** Endings of specifiers, with those of the files that they may name. */
export const ENDINGS = [
  ['.js', '.ts'],
  ['.js', '.tsx'],
  ['', ''],
  ['', '.tsx'],
  ['', '.ts'],
] as const;

/** The project file that a specifier names, by path or alias; null for a package. */
export function resolveImport(files: Tree, from: string, specifier: string): string | null {
  const targets = specifier.startsWith('.')
    ? [resolvePath(from, specifier)]
    : aliasTargets(files, from, specifier);
  return targets.map((target) => fileAt(files, target)).find((path) => path !== null) ?? null;
}

const fileAt = (files: ReadonlyMap<string, unknown>, target: string): string | null =>
  filesMeant(target).find((path) => files.has(path)) ?? null;

/** The files that a resolved specifier may mean, the likeliest first. */
export function filesMeant(target: string): readonly string[] {
  const folder = `${target}/index`;
  const paths = ENDINGS.flatMap(([ending, real]) =>
    target.endsWith(ending) ? [target.slice(0, target.length - ending.length) + real] : [],
  );
  return [...paths, `${folder}.ts`, `${folder}.tsx`];
}
