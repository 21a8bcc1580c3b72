import { posix } from 'node:path';
import { folderOf } from '../tree.js';
import type { Rewritten } from './history/relation-conditions.js';

/**
 * Names the places from which code of `src/` reaches files beside it by its own path: since 0.4 a build is one folder deeper, in
 * `dist/src`, and they would lead elsewhere once it is built.
 */
export function findPathsOutOfSrc(path: string, text: string): Rewritten {
  const isBuilt = path.startsWith('src/') && !/\.test\.[cm]?tsx?$/.test(path);
  if (!isBuilt || !OWN_PLACE.test(text)) return { text, left: [] };
  const leaves = (line: string): boolean =>
    OWN_PLACE.test(line) &&
    [...line.matchAll(UPWARD)].some(
      ([, target = '']) => !`${posix.join(folderOf(path), target)}/`.startsWith('src/'),
    );
  const left = text
    .split('\n')
    .flatMap((line, at) => (leaves(line) ? [{ line: at + 1, why: WHY }] : []));
  return { text, left };
}

const OWN_PLACE = /\bimport\.meta\.(?:dirname|filename|url)\b/;
const UPWARD = /['"`](\.\.[^'"`]*)['"`]/g;
const WHY = 'the build puts the file into `dist/src`, where this path leads to another place';
