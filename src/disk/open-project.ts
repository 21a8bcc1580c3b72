import { isWithin, type UnreadFile, type UnreadFiles } from '../code/unread-files.js';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasMarkers, withoutMarkers } from '../code/conflict-markers.js';
import type { Tree } from '../tree.js';
import type { Problem } from '../problem.js';
import { readBase } from './base-store.js';
import { withLock } from './project-lock.js';
import { walkFolder, type Walked } from './read-tree.js';
import { recover } from './recover.js';

/** A project as it is on disk, for a command to plan from. */
export interface OnDisk {
  readonly mine: Tree;
  /** Null where the project has no pristine copies at all. */
  readonly base: Tree | null;
  /** The copies among them that are another on disk: git has left markers there. */
  readonly repaired: Tree;
  /** What is there and gives no text. */
  readonly unread: UnreadFiles;
  /** What an interrupted command left, and that it was taken back. */
  readonly problems: readonly Problem[];
}

/** Reads a project, after taking back what a killed command left half-written. */
export function openProject(root: string): Promise<OnDisk> {
  return withLock(root, async () => {
    const problems = await recover(root);
    const walked = walkFolder(root);
    const copies = readBase(root);
    const known = [...(copies?.keys() ?? [])];
    const mine = onePath(walked, known);
    const isFound = (path: string) =>
      walked.files.has(path) || [...walked.unread.keys()].some((one) => isWithin(path, one));
    const odd = await oddFiles(
      root,
      known.filter((path) => !isFound(path)),
    );
    const unread = new Map([...walked.unread, ...odd]);
    return { mine, ...withoutBlocks(copies), unread, problems };
  });
}

/** The files each under one path: that of a link where crudgen knows what is there by that alone, else the real one. */
function onePath({ files, links }: Walked, known: readonly string[]): Tree {
  const isKnown = (folder: string) => known.some((path) => isWithin(path, folder));
  const hidden = [...links].map(([link, real]) => (isKnown(link) && !isKnown(real) ? real : link));
  return new Map([...files].filter(([path]) => !hidden.some((folder) => isWithin(path, folder))));
}

/** What stands where crudgen wrote a file, and is none that it can read. */
async function oddFiles(
  root: string,
  paths: readonly string[],
): Promise<(readonly [string, UnreadFile])[]> {
  const found = await Promise.all(
    paths.map(async (path) => [path, await lstat(join(root, path)).catch(() => null)] as const),
  );
  return found.flatMap(([path, stats]) => {
    if (!stats || stats.isSymbolicLink()) return [];
    const what = stats.isDirectory() ? 'it is a folder' : 'it is not text in UTF-8';
    return [[path, { why: what, elsewhere: false }] as const];
  });
}

/** Copies without the hunks that git could not merge: too little in the base is safe, too much is not. */
function withoutBlocks(copies: Tree | null): Pick<OnDisk, 'base' | 'repaired'> {
  const repaired = [...(copies ?? [])]
    .filter(([, text]) => hasMarkers(text))
    .map(([path, text]): [string, string] => [path, withoutMarkers(text)]);
  return { base: copies && new Map([...copies, ...repaired]), repaired: new Map(repaired) };
}
