import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bytesOf } from '../../src/disk/contents.js';
import type { Tree } from '../../src/tree.js';
import { readTree as readAll } from '../golden/read-tree.js';

/** The files of a project, but what is installed, built, private or of git. */
export const readTree = (folder: string): Tree =>
  new Map([...readAll(folder)].filter(([path]) => !path.startsWith('.git/')));

/** Changes files of a folder: path -> text, or null for none. */
export function writeFiles(
  folder: string,
  files: Iterable<readonly [path: string, text: string | null]>,
): void {
  for (const [path, text] of files) {
    const place = join(folder, path);
    if (text === null) {
      rmSync(place, { force: true });
      continue;
    }
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytesOf(path, text));
  }
}

/** What differs between two trees: path -> text in the second, or null where it has none. */
export const changedBetween = (before: Tree, after: Tree): ReadonlyMap<string, string | null> =>
  new Map([
    ...[...before.keys()].filter((path) => !after.has(path)).map((path) => [path, null] as const),
    ...[...after].filter(([path, text]) => before.get(path) !== text),
  ]);

/** Changes the files of a folder as a function of a tree does. */
export function editTree(folder: string, change: (files: Map<string, string>) => void): void {
  const before = readTree(folder);
  const after = new Map(before);
  change(after);
  writeFiles(folder, changedBetween(before, after));
}

/** Copies a project with all that is private to it. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('/.git') });
}
