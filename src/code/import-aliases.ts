import { typescript } from './typescript.js';

type Files = ReadonlyMap<string, string>;

/** A name that a project gives to files of its own: `#engine`, or `@/*` for all of a folder. */
interface Alias {
  readonly pattern: string;
  /** Paths from the root of the project, the first that is there counts. */
  readonly targets: readonly string[];
}

const known = new WeakMap<Files, Map<string, readonly Alias[]>>();

/** The paths that a specifier may stand for by `imports` of package.json or `paths` of tsconfig.json; none for a package. */
export function aliasTargets(files: Files, from: string, specifier: string): readonly string[] {
  const folder = packageOf(files, from);
  const configs = known.get(files) ?? new Map<string, readonly Alias[]>();
  known.set(files, configs);
  const aliases = configs.get(folder) ?? [...importsOf(files, folder), ...pathsOf(files, folder)];
  configs.set(folder, aliases);
  return aliases.flatMap(({ pattern, targets }) => {
    const star = matched(pattern, specifier);
    return star === null ? [] : targets.map((target) => target.replace('*', star));
  });
}

/** The folder of the package that a file is of, with its `/`; empty for the project itself. */
function packageOf(files: Files, path: string): string {
  const end = path.lastIndexOf('/', path.length - 2) + 1;
  const folder = path.slice(0, end);
  return folder === '' || files.has(`${folder}package.json`) ? folder : packageOf(files, folder);
}

/** What `*` of a pattern stands for in a specifier; null where it is not of this pattern. */
function matched(pattern: string, specifier: string): string | null {
  const [head = '', tail] = pattern.split('*');
  if (tail === undefined) return pattern === specifier ? '' : null;
  const fits = specifier.startsWith(head) && specifier.endsWith(tail);
  return fits && specifier.length >= head.length + tail.length
    ? specifier.slice(head.length, specifier.length - tail.length)
    : null;
}

function importsOf(files: Files, folder: string): Alias[] {
  const { imports } = jsonOf<{ imports?: object }>(files, `${folder}package.json`);
  return Object.entries(imports ?? {}).map(([pattern, target]) => ({
    pattern,
    targets: textsIn(target).map((one) => below(folder, one)),
  }));
}

function pathsOf(files: Files, folder: string): Alias[] {
  const config = jsonOf<{ compilerOptions?: { baseUrl?: string; paths?: object } }>(
    files,
    `${folder}tsconfig.json`,
  );
  const { baseUrl = '.', paths } = config.compilerOptions ?? {};
  return Object.entries(paths ?? {}).map(([pattern, targets]) => ({
    pattern,
    targets: textsIn(targets).map((one) => below(folder, `${baseUrl}/${one}`)),
  }));
}

/** JSON with comments; nothing of what cannot be read. */
function jsonOf<T extends object>(files: Files, path: string): Partial<T> {
  const text = files.get(path);
  if (text === undefined) return {};
  return (typescript().parseConfigFileTextToJson(path, text).config ?? {}) as Partial<T>;
}

/** Every text in a value: `imports` may say one for each condition. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

const below = (folder: string, path: string): string =>
  `${folder}${path}`
    .split('/')
    .filter((step) => step !== '.' && step !== '')
    .join('/');
