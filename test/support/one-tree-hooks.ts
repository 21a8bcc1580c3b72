import type { ResolveHook } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inOneTree } from './one-tree.js';

/** The same as the plugin, for processes that tests start: `--import tsx --import test/support/register-one-tree.ts`. */
export const resolve: ResolveHook = (specifier, context, next) => {
  const { parentURL = '' } = context;
  const importer = parentURL.startsWith('file:') ? fileURLToPath(parentURL) : undefined;
  const found = inOneTree(specifier, importer);
  return next(found === null ? specifier : pathToFileURL(found).href, context);
};
