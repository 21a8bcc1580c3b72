import type { PackOf } from '../disk/base-store.js';
import { CORE } from '../disk/packs.js';
import { once } from '../once.js';
import { staticFiles } from '../render/project-files.js';
import type { Templates } from '../render/template.js';
import { readTemplates } from './templates.js';

/**
 * The files that are the same in every project that has them, with the feature that brings them, or `core`: the name of the pack
 * that has their kept copies.
 */
export const packedFiles = once(
  (templates: Templates): ReadonlyMap<string, string> =>
    new Map([...staticFiles(templates)].map(([path, { feature }]) => [path, feature ?? CORE])),
);

/** The pack of a file, as it is written. */
export const packOf: PackOf = (path) => packedFiles(readTemplates()).get(path) ?? null;
