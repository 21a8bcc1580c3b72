import type { Packages } from '../../render/features.js';
import type { Tree } from '../../tree.js';

/** The packages that package.json lists; none where it cannot be read. */
export function packagesIn(files: Tree): Packages {
  try {
    const { dependencies, devDependencies } = JSON.parse(files.get('package.json') ?? '{}') as {
      readonly dependencies?: Packages;
      readonly devDependencies?: Packages;
    };
    return { ...devDependencies, ...dependencies };
  } catch {
    return {};
  }
}
