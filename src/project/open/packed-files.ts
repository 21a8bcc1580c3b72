import type { PackOf } from '../../disk/base-store.js';
import { CORE } from '../../disk/packs.js';
import { once } from '../../once.js';
import { staticFiles } from '../../render/project-files.js';
import type { Templates } from '../../render/template.js';
import { NO_FILES, type Tree } from '../../tree.js';
import { installedFeature, withoutInstalled } from './installed-features.js';
import { templatesOf } from './templates.js';

/**
 * The files that are the same in every project that has them, with the feature that brings them, or `core`: the name of the pack
 * that has their kept copies.
 */
export const packedFiles = once(
  (templates: Templates): ReadonlyMap<string, string> =>
    new Map([...staticFiles(templates)].map(([path, { feature }]) => [path, feature ?? CORE])),
);

/** The pack of each of some copies, as they are written: features of others are among the copies. */
export function packsOf(copies: Tree): PackOf {
  const { installed } = withoutInstalled(copies);
  const files = packedFiles(templatesOf({ applied: NO_FILES, installed }));
  return (path) => installedFeature(path) ?? files.get(path) ?? null;
}
