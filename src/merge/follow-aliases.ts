import { importedNames, type ModuleName } from '../code/module-names.js';
import { isCode, type ts } from '../code/typescript.js';
import { libraryAlias } from '../render/library-names.js';
import { codeSource, type CodeSource } from './code-parts.js';
import type { Versions } from './merge-structure.js';
import { withNames } from './renamed-declarations.js';
import { applySplices, type Splice } from './splice.js';
import { renamings, usedNames } from './used-names.js';

/**
 * Three versions of a file in which what `next` imports from libraries has its name of there in all: under an alias where a
 * class has taken its name (`OrmRelation`), under its own again where that class is gone.
 */
export function followAliases(path: string, versions: Versions): Versions {
  if (!isCode(path)) return versions;
  const [base, mine, next] = [versions.base, versions.mine, versions.next].map((text) =>
    codeSource(path, text),
  );
  if (!base || !mine || !next) return versions;
  const taken = takenNames(mine, next);
  const free = freedNames(mine, next);
  if (taken.size === 0 && free.length === 0) return versions;
  return {
    ...versions,
    base: withLibraryNames(path, base, taken, free),
    mine: withLibraryNames(path, mine, taken, free),
  };
}

/** A file with aliases for names of libraries that are to be free for classes. */
export function withoutLibraryNames(
  path: string,
  text: string,
  names: ReadonlySet<string>,
): string {
  const source = codeSource(path, text);
  if (!source) return text;
  const taken = libraryImports(source).flatMap(({ local, alias }) =>
    names.has(local) ? [[local, alias] as const] : [],
  );
  return taken.length === 0 ? text : withNames(path, source, new Map(taken)).text;
}

interface LibraryImport extends ModuleName<ts.ImportDeclaration> {
  readonly alias: string;
}

/** The names that a file imports from libraries, each with its alias. */
const libraryImports = ({ file }: CodeSource): LibraryImport[] =>
  importedNames(file).flatMap((one) => {
    const alias = one.module === null ? null : libraryAlias(one.module, one.name);
    return alias === null || !one.specifier ? [] : [{ ...one, alias }];
  });

/** Names of libraries in `mine` that belong to something else in `next`, with their aliases. */
function takenNames(mine: CodeSource, next: CodeSource): ReadonlyMap<string, string> {
  const others = new Map(importedNames(next.file).map(({ local, module }) => [local, module]));
  const declared = usedNames(next.file);
  return new Map(
    libraryImports(mine).flatMap(({ local, module, name, alias }) => {
      if (local !== name) return [];
      const other = others.get(local);
      const isImported = other !== undefined && other !== module;
      const isAliased = libraryImports(next).some(
        (one) => one.name === name && one.local === alias,
      );
      return isImported || (isAliased && declared.has(alias)) ? [[local, alias] as const] : [];
    }),
  );
}

/** Names of libraries that `mine` has under the alias, `next` under their own, and nothing else has. */
function freedNames(mine: CodeSource, next: CodeSource): readonly LibraryImport[] {
  const plain = libraryImports(next).filter(({ local, name }) => local === name);
  const used = usedNames(mine.file);
  return libraryImports(mine).filter(
    ({ local, module, name, alias }) =>
      local === alias &&
      !used.has(name) &&
      plain.some((one) => one.module === module && one.name === name),
  );
}

function withLibraryNames(
  path: string,
  source: CodeSource,
  taken: ReadonlyMap<string, string>,
  free: readonly LibraryImport[],
): string {
  const aliased = withNames(path, source, taken);
  const names = new Map(free.map(({ local, name }) => [local, name]));
  const specifiers = libraryImports(aliased).flatMap(({ local, specifier }) =>
    specifier && names.has(local) ? [specifier] : [],
  );
  const imported = new Set(specifiers.map(({ name }) => name.getStart()));
  const uses = renamings(aliased.file, names).filter(({ at }) => !imported.has(at));
  const imports = specifiers.map(({ propertyName, name }): Splice => {
    const at = propertyName!.getStart();
    return { at, remove: name.end - at, insert: propertyName!.text };
  });
  return applySplices(aliased.text, [...uses, ...imports]) ?? aliased.text;
}
