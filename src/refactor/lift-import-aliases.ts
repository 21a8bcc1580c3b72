import { applyEdits, modify, parse } from 'jsonc-parser';
import type { Tree } from '../tree.js';

/** Until 0.4 the code of `src/` had its import aliases here, also as it was built. */
export const NESTED = 'src/package.json';
const ROOT = 'package.json';

/** An alias's path, or one for each condition. */
type Target = string | null | { readonly [condition: string]: Target };

/**
 * The project's `package.json` with the aliases that its developer gave to `src/package.json`; null where there are none. Those of
 * the engine are crudgen's.
 */
export function liftImportAliases(files: Tree): string | null {
  const root = files.get(ROOT);
  const { imports = {} } = (parse(files.get(NESTED) ?? '{}') ?? {}) as { imports?: object };
  const own = Object.entries(imports).filter(([name]) => !/^#engine(?:\/|$)/.test(name));
  if (root === undefined || own.length === 0) return null;
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  return own.reduce(
    (text, [name, target]) =>
      applyEdits(
        text,
        modify(text, ['imports', name], belowSrc(target as Target), { formattingOptions }),
      ),
    root,
  );
}

function belowSrc(target: Target): Target {
  if (typeof target === 'string') return target.replace(/^\.\//, './src/');
  if (target === null) return null;
  return Object.fromEntries(Object.entries(target).map(([name, one]) => [name, belowSrc(one)]));
}
