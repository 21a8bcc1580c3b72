import type { Tree } from '../tree.js';
import { typescript, type ts } from './typescript.js';

/** The installed packages of a project. */
export interface Packages {
  /** The project folder, with forward slashes. */
  readonly root: string;
  /** The folder with TypeScript's lib files; null where it is not installed. */
  readonly types: string | null;
  has(path: string): boolean;
  read(path: string): string | undefined;
  isFolder(path: string): boolean;
  realPath(path: string): string;
}

/** Compiler options with the project's aliases: `"paths": { "@/*": ["./src/*"] }`. */
function optionsOf(files: Tree, { root, types }: Packages): ts.CompilerOptions {
  const ts = typescript();
  const parsed = ts.parseConfigFileTextToJson('tsconfig.json', files.get('tsconfig.json') ?? '{}');
  const config = parsed.config as
    { compilerOptions?: { baseUrl?: string; paths?: object } } | undefined;
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
    ...(types === null ? { noLib: true } : { lib: ['lib.es2023.d.ts'] }),
    ...(paths && { baseUrl: `${root}/${baseUrl}`, paths: paths as ts.MapLike<string[]> }),
  };
}

/** A TypeScript language service for some files of a project, by absolute paths, and their imports. */
export function openService(
  files: Tree,
  roots: readonly string[],
  packages: Packages,
): ts.LanguageService {
  const ts = typescript();
  const { root, types } = packages;
  const own = (path: string): string | undefined =>
    path.startsWith(`${root}/`) ? files.get(path.slice(root.length + 1)) : undefined;
  const read = (path: string): string | undefined => own(path) ?? packages.read(path);
  const options = optionsOf(files, packages);
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => roots.map((path) => `${root}/${path}`),
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const text = read(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: () => `${types ?? root}/lib.d.ts`,
    fileExists: (path) => own(path) !== undefined || packages.has(path),
    readFile: read,
    directoryExists: (path) =>
      (path.startsWith(root) && !path.includes('/node_modules')) || packages.isFolder(path),
    realpath: (path) => (own(path) === undefined ? packages.realPath(path) : path),
  });
}
