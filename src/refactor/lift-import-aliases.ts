import { applyEdits, modify, parse } from 'jsonc-parser';
import type { Tree } from '../tree.js';

/** Until 0.4 the code of `src/` had its import aliases here, also as it was built. */
export const NESTED = 'src/package.json';
const ROOT = 'package.json';

/** An alias's path, or one for each condition. */
type Target = string | null | { readonly [condition: string]: Target };

/** A project's files, and those that crudgen wrote. */
interface Files {
  readonly mine: Tree;
  readonly base: Tree;
}

/**
 * The project's `package.json` with the aliases that its developer gave to `src/package.json`, and with one for each folder of
 * their own in the engine; null where there are none. The others are crudgen's.
 */
export function liftImportAliases({ mine, base }: Files): string | null {
  const root = mine.get(ROOT);
  const imports = importsIn(mine.get(NESTED));
  const known = importsIn(base.get(NESTED));
  const given = Object.entries(imports).filter(([name]) => !(name in known) && !OURS.test(name));
  const isOwn = (path: string) => mine.has(path) && !base.has(path);
  // `#engine/*` led there as well.
  const folders = '#engine/*' in imports ? [...mine.keys()].filter(isOwn).flatMap(aliasOf) : [];
  const own = [...folders, ...given];
  if (root === undefined || own.length === 0) return null;
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  return own.reduce(
    (text, [name, target]) =>
      applyEdits(
        text,
        modify(text, ['imports', name], fromRoot(target, isOwn), { formattingOptions }),
      ),
    root,
  );
}

const OURS = /^#engine(?:\/\*)?$/;

const importsIn = (text = '{}'): Readonly<Record<string, Target>> =>
  ((parse(text) ?? {}) as { imports?: Record<string, Target> }).imports ?? {};

/** The alias that `#engine/*` was for the index of a folder. */
function aliasOf(path: string): [name: string, target: string][] {
  const folder = /^src\/engine\/(.+)\/index\.ts$/.exec(path)?.[1];
  return folder === undefined ? [] : [[`#engine/${folder}`, `./engine/${folder}/index.js`]];
}

/** A target as seen from the project's folder: what the developer added to the engine stays in `src/`, the rest is beside it. */
function fromRoot(target: Target, isOwn: (path: string) => boolean): Target {
  if (target === null) return null;
  if (typeof target !== 'string')
    return Object.fromEntries(
      Object.entries(target).map(([name, one]) => [name, fromRoot(one, isOwn)]),
    );
  const stays = !target.startsWith('./engine/') || isOwn(sourceAt(target));
  return stays ? target.replace(/^\.\//, './src/') : target;
}

const sourceAt = (target: string): string =>
  target.replace(/^\.\//, 'src/').replace(/\.js$/, '.ts');
