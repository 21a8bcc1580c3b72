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

/** Whether a path is that of a pack, whose content is no text. */
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

/** Reads a pack; null where its bytes are damaged. */
export function readPack(path: string, bytes: Uint8Array): Pack | null {
  const [, name, version] = PATH.exec(path) ?? [];
  if (name === undefined || version === undefined) return null;
  try {
    const plain = gunzipSync(bytes);
    return { name, version, copies: new Map(textsIn(plain)) };
  } catch {
    return null;
  }
}

function textsIn(plain: Buffer): [path: string, text: string][] {
  let at = plain.indexOf('\n') + 1;
  const index = JSON.parse(plain.toString('utf8', 0, at)) as [path: string, length: number][];
  // One by one: a text without other characters than ASCII is decoded in no time.
  const texts = index.map(([path, length]): [string, string] => [
    path,
    plain.toString('utf8', at, (at += length)),
  ]);
  if (at !== plain.length) throw new Error('there is more in the pack than it lists, or less');
  return texts;
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
