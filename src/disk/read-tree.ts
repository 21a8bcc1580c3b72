import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Tree } from '../tree.js';
import { isCode } from '../code/typescript.js';
import { isWithin, type UnreadFile, type UnreadFiles } from '../code/unread-files.js';

/** Paths from the root, or names in any folder with two stars before: a model may be called `Data`. */
const LEFT_OUT = new Set([
  ...['**/node_modules', '**/.git', '.crudgen'],
  ...['dist', 'web/dist', 'data', 'coverage', '.tmp'],
]);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of some bytes; null where they are no text. */
export function asText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** What stands below a folder. */
export interface Walked {
  readonly files: Tree;
  /** What is there and gives no text, where that is of matter: folders, code, what a link leads to. */
  readonly unread: UnreadFiles;
  /** Links that lead to another place below the folder, with that place; what is there is found under both. */
  readonly links: ReadonlyMap<string, string>;
}

interface Walk {
  /** The folder itself, behind all links. */
  readonly root: string;
  readonly left: ReadonlySet<string>;
  readonly files: Map<string, string>;
  readonly unread: Map<string, UnreadFile>;
  readonly links: Map<string, string>;
}

const DENIED = { why: 'you may not read it', elsewhere: false };
const NO_TEXT = { why: 'it is not text in UTF-8', elsewhere: false };

const isLeftOut = ({ left }: Walk, path: string): boolean =>
  left.has(path) || left.has(`**/${path.slice(path.lastIndexOf('/') + 1)}`);

/** Does some reading; what may not be read is noted, what has just gone is not there. */
function noting(walk: Walk, path: string, reading: () => void): void {
  try {
    reading();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (/^(?:EACCES|EPERM)$/.test(code)) walk.unread.set(path, DENIED);
    else if (code !== 'ENOENT') throw error;
  }
}

function readText(walk: Walk, path: string, place: string): void {
  const text = asText(readFileSync(place));
  if (text !== null) walk.files.set(path, text);
  else if (isCode(path)) walk.unread.set(path, NO_TEXT);
}

/**
 * Reads a folder; `trail` holds the real folders that it is in. One file after the other: to hand thousands of small ones to
 * other threads takes seven times the processor time that reading them does, and no less time on the clock.
 */
function readFolder(walk: Walk, below: string, place: string, trail: readonly string[]): void {
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    const at = join(place, entry.name);
    if (isLeftOut(walk, path)) continue;
    noting(walk, path, () => {
      if (entry.isDirectory()) readFolder(walk, path, at, [...trail, at]);
      else if (entry.isFile()) readText(walk, path, at);
      else if (entry.isSymbolicLink()) follow(walk, path, at, trail);
    });
  }
}

/** Follows a link to another place below the root; one to code or a folder that leads out, back or nowhere is noted. */
function follow(walk: Walk, path: string, at: string, trail: readonly string[]): void {
  const target = realOf(at);
  const isFolder = target === null ? !/\.\w+$/.test(path) : statSync(target).isDirectory();
  const note = (why: string): void => {
    if (isFolder || isCode(path))
      walk.unread.set(path, { why: `it is a symbolic link ${why}`, elsewhere: true });
  };
  if (target === null) return note('that leads nowhere');
  const place = relative(walk.root, target).split(sep).join('/');
  if (place.startsWith('..') || isAbsolute(place))
    return note(`that leads out of the project, to ${target}`);
  if (trail.includes(target)) return note('to a folder that it is in');
  const steps = place.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
  if (steps.some((step) => isLeftOut(walk, step))) return;
  walk.links.set(path, place);
  if (isFolder) readFolder(walk, path, target, [...trail, target]);
  else readText(walk, path, target);
}

/** The place that a path leads to behind all links; null where it leads nowhere. */
function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** Every text file below a folder by its path, but what is installed, built or stored; links are followed below it. */
export function walkFolder(root: string, left: ReadonlySet<string> = LEFT_OUT): Walked {
  const real = realOf(root);
  const walk: Walk = {
    root: real ?? root,
    left,
    files: new Map(),
    unread: new Map(),
    links: new Map(),
  };
  if (real !== null) readFolder(walk, '', real, [real]);
  return { ...walk, files: inOrder(walk.files) };
}

const inOrder = (files: ReadonlyMap<string, string>): Tree =>
  new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));

/** The text files of a folder without what is linked, as crudgen's own folders are; refuses where one may not be read. */
export function readTree(root: string, left?: ReadonlySet<string>): Tree {
  const { files, unread, links } = walkFolder(root, left);
  for (const [path, file] of unread)
    if (file === DENIED) throw Object.assign(new Error(file.why), { code: 'EACCES', path });
  const linked = [...links.keys()];
  return new Map([...files].filter(([path]) => !linked.some((link) => isWithin(path, link))));
}
