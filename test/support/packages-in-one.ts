import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { keptFolderOf } from './kept.js';

const ROOT = join(import.meta.dirname, '../..');
/** The packages of hundreds of files that services load, with the files of them that the engine names. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  typeorm: [
    'driver/better-sqlite3/BetterSqlite3QueryRunner.js',
    'driver/postgres/PostgresQueryRunner.js',
  ],
  express: [],
  jsonwebtoken: [],
  zod: [],
};
/** What these load where a project has it: the drivers, which are not theirs. */
const FOUND_ABOVE = Object.keys(packageOf('typeorm').peerDependencies ?? {});
/** CommonJS in an ES module asks for the parts of Node by this. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/**
 * A `node_modules` that has each of these packages in one file, with the packages below it: a process that finds, reads and
 * compiles four hundred files takes twice as long to start. All other packages are found above it.
 */
export function packagesInOne(): string {
  const made = [import.meta.filename, join(ROOT, 'package-lock.json')];
  const texts = made.map((path) => readFileSync(path, 'utf8'));
  return keptFolderOf('packages', texts, (folder) => {
    const entries = Object.entries(MODULES).flatMap(([name, files]) =>
      [name, ...files.map((file) => `${name}/${file}`)].map((module) => writeEntry(folder, module)),
    );
    buildSync({
      entryPoints: entries,
      outdir: folder,
      outbase: join(folder, 'entries'),
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      banner: { js: REQUIRE },
      external: FOUND_ABOVE,
      absWorkingDir: folder,
      logLevel: 'error',
    });
    rmSync(join(folder, 'entries'), { recursive: true });
    for (const [name, files] of Object.entries(MODULES)) writePackage(folder, name, files);
  });
}

function packageOf(name: string): { version: string; peerDependencies?: object } {
  const path = join(ROOT, 'node_modules', name, 'package.json');
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** A module that exports by name what Node finds in one, which a compiler does not see where it is CommonJS. */
function writeEntry(folder: string, module: string): string {
  const names = Object.keys(createRequire(import.meta.url)(module)).filter(
    (name) => name !== 'default',
  );
  const path = join(folder, 'entries', /\.js$/.test(module) ? module : `${module}/index.js`);
  mkdirSync(dirname(path), { recursive: true });
  const all = module in MODULES ? ['default', ...names] : names;
  writeFileSync(path, `export { ${all.join(', ')} } from '${module}';\n`);
  return path;
}

function writePackage(folder: string, name: string, files: readonly string[]): void {
  const { version } = packageOf(name);
  const exports = Object.fromEntries([
    ['.', './index.js'],
    ...files.map((file) => [`./${file}`, `./${file}`]),
  ]);
  const text = JSON.stringify({ name, version, type: 'module', exports });
  writeFileSync(join(folder, name, 'package.json'), text);
}
