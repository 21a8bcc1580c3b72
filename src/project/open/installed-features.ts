import { INSTALLED } from '../../disk/packs.js';
import { featuresIn } from '../../render/features.js';
import type { Tree } from '../../tree.js';

const FEATURES = 'features/';

/** The kept copies of files, and the features of others. */
export function withoutInstalled(copies: Tree): { readonly base: Tree; readonly installed: Tree } {
  const base = new Map<string, string>();
  const installed = new Map<string, string>();
  for (const [path, text] of copies)
    if (path.startsWith(INSTALLED)) installed.set(FEATURES + path.slice(INSTALLED.length), text);
    else base.set(path, text);
  return { base, installed };
}

/** The feature of others that a kept copy is a part of; null for other copies. */
export const installedFeature = (path: string): string | null =>
  path.startsWith(INSTALLED) ? path.slice(INSTALLED.length).split('/', 1)[0]! : null;

/** The changes in the kept copies when other features are installed. */
export function installedCopies(before: Tree, after: Tree): ReadonlyMap<string, string | null> {
  const copy = (path: string) => INSTALLED + path.slice(FEATURES.length);
  return new Map<string, string | null>([
    ...[...after]
      .filter(([path, text]) => before.get(path) !== text)
      .map(([path, text]) => [copy(path), text] as const),
    ...[...before.keys()]
      .filter((path) => !after.has(path))
      .map((path) => [copy(path), null] as const),
  ]);
}

/** The names and versions of features of others. */
export const installedVersions = (installed: Tree): ReadonlyMap<string, string> =>
  new Map(featuresIn(installed).map(({ name, version = '' }) => [name, version]));

/** Templates without those of some features, by name. */
export function withoutFeaturesNamed(templates: Tree, names: readonly string[]): Tree {
  const gone = names.map((name) => `${FEATURES}${name}/`);
  const left = [...templates].filter(([path]) => !gone.some((folder) => path.startsWith(folder)));
  return left.length === templates.size ? templates : new Map(left);
}

/** Features of others with more, in place of those of the same names. */
export function withInstalled(
  installed: Tree,
  more: readonly { readonly name: string; readonly files: Tree }[],
): Tree {
  if (more.length === 0) return installed;
  const names = more.map(({ name }) => name);
  const others = withoutFeaturesNamed(installed, names);
  return new Map([...others, ...more.flatMap(({ files }) => [...files])]);
}
