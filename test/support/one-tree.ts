import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesMeant } from '../../src/code/resolve-import.js';

const TEMPLATES = join(import.meta.dirname, '../../templates');
const FEATURES = join(TEMPLATES, 'features');

/** The folders that lie over each other in a project: that of the service, and one for each feature. */
export const LAYERS: readonly string[] = [
  join(TEMPLATES, 'service'),
  ...readdirSync(FEATURES, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => join(FEATURES, name)),
];

/**
 * The file that an import of a template means by a relative path: as in a project, where what is in the layers is one tree. The
 * compiler knows them as `rootDirs`; null for all other imports.
 */
export function inOneTree(specifier: string, importer: string | undefined): string | null {
  const home = LAYERS.find((layer) => importer?.startsWith(`${layer}/`));
  if (home === undefined || importer === undefined || !/^\.{1,2}\//.test(specifier)) return null;
  const path = relative(home, join(dirname(importer), specifier));
  const found = LAYERS.flatMap((layer) => filesMeant(join(layer, path))).find(isFile);
  return found ?? null;
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** The same for what vitest runs. */
export const oneTree = {
  name: 'templates-as-one-tree',
  enforce: 'pre' as const,
  resolveId: (specifier: string, importer: string | undefined) => inOneTree(specifier, importer),
};
