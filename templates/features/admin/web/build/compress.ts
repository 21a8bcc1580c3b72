import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;
const SMALLEST_WORTH_IT = 1024;

/** Writes a `.gz` and a `.br` beside each file of the build, so that the service never compresses at runtime. */
export function compress(): Plugin {
  let folder = 'dist';
  return {
    name: 'compress',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    // Not `closeBundle`, which also runs after a failed build, whose error it would hide.
    writeBundle: async () => {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names.filter((name) => COMPRESSIBLE.test(name)).map((name) => both(join(folder, name))),
      );
    },
  };
}

async function both(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < SMALLEST_WORTH_IT) return;
  const zipped = await promisify(gzip)(content, { level: 9 });
  const brotli = await promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  await writeFile(`${path}.gz`, zipped);
  await writeFile(`${path}.br`, brotli);
}
