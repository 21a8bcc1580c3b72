import { typescript } from './typescript.js';

type Files = ReadonlyMap<string, string>;

/** A name that a project gives to files of its own: `#engine`, or `@/*` for all of a folder. */
interface Alias {
  readonly pattern: string;
  /** Paths from the root of the project. */
  readonly targets: readonly string[];
}

/** Where `imports` and `paths` stand. */
const CONFIGS = ['package.json', 'tsconfig.json'];

const known = new WeakMap<Files, Map<string, readonly Alias[]>>();

/** The paths that a specifier may stand for by `imports` of package.json and `paths` of tsconfig.json; none for a package. */
export function aliasTargets(files: Files, from: string, specifier: string): readonly string[] {
  const configs = known.get(files) ?? new Map<string, readonly Alias[]>();
  known.set(files, configs);
  return CONFIGS.flatMap((name) => {
    const folder = nearestFolder(files, from, name);
    const aliases = configs.get(folder + name) ?? aliasesIn(files, folder, name);
    configs.set(folder + name, aliases);
    return aliases.flatMap(({ pattern, targets }) => {
      const star = starOf(pattern, specifier);
      return star === null ? [] : targets.map((target) => target.replace('*', star));
    });
  });
}

/** The folder, with its `/`, that a file of this name holds for: the root is the last that is looked into. */
function nearestFolder(files: Files, path: string, name: string): string {
  const folder = path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
  return folder === '' || files.has(folder + name) ? folder : nearestFolder(files, folder, name);
}

/** What `*` of a pattern stands for in a specifier; null where it is not of this pattern. */
function starOf(pattern: string, specifier: string): string | null {
  const [head = '', tail] = pattern.split('*');
  if (tail === undefined) return pattern === specifier ? '' : null;
  const fits = specifier.startsWith(head) && specifier.endsWith(tail);
  return fits && specifier.length >= head.length + tail.length
    ? specifier.slice(head.length, specifier.length - tail.length)
    : null;
}

interface Config {
  readonly imports?: object;
  readonly compilerOptions?: { readonly baseUrl?: string; readonly paths?: object };
}

function aliasesIn(files: Files, folder: string, name: string): Alias[] {
  const read = typescript().parseConfigFileTextToJson(name, files.get(folder + name) ?? '{}');
  const { imports = {}, compilerOptions: options = {} } = (read.config ?? {}) as Config;
  const { baseUrl = '.', paths = {} } = options;
  const aliases = (said: object, base: string): Alias[] =>
    Object.entries(said).map(([pattern, targets]) => ({
      pattern,
      targets: textsIn(targets).map((one) => plain(`${base}/${one}`)),
    }));
  return [...aliases(imports, folder), ...aliases(paths, `${folder}${baseUrl}`)];
}

/** Every text in a value: `imports` may say one for each condition. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const plain = (path: string): string =>
  path
    .split('/')
    .filter((step) => step !== '.' && step !== '')
    .join('/');
