import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { gzipSync, strToU8 } from 'fflate';
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

/** A pack: the JSON object of its copies, path -> text, compressed. */
export interface Pack {
  /** The feature whose files it has, or `core`. */
  readonly name: string;
  /** The version of crudgen that wrote them. */
  readonly version: string;
  readonly copies: Tree;
}

const PATH =
  /(?:^|[/\\])\.crudgen[/\\]packs[/\\]([a-z][a-z-]*)-(\d[^/\\]*)-([0-9a-f]{12})\.json\.gz$/;

/** Whether a path is that of a pack, whose content is no text. */
export const isPack = (path: string): boolean => nameOfPack(path) !== null;

/** The feature whose copies are in the pack at a path; null for other paths. */
export const nameOfPack = (path: string): string | null => PATH.exec(path)?.[1] ?? null;

const jsonOf = (copies: Tree): string =>
  JSON.stringify(Object.fromEntries([...copies].sort(([one], [other]) => (one < other ? -1 : 1))));

const hashOf = (json: string): string =>
  createHash('sha256').update(json).digest('hex').slice(0, 12);

/**
 * The path and the bytes of a pack. Two branches that come to the same copies write the same file, whatever Node they run on:
 * the bytes of Node's own compressor differ between its versions.
 */
export function packFile({ name, version, copies }: Pack): [path: string, bytes: Uint8Array] {
  const json = jsonOf(copies);
  const path = `${PACKS}/${name}-${version}-${hashOf(json)}.json.gz`;
  return [path, gzipSync(strToU8(json), { level: 9, mtime: 0 })];
}

/** Reads a pack; null where its bytes are damaged, or not those that its name stands for. */
export function readPack(path: string, bytes: Uint8Array): Pack | null {
  const [, name, version, hash] = PATH.exec(path) ?? [];
  if (name === undefined || version === undefined) return null;
  try {
    const json = gunzipSync(bytes).toString('utf8');
    if (hashOf(json) !== hash) return null;
    return { name, version, copies: new Map(Object.entries(JSON.parse(json) as object)) };
  } catch {
    return null;
  }
}

/**
 * The copies in some packs. Of several with one name, as after the merge of two branches that were upgraded, those of the newest
 * version count; of one version both have the same but where a file could not be read in one branch.
 */
export function copiesIn(packs: readonly Pack[]): Tree {
  const isNewest = ({ name, version }: Pack) =>
    packs.every((other) => other.name !== name || compareVersions(version, other.version) >= 0);
  return new Map(packs.filter(isNewest).flatMap(({ copies }) => [...copies]));
}
