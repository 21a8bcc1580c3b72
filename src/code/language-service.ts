import { typescript, type ts } from './typescript.js';

/** The files of packages, which stand outside of a project's own. */
export interface Packages {
  /** The folder of the project, with `/` between names. */
  readonly root: string;
  /** The folder with the types of JavaScript itself; null where TypeScript is not installed. */
  readonly types: string | null;
  has(path: string): boolean;
  read(path: string): string | undefined;
  isFolder(path: string): boolean;
  realPath(path: string): string;
}

type Files = ReadonlyMap<string, string>;

/** How the code of a project is read, with its own names for folders: `"paths": { "@/*": ["./src/*"] }`. */
function optionsOf(files: Files, { root, types }: Packages): ts.CompilerOptions {
  const kit = typescript();
  const said = kit.parseConfigFileTextToJson('tsconfig.json', files.get('tsconfig.json') ?? '{}');
  const config = said.config as
    { compilerOptions?: { baseUrl?: string; paths?: object } } | undefined;
  const { baseUrl = '.', paths } = config?.compilerOptions ?? {};
  return {
    target: kit.ScriptTarget.ESNext,
    module: kit.ModuleKind.ESNext,
    moduleResolution: kit.ModuleResolutionKind.Bundler,
    jsx: kit.JsxEmit.Preserve,
    strict: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    types: [],
    ...(types === null ? { noLib: true } : { lib: ['lib.es2023.d.ts'] }),
    ...(paths && { baseUrl: `${root}/${baseUrl}`, paths: paths as ts.MapLike<string[]> }),
  };
}

/** TypeScript's own understanding of some files of a project, by full paths, and of what they import. */
export function openService(
  files: Files,
  roots: readonly string[],
  packages: Packages,
): ts.LanguageService {
  const kit = typescript();
  const { root, types } = packages;
  const own = (path: string): string | undefined =>
    path.startsWith(`${root}/`) ? files.get(path.slice(root.length + 1)) : undefined;
  const read = (path: string): string | undefined => own(path) ?? packages.read(path);
  const options = optionsOf(files, packages);
  return kit.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => roots.map((path) => `${root}/${path}`),
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const text = read(path);
      return text === undefined ? undefined : kit.ScriptSnapshot.fromString(text);
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
