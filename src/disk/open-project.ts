import { isWithin, type UnreadFile, type UnreadFiles } from '../code/unread-files.js';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasMarkers, withoutMarkers } from '../code/conflict-markers.js';
import type { Tree } from '../tree.js';
import type { Problem } from '../problem.js';
import { type BaseStore, copiesOf, readBaseStore } from './base-store.js';
import { withLock } from './project-lock.js';
import { walkFolder, type Walked } from './read-tree.js';
import { recover } from './recover.js';

/** A project on disk. */
export interface OnDisk {
  readonly mine: Tree;
  /** The pristine copies; empty without any. */
  readonly base: Tree;
  /** The pristine copies as they are stored. */
  readonly store: BaseStore;
  /** Copies in which git left markers, which were removed. */
  readonly repaired: Tree;
  /** Files and folders that cannot be read. */
  readonly unread: UnreadFiles;
  /** Warnings of a rolled back interrupted command. */
  readonly problems: readonly Problem[];
}

/** Reads a project, after rolling back what a killed command left half-written. */
export function readOnDisk(root: string): Promise<OnDisk> {
  return withLock(root, async () => {
    const problems = await recover(root);
    const walked = walkFolder(root);
    const store = readBaseStore(root);
    const copies = copiesOf(store);
    const known = [...copies.keys()];
    const mine = onePath(walked, known);
    const isFound = (path: string) =>
      walked.files.has(path) || [...walked.unread.keys()].some((one) => isWithin(path, one));
    const odd = await oddFiles(
      root,
      known.filter((path) => !isFound(path)),
    );
    const unread = new Map([...walked.unread, ...odd]);
    return { mine, ...withoutBlocks(copies), store, unread, problems };
  });
}

/** Each file under one path: that of a link where only that one is known, else the real one. */
function onePath({ files, links }: Walked, known: readonly string[]): Tree {
  const isKnown = (folder: string) => known.some((path) => isWithin(path, folder));
  const hidden = [...links].map(([link, real]) => (isKnown(link) && !isKnown(real) ? real : link));
  return new Map([...files].filter(([path]) => !hidden.some((folder) => isWithin(path, folder))));
}

/** Known paths with something that cannot be read as a file. */
async function oddFiles(
  root: string,
  paths: readonly string[],
): Promise<(readonly [string, UnreadFile])[]> {
  const found = await Promise.all(
    paths.map(async (path) => [path, await lstat(join(root, path)).catch(() => null)] as const),
  );
  return found.flatMap(([path, stats]) => {
    if (!stats || stats.isSymbolicLink()) return [];
    const what = stats.isDirectory() ? 'it is a folder' : 'it is not UTF-8 text';
    return [[path, { why: what, elsewhere: false }] as const];
  });
}

/** Copies without conflicting hunks: too little in the base is safe, too much is not. */
function withoutBlocks(copies: Tree): Pick<OnDisk, 'base' | 'repaired'> {
  const repaired = [...copies]
    .filter(([, text]) => hasMarkers(text))
    .map(([path, text]): [string, string] => [path, withoutMarkers(text)]);
  return { base: new Map([...copies, ...repaired]), repaired: new Map(repaired) };
}
