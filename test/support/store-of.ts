import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  basePath,
  copiesOf,
  EMPTY_STORE,
  readBaseStore,
  storeChanges,
} from '../../src/disk/base-store.js';
import { bytesOf, contentOf } from '../../src/disk/contents.js';
import { isPack, PACKS } from '../../src/disk/packs.js';
import { once } from '../../src/once.js';
import { packsOf } from '../../src/project/open/packed-files.js';
import { keepsBase } from '../../src/render/render-project.js';
import type { Tree } from '../../src/tree.js';

/** The files below `.crudgen` of a project that is as it was rendered; packs are base64. */
export const storeOf = once((rendered: Tree): Tree => {
  const copies = new Map([...rendered].filter(([path]) => keepsBase(path)));
  return new Map(
    [...storeChanges(copies, packsOf(copies), EMPTY_STORE)].map(([path, one]) => [path, one!]),
  );
});

/** A project that is as it was rendered, with each kept copy in a file of its own, as before packs. */
export function withPlainCopies(rendered: Tree): Tree {
  const copies = [...rendered].filter(([path]) => keepsBase(path));
  return new Map([...rendered, ...copies.map(([path, text]) => [basePath(path), text] as const)]);
}

/** The packs of a project on disk, in base64. */
export function packsIn(root: string): Tree {
  const paths = readdirSync(join(root, PACKS)).map((name) => `${PACKS}/${name}`);
  return new Map(
    paths.filter(isPack).map((path) => [path, contentOf(readFileSync(join(root, path)))]),
  );
}

/** Changes the kept copies of a project on disk, as if crudgen had written other ones: path -> text, or null for none. */
export function changeCopies(root: string, changes: Readonly<Record<string, string | null>>): void {
  const store = readBaseStore(root);
  const copies = new Map<string, string | null>([...copiesOf(store), ...Object.entries(changes)]);
  const kept = new Map([...copies].filter((one): one is [string, string] => one[1] !== null));
  for (const [path, content] of storeChanges(kept, packsOf(kept), store)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (content === null) rmSync(join(root, path));
    else writeFileSync(join(root, path), bytesOf(path, content));
  }
}
