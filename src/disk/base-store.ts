import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT_DATABASE } from '../pull/again/kept-database.js';
import { treeInOrder, type Tree } from '../tree.js';
import { readSettings } from '../code/read-settings.js';
import { compareVersions, VERSION } from '../version.js';
import { contentOf } from './contents.js';
import {
  copiesIn,
  isAhead,
  isPack,
  nameOfPack,
  type Pack,
  packFile,
  PACKS,
  PACKS_ATTRIBUTES,
  readPack,
} from './packs.js';
import { readTree } from './read-tree.js';

/** The folder of the pristine copies that are kept as text: of files that depend on models. */
export const BASE = '.crudgen/base';
/** Marks the copies as generated for git, and sets their merge driver. */
const BASE_ATTRIBUTES = '* linguist-generated -diff merge=crudgen\n';

const ACTIVE = /(^|\/)(\.git(?:ignore|attributes|modules)|\.npmrc)$/;

/** The path of the copy of a file; files that tools would pick up there get another name. */
export const basePath = (path: string): string =>
  `${BASE}/${ACTIVE.test(path) ? `${path}.base` : path}`;

const pathOfCopy = (path: string): string =>
  ACTIVE.test(path.replace(/\.base$/, '')) ? path.replace(/\.base$/, '') : path;

/** The file of which a path is the copy; null for other paths. */
export const copyOf = (path: string): string | null =>
  path.startsWith(`${BASE}/`) && path !== `${BASE}/.gitattributes`
    ? pathOfCopy(path.slice(BASE.length + 1))
    : null;

/** Whether a path belongs to what crudgen keeps for later merges: the pristine copies, and the database as it was read. */
export const isStored = (path: string): boolean =>
  path.startsWith(`${BASE}/`) || path.startsWith(`${PACKS}/`) || path === KEPT_DATABASE;

/** The pack that holds the copy of a file; null where it is kept as text. */
export type PackOf = (path: string) => string | null;

/** The packs of some copies. */
export type PacksOf = (copies: Tree) => PackOf;

/** The pristine copies of a project as they are stored. */
export interface BaseStore {
  /** Copies that are kept as text. */
  readonly texts: Tree;
  /** Packs by path, and the paths of those that cannot be read. */
  readonly packs: ReadonlyMap<string, Pack>;
  readonly damaged: readonly string[];
}

export const EMPTY_STORE: BaseStore = { texts: new Map(), packs: new Map(), damaged: [] };

/** Reads the pristine copies of a project; empty without any. */
export function readBaseStore(root: string): BaseStore {
  const read = packPaths(root).map((path) => [path, readPackIn(root, path)] as const);
  const packs = read.flatMap(([path, pack]) => (pack === null ? [] : [[path, pack] as const]));
  const damaged = read.flatMap(([path, pack]) => (pack === null ? [path] : []));
  return { texts: readTexts(root), packs: new Map(packs), damaged };
}

/** Links are not followed, as those of texts are not; they and folders are no packs. */
const readPackIn = (root: string, path: string): Pack | null =>
  lstatSync(join(root, path)).isFile() ? readPack(path, readFileSync(join(root, path))) : null;

/**
 * All copies by the paths of their files; a text counts before one in a pack, and texts before a pack that is newer than the
 * project: the upgrade that packed them was taken back.
 */
export function copiesOf({ texts, packs }: Pick<BaseStore, 'texts' | 'packs'>): Tree {
  const version = versionIn(texts);
  const isLeft = (pack: Pack) =>
    isAhead(pack, version) && [...pack.copies.keys()].some((path) => texts.has(path));
  const own = [...packs.values()].filter((pack) => !isLeft(pack));
  return treeInOrder([...copiesIn(own, version), ...texts]);
}

/** The version of crudgen that wrote a packed copy, by path; the newest version if several did. A text is of the version of the project. */
export function writersOf({ packs }: Pick<BaseStore, 'packs'>): ReadonlyMap<string, string> {
  const all = [...packs.values()].sort((one, other) => compareVersions(one.version, other.version));
  return new Map(
    all.flatMap(({ copies, version }) =>
      [...copies.keys()].map((path) => [path, version] as const),
    ),
  );
}

