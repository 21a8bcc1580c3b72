import { posix } from 'node:path';
import { once } from '../once.js';
import type { Tree } from '../tree.js';
import { typescript } from './typescript.js';

/** An import alias: `#engine`, or `@/*` for a folder. */
interface Alias {
  readonly pattern: string;
  /** Paths from the root of the project. */
  readonly targets: readonly string[];
}

/** The files with `imports` and `paths`. */
const CONFIGS = ['package.json', 'tsconfig.json'];

/** The aliases of a tree by the paths of its configs. */
const knownIn = once((_: Tree) => new Map<string, readonly Alias[]>());

/** The possible paths of a specifier by `imports` of package.json and `paths` of tsconfig.json; none for a package. */
export function aliasTargets(files: Tree, from: string, specifier: string): readonly string[] {
  const configs = knownIn(files);
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

/** The nearest folder, with its `/`, that has a file of this name; the root as a last resort. */
function nearestFolder(files: Tree, path: string, name: string): string {
  const folder = path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
  return folder === '' || files.has(folder + name) ? folder : nearestFolder(files, folder, name);
}

/** The part of a specifier that `*` matches; null where the pattern does not match. */
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

function aliasesIn(files: Tree, folder: string, name: string): Alias[] {
  const read = typescript().parseConfigFileTextToJson(name, files.get(folder + name) ?? '{}');
  const { imports = {}, compilerOptions: options = {} } = (read.config ?? {}) as Config;
  const { baseUrl = '.', paths = {} } = options;
  const aliases = (mappings: object, base: string): Alias[] =>
    Object.entries(mappings).map(([pattern, targets]) => ({
      pattern,
      targets: textsOfValue(targets).map((one) => posix.join(base, one)),
    }));
  return [...aliases(imports, folder), ...aliases(paths, `${folder}${baseUrl}`)];
}

/** Every string in a value: `imports` may have one for each condition. */
function textsOfValue(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsOfValue)
    : [];
}
