import { join } from 'node:path';
import { build } from 'esbuild';
import { inOneTree } from './one-tree.js';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Compiles a script of this folder with all that it imports, and gives its path: what a test starts again and again is not
 * compiled at each start. What it loads on demand stays in a file of its own.
 */
export async function buildScript(name: string): Promise<string> {
  // As deep as this folder, for code that looks for files from where it lies.
  const outdir = join(ROOT, '.tmp/scripts');
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outdir,
    chunkNames: `${name}-[hash]`,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    tsconfig: join(ROOT, 'tsconfig.json'),
    plugins: [
      {
        name: 'templates-as-one-tree',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\./ }, ({ path, importer }) => {
            const found = inOneTree(path, importer);
            return found === null ? undefined : { path: found };
          }),
      },
    ],
  });
  return join(outdir, `${name}.js`);
}