/** The version of the project that some copies are of, as the one of its settings says; null without that. */
const versionIn = (copies: Tree): string | null => readSettings(copies).settings.version;

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function packPaths(root: string): readonly string[] {
  if (!isFolder(join(root, PACKS))) return [];
  const paths = readdirSync(join(root, PACKS)).map((name) => `${PACKS}/${name}`);
  return paths.filter(isPack).sort();
}

function readTexts(root: string): Tree {
  if (!isFolder(join(root, BASE))) return new Map();
  const files = [...readTree(join(root, BASE), new Set())];
  return new Map(
    files
      .filter(([path]) => path !== '.gitattributes')
      .map(([path, text]) => [pathOfCopy(path), text]),
  );
}

/**
 * What has to be written to store some copies: by path the content, or null for a file that goes. New packs come first, so that
 * none goes before its successor is there. A pack stays as long as its copies are the same, also those of which this crudgen
 * knows nothing. A new one is of the version of the project, at which its copies stay until an upgrade, whoever writes them.
 */
export function storeChanges(
  copies: Tree,
  packOf: PackOf,
  store: BaseStore,
  version = versionIn(copies) ?? VERSION,
): ReadonlyMap<string, string | null> {
  const { packed, texts } = byPack(copies, packOf, store);
  const packs = [...packed].flatMap(([name, held]) =>
    packChanges({ name, version, copies: held }, store),
  );
  const orphans = [...store.packs].filter(([, { name }]) => !packed.has(name));
  const made = [...packs, ...textChanges(texts, store.texts)];
  return new Map([
    ...made.filter(([, content]) => content !== null),
    ...(packed.size > 0 ? [[`${PACKS}/.gitattributes`, PACKS_ATTRIBUTES] as const] : []),
    ...(texts.size > 0 ? [[`${BASE}/.gitattributes`, BASE_ATTRIBUTES] as const] : []),
    ...made.filter(([, content]) => content === null),
    ...orphans.map(([path]) => [path, null] as const),
  ]);
}

function byPack(copies: Tree, packOf: PackOf, { packs }: BaseStore) {
  const present = [...packs.values()];
  const isIn = (path: string, text: string) => (pack: Pack) => pack.copies.get(path) === text;
  const texts = new Map<string, string>();
  const packed = new Map<string, Map<string, string>>();
  for (const [path, text] of copies) {
    const name = packOf(path) ?? present.find(isIn(path, text))?.name ?? null;
    const pack = name === null ? texts : (packed.get(name) ?? new Map<string, string>());
    if (name !== null) packed.set(name, pack);
    pack.set(path, text);
  }
  return { packed, texts };
}

type Written = readonly [path: string, content: string | null];

/** The new pack of a feature, where its copies are not in the only one that is there. */
function packChanges(next: Pack, { packs, damaged }: BaseStore): Written[] {
  const { name, copies } = next;
  const present = [...packs].filter(([, pack]) => pack.name === name);
  const broken = damaged.filter((path) => nameOfPack(path) === name);
  const [only] = present;
  if (only && present.length + broken.length === 1 && isSameTree(only[1].copies, copies)) return [];
  const [path, bytes] = packFile(next);
  const gone = [...present.map(([one]) => one), ...broken].filter((one) => one !== path);
  return [[path, contentOf(bytes)], ...gone.map((one) => [one, null] as const)];
}

function textChanges(texts: Tree, present: Tree): Written[] {
  const changed = [...texts].filter(([path, text]) => present.get(path) !== text);
  const gone = [...present.keys()].filter((path) => !texts.has(path));
  return [
    ...changed.map(([path, text]) => [basePath(path), text] as const),
    ...gone.map((path) => [basePath(path), null] as const),
  ];
}

const isSameTree = (one: Tree, other: Tree): boolean =>
  one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
