import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The packages that a `package.json` asks for. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/**
 * Lets a project use the packages that are installed in a folder or above it, where all of its own are among them; returns whether
 * they are.
 */
export async function linkPackages(root: string, from: string): Promise<boolean> {
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as Manifest;
  const names = Object.keys({ ...dependencies, ...devDependencies });
  for (let folder = from; ; folder = dirname(folder)) {
    const packages = join(folder, 'node_modules');
    if (names.every((name) => existsSync(join(packages, name, 'package.json')))) {
      await symlink(packages, join(root, 'node_modules'), 'junction');
      return true;
    }
    if (folder === dirname(folder)) return false;
  }
}
