import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { gzipSync } from 'fflate';
import type { Tree } from '../tree.js';
import { compareVersions } from '../version.js';

/**
 * The folder of the packs: kept copies of files that do not depend on models, one pack for what every project has and one for
 * each feature, so that branches that add different features change different files.
 */
export const PACKS = '.crudgen/packs';
/** Packs are not compared, merged or converted by git: each name stands for one content. */
export const PACKS_ATTRIBUTES = '* binary linguist-generated\n';

/** The pack of what every project has. */
export const CORE = 'core';

/**
 * A pack: copies of files, compressed. A line of JSON, `[[path, bytes], ...]`, is followed by their texts, so that `gunzip -c` shows
 * them as they are.
 */
export interface Pack {
  /** The feature whose files it has, or `core`. */
  readonly name: string;
  /** The version of crudgen that wrote them. */
  readonly version: string;
  readonly copies: Tree;
}

const PATH = /(?:^|[/\\])\.crudgen[/\\]packs[/\\]([a-z][a-z-]*)-(\d[^/\\]*)-([0-9a-f]{12})\.gz$/;

/** Whether a path is that of a pack, whose content is not text. */
export const isPack = (path: string): boolean => nameOfPack(path) !== null;

/** The feature whose copies are in the pack at a path; null for other paths. */
export const nameOfPack = (path: string): string | null => PATH.exec(path)?.[1] ?? null;

/**
 * The path and the bytes of a pack. Two branches that come to the same copies write the same file, whatever Node they run on:
 * the bytes of Node's own compressor differ between its versions.
 */
export function packFile({ name, version, copies }: Pack): [path: string, bytes: Uint8Array] {
  const files = [...copies].sort(([one], [other]) => (one < other ? -1 : 1));
  const texts = files.map(([, text]) => Buffer.from(text));
  const index = JSON.stringify(files.map(([path], at) => [path, texts[at]!.length]));
  const plain = Buffer.concat([Buffer.from(`${index}\n`), ...texts]);
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, 12);
  return [`${PACKS}/${name}-${version}-${hash}.gz`, gzipSync(plain, { level: 9, mtime: 0 })];
}

/** What a pack may become: many times the largest one, and far from what fills the memory. */
const LARGEST = 64 * 1024 * 1024;

/** Reads a pack; null where its bytes are damaged, or not what `packFile` writes. */
export function readPack(path: string, bytes: Uint8Array): Pack | null {
  const [, name, version] = PATH.exec(path) ?? [];
  if (name === undefined || version === undefined) return null;
  try {
    const plain = gunzipSync(bytes, { maxOutputLength: LARGEST });
    return { name, version, copies: new Map(textsInPack(plain)) };
  } catch {
    return null;
  }
}

function textsInPack(plain: Buffer): [path: string, text: string][] {
  let at = plain.indexOf('\n') + 1;
  const index: unknown = JSON.parse(plain.toString('utf8', 0, at));
  if (!isIndex(index)) throw new Error('its first line is not a list of files');
  // One by one: a text without other characters than ASCII is decoded in no time.
  const texts = index.map(([path, length]): [string, string] => [
    path,
    plain.toString('utf8', at, (at += length)),
  ]);
  if (at !== plain.length) throw new Error('its content does not match its list of files');
  return texts;
}

/** Whether a value lists files with their lengths, each once and each below the project. */
function isIndex(value: unknown): value is [path: string, length: number][] {
  const isEntry = (one: unknown) =>
    Array.isArray(one) && isPlace(one[0]) && Number.isSafeInteger(one[1]) && one[1] >= 0;
  if (!Array.isArray(value) || !value.every(isEntry)) return false;
  return new Set(value.map(([path]: [string]) => path)).size === value.length;
}

/** Whether a path is one that crudgen may write: not out of the project, nor into what git, npm and crudgen keep there. */
const isPlace = (path: unknown): boolean =>
  typeof path === 'string' &&
  !/[\\\0]|^[A-Za-z]:/.test(path) &&
  path.split('/').every((step) => !NO_STEPS.has(step));
const NO_STEPS = new Set(['', '.', '..', '.git', '.crudgen', 'node_modules']);

/** Whether a pack is newer than the project. */
export const isAhead = ({ version }: Pack, project: string | null): boolean =>
  project !== null && compareVersions(version, project) > 0;

/**
 * Where the kept copies have the features of others as they were added, by the paths that features have in crudgen: each whole, in
 * the pack of the feature. Commands render by them, and a later version of a feature is merged from them.
 */
export const INSTALLED = 'crudgen/features/';

/** The manifest of a feature of others in its pack, which has a version of its own. */
const manifestIn = ({ name, copies }: Pack): string | undefined =>
  copies.get(`${INSTALLED}${name}/feature.json`);

/** Whether of two packs of one version of crudgen the first has a later version of a feature of others. */
function isLaterFeature(one: Pack, other: Pack): boolean {
  const [first, second] = [manifestIn(one), manifestIn(other)];
  if (one.version !== other.version || first === undefined || second === undefined) return false;
  const versionOf = (manifest: string) => (JSON.parse(manifest) as { version: string }).version;
  return compareVersions(versionOf(first), versionOf(second)) > 0;
}

/**
 * The copies in some packs of a project at a version. Of several with one name, as after the merge of two branches that were
 * upgraded, those of the newest version count; of one version both have the same but where a file could not be read in one
 * branch, and of a feature of others the later version counts. One that is newer than the project counts only where there is no
 * other: git leaves it behind, as it is not committed yet, where an upgrade is taken back by `git reset --hard` or `git stash`.
 */
export function copiesIn(packs: readonly Pack[], project: string | null = null): Tree {
  const isBetter = (one: Pack, other: Pack) =>
    isAhead(one, project) === isAhead(other, project)
      ? compareVersions(one.version, other.version) > 0 || isLaterFeature(one, other)
      : isAhead(other, project);
  const counts = (pack: Pack) =>
    !packs.some((other) => other.name === pack.name && isBetter(other, pack));
  return new Map(packs.filter(counts).flatMap(({ copies }) => [...copies]));
}
