import type { PackOf } from '../disk/base-store.js';
import { CORE } from '../disk/packs.js';
import { once } from '../once.js';
import { ADMIN, type Feature, featuresIn, isPartOf } from '../render/features.js';
import { staticFiles } from '../render/render-project.js';
import type { Templates } from '../render/template.js';
import { readTemplates } from './templates.js';

/**
 * The files that are the same in every project that has them, with the feature that brings them, or `core`: the name of the pack
 * that has their kept copies.
 */
export const packedFiles = once((templates: Templates): ReadonlyMap<string, string> => {
  const features = featuresIn(templates);
  return new Map([...staticFiles(templates).keys()].map((path) => [path, ownerOf(features, path)]));
});

/** The pack of a file, as it is written. */
export const packOf: PackOf = (path) => packedFiles(readTemplates()).get(path) ?? null;

/** Parts of the back-office that belong to another feature go with that. */
function ownerOf(features: readonly Feature[], path: string): string {
  const owners = features.filter((feature) => isPartOf(feature, path)).map(({ name }) => name);
  return owners.find((name) => name !== ADMIN) ?? owners[0] ?? CORE;
}
