import { createRequire } from 'node:module';
import type { CompilerOptions, FileSystemHost, Project } from 'ts-morph';
import type { Tree } from '../tree.js';
import { typescript } from './typescript.js';

/** The installed packages of a project. */
export interface Packages {
  /** The project folder, with forward slashes. */
  readonly root: string;
  has(path: string): boolean;
  /** The text of a file; throws if the file does not exist. */
  read(path: string): string;
  isFolder(path: string): boolean;
  realPath(path: string): string;
}

// ts-morph takes a third longer to load than its compiler alone, which all other code uses: see typescript.ts.
const load = createRequire(import.meta.url);
const morph = () => load('ts-morph') as typeof import('ts-morph');

/** The files of a project, by absolute paths, with types and references; nothing in it is written to disk. */
export function typedProject(files: Tree, packages: Packages): Project {
  const { Project } = morph();
  return new Project({
    fileSystem: fileSystemOf(files, packages),
    compilerOptions: parsedOptions(files, packages.root),
    skipFileDependencyResolution: true,
  });
}

/** Compiler options with the project's aliases: `"paths": { "@/*": ["./src/*"] }`. */
function parsedOptions(files: Tree, root: string): CompilerOptions {
  const ts = typescript();
  const parsed = ts.parseConfigFileTextToJson('tsconfig.json', files.get('tsconfig.json') ?? '{}');
  const config = parsed.config as
    { compilerOptions?: { baseUrl?: string; paths?: Record<string, string[]> } } | undefined;
  const { baseUrl = '.', paths } = config?.compilerOptions ?? {};
  return {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.Preserve,
    strict: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2023.d.ts'],
    ...(paths && { baseUrl: `${root}/${baseUrl}`, paths }),
  };
}

/** The files of a project, and those of its packages below them. */
function fileSystemOf(files: Tree, packages: Packages): FileSystemHost {
  const { root } = packages;
  const own = (path: string): string | undefined =>
    path.startsWith(`${root}/`) ? files.get(path.slice(root.length + 1)) : undefined;
  const { InMemoryFileSystemHost } = morph();
  return new (class extends InMemoryFileSystemHost {
    override readFileSync = (path: string): string => own(path) ?? packages.read(path);
    override fileExistsSync = (path: string): boolean =>
      own(path) !== undefined || packages.has(path);
    override directoryExistsSync = (path: string): boolean =>
      (path.startsWith(root) && !path.includes('/node_modules')) || packages.isFolder(path);
    override realpathSync = (path: string): string =>
      own(path) === undefined ? packages.realPath(path) : path;
    override getCurrentDirectory = (): string => root;
  })();
}
