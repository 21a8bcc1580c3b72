import { posix } from 'node:path';

/** Files: path relative to the project's root (with `/`) -> text. */
export type Tree = ReadonlyMap<string, string>;

export const NO_FILES: Tree = new Map();

/** Files as a tree, by path. */
export const treeInOrder = <Text = string>(
  files: Iterable<readonly [path: string, text: Text]>,
): ReadonlyMap<string, Text> =>
  new Map([...new Map(files)].sort(([one], [other]) => (one < other ? -1 : 1)));

/** The folder of a path, with its `/`; empty for a file at the root. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The last part of a path. */
export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The path from one file to another, as an import writes it: `./b.js`, `../b.js`. */
export function pathFrom(file: string, target: string): string {
  const path = posix.relative(posix.dirname(file), target);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Whether a file is generated: rewritten and never merged. */
export const isGenerated = (path: string): boolean => /\.gen\.[cm]?[jt]sx?$/.test(path);
