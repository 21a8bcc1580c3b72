import { join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Makes one file of a script of this folder and all that it imports, and gives its path: what a test starts again and
 * again is not compiled at each start.
 */
export function buildScript(name: string): string {
  // As deep as this folder, for code that looks for files from where it lies.
  const outfile = join(ROOT, '.tmp/scripts', `${name}.js`);
  buildSync({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    tsconfig: join(ROOT, 'tsconfig.json'),
  });
  return outfile;
}
