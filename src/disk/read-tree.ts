import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { treeInOrder, fileName, type Tree } from '../tree.js';
import { isCode } from '../code/typescript.js';
import { isWithin, type UnreadFile, type UnreadFiles } from '../code/unread-files.js';

/** Paths from the root, or with `**` names in any folder; a model may be called `Data`. */
const LEFT_OUT = new Set([
  ...['**/node_modules', '**/.git', '.crudgen'],
  ...['dist', 'web/dist', 'data', 'coverage', '.tmp'],
]);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Code, and templates that make code: a house style is read by its files, too. */
const isRelevant = (path: string): boolean => isCode(path.replace(/\.ejs$/, ''));

/** Decodes UTF-8; null for anything else. */
export function asText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** The contents of a folder. */
export interface Walked {
  readonly files: Tree;
  /** Relevant paths that cannot be read: folders, code and templates of it, link targets. */
  readonly unread: UnreadFiles;
  /** Links to other places below the folder, with their targets; files there are found under both paths. */
  readonly links: ReadonlyMap<string, string>;
}

interface Walk {
  /** The real path of the folder. */
  readonly root: string;
  readonly left: ReadonlySet<string>;
  readonly isWanted: (path: string) => boolean;
  readonly files: Map<string, string>;
  readonly unread: Map<string, UnreadFile>;
  readonly links: Map<string, string>;
}

const DENIED = { why: 'permission denied', elsewhere: false };
const NO_TEXT = { why: 'it is not UTF-8 text', elsewhere: false };

const isLeftOut = ({ left }: Walk, path: string): boolean =>
  left.has(path) || left.has(`**/${fileName(path)}`);

/** Runs a read; permission errors are recorded, vanished files ignored. */
function tryRead(walk: Walk, path: string, reading: () => void): void {
  try {
    reading();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (/^(?:EACCES|EPERM)$/.test(code)) walk.unread.set(path, DENIED);
    else if (code !== 'ENOENT') throw error;
  }
}

function readText(walk: Walk, path: string, place: string): void {
  if (!walk.isWanted(path)) return;
  const text = asText(readFileSync(place));
  if (text !== null) walk.files.set(path, text);
  else if (isRelevant(path)) walk.unread.set(path, NO_TEXT);
}

/**
 * Reads a folder; `trail` holds the real folders around it. Synchronously: for thousands of small files, asynchronous reads
 * take seven times the CPU time and no less wall time.
 */
function readFolder(walk: Walk, below: string, place: string, trail: readonly string[]): void {
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    const at = join(place, entry.name);
    if (isLeftOut(walk, path)) continue;
    tryRead(walk, path, () => {
      if (entry.isDirectory()) readFolder(walk, path, at, [...trail, at]);
      else if (entry.isFile()) readText(walk, path, at);
      else if (entry.isSymbolicLink()) follow(walk, path, at, trail);
    });
  }
}

/** Follows a link below the root; one to code, a template of it or a folder that leads outside, back or nowhere is recorded. */
function follow(walk: Walk, path: string, at: string, trail: readonly string[]): void {
  const target = realOf(at);
  const isFolder = target === null ? !/\.\w+$/.test(path) : statSync(target).isDirectory();
  const note = (why: string): void => {
    if (isFolder || isRelevant(path))
      walk.unread.set(path, { why: `it is a symbolic link ${why}`, elsewhere: true });
  };
  if (target === null) return note('that is broken');
  const place = relative(walk.root, target).split(sep).join('/');
  if (place.startsWith('..') || isAbsolute(place))
    return note(`to ${target}, outside of the project`);
  if (trail.includes(target)) return note('to a folder that contains it');
  const steps = place.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
  if (steps.some((step) => isLeftOut(walk, step))) return;
  walk.links.set(path, place);
  if (isFolder) readFolder(walk, path, target, [...trail, target]);
  else readText(walk, path, target);
}

/** The real path behind all links; null for a broken one. */
function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/**
 * Every text file below a folder, without installed, built or stored files; links are followed inside it. Files that are not wanted
 * are not opened.
 */
export function walkFolder(
  root: string,
  left: ReadonlySet<string> = LEFT_OUT,
  isWanted: (path: string) => boolean = () => true,
): Walked {
  const real = realOf(root);
  const walk: Walk = {
    root: real ?? root,
    left,
    isWanted,
    files: new Map(),
    unread: new Map(),
    links: new Map(),
  };
  if (real !== null) readFolder(walk, '', real, [real]);
  return { ...walk, files: treeInOrder(walk.files) };
}

/** The text files of one of crudgen's own folders, without links; refuses unreadable files. */
export function readTree(root: string, left?: ReadonlySet<string>): Tree {
  const { files, unread, links } = walkFolder(root, left);
  for (const [path, file] of unread)
    if (file === DENIED) throw Object.assign(new Error(file.why), { code: 'EACCES', path });
  const linked = [...links.keys()];
  return new Map([...files].filter(([path]) => !linked.some((link) => isWithin(path, link))));
}
