import { once } from '../once.js';
import type { Tree } from '../tree.js';
import { resolveImport } from './resolve-import.js';
import { parseCode, typescript, type ts } from './typescript.js';

/** The file that an import resolves to; null outside of the project. */
interface Target {
  readonly from: ts.SourceFile;
  readonly to: ts.SourceFile | null;
}

/**
 * The imports of a project's files, with those that were followed, by their specifiers. A syntax tree is shared by all projects
 * that have its text, so it cannot hold what its imports resolve to.
 */
export interface Imports {
  readonly files: Tree | null;
  readonly followed: Map<ts.Expression, Target>;
}

const importsOf = (files: Tree | null): Imports => ({ files, followed: new Map() });

/** The imports within a project. */
export const importsIn = once((files: Tree): Imports => importsOf(files));

/** The imports of a file that is read by itself: they resolve to nothing. */
export const NO_IMPORTS = importsOf(null);

/** The file that a specifier names; null outside of the project, and for crudgen's column types. */
export function importedFile(
  from: ts.SourceFile,
  specifier: ts.Expression,
  { files, followed }: Imports,
): ts.SourceFile | null {
  if (files === null || !typescript().isStringLiteral(specifier)) return null;
  const known = followed.get(specifier);
  if (known) return known.to;
  const path = resolveImport(files, from.fileName, specifier.text);
  const isFollowed = path !== null && !path.endsWith('/database/column-types.ts');
  const to = isFollowed ? parseCode(path, files.get(path) ?? '') : null;
  followed.set(specifier, { from, to });
  return to;
}

/** A reading of a node that follows imports. */
type Reading<K, T> = (node: K, imports: Imports) => T;

/** Caches a reading of each node per project. */
export function oncePerImports<K extends object, T>(read: Reading<K, T>): Reading<K, T> {
  const readWith = once((imports: Imports) => once((node: K) => read(node, imports)));
  return (node, imports) => readWith(imports)(node);
}

/** Caches a reading of a file, across projects, until one of the imports that it followed resolves differently. */
export function untilImportsChange<T>(read: Reading<ts.SourceFile, T>): Reading<ts.SourceFile, T> {
  const known = new WeakMap<ts.SourceFile, Pick<Imports, 'followed'> & { readonly result: T }>();
  return (file, imports) => {
    const before = known.get(file);
    // Two texts of a path have two trees.
    const isUnchanged = ([specifier, { from, to }]: [ts.Expression, Target]) =>
      importedFile(from, specifier, imports) === to;
    if (before && [...before.followed].every(isUnchanged)) return before.result;
    const own = importsOf(imports.files);
    const result = read(file, own);
    known.set(file, { result, followed: own.followed });
    return result;
  };
}
