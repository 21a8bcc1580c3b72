import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type ts from 'typescript';
import { keptFile } from './kept.js';
import { packagesInOne } from './packages-in-one.js';

const LEFT_OUT = /\.test\.ts$|\.d\.ts$|^engine\/(test|testing|tools)\//;

/**
 * Writes `dist/` of a project's service as `tsc -p tsconfig.build.json` does, but without a look at its types. Suites that
 * start many services start `dist/src/main.js`: with `tsx src/main.ts` most of a start would be compiling. There they find the large
 * packages in one file each.
 */
export function buildService(folder: string): void {
  const settings = readFileSync(join(folder, 'tsconfig.json'), 'utf8');
  const target = join(folder, 'dist');
  const built = new Map([[join(target, 'package.json'), join(folder, 'package.json')]]);
  for (const path of ['src', 'engine'].flatMap((room) => filesIn(folder, room))) {
    if (!path.endsWith('.ts') || LEFT_OUT.test(path)) continue;
    const text = readFileSync(join(folder, path), 'utf8');
    const name = basename(path);
    const kept = keptFile('built', [settings, name, text], () => transpile(name, text, settings));
    built.set(join(target, path.replace(/ts$/, 'js')), kept);
  }
  removeOthers(target, built);
  for (const [to, kept] of built) place(to, kept);
  const packages = join(target, 'node_modules');
  if (!existsSync(packages)) symlinkSync(packagesInOne(), packages);
}

const filesIn = (folder: string, room: string): string[] =>
  readdirSync(join(folder, room), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(room, path),
  );

function removeOthers(target: string, built: ReadonlyMap<string, string>): void {
  for (const room of ['src', 'engine'].filter((one) => existsSync(join(target, one))))
    for (const path of filesIn(target, room))
      if (/\.js$/.test(path) && !built.has(join(target, path))) rmSync(join(target, path));
}

/** What is the same stays: a service may run there. */
function place(to: string, kept: string): void {
  if (existsSync(to) && readFileSync(to).equals(readFileSync(kept))) return;
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(kept, to);
}

const load = createRequire(import.meta.url);

function transpile(name: string, text: string, settings: string): string {
  // To load it takes as long as a service to start, and it is seldom needed.
  const compiler = load('typescript') as typeof ts;
  const { compilerOptions } = JSON.parse(settings) as { compilerOptions: object };
  const { options } = compiler.convertCompilerOptionsFromJson(compilerOptions, '.');
  return compiler.transpileModule(text, {
    fileName: name,
    compilerOptions: {
      ...options,
      module: compiler.ModuleKind.ESNext,
      noEmit: false,
      inlineSourceMap: true,
    },
  }).outputText;
}
