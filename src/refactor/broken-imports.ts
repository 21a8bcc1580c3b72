import { exportsIn } from '../code/definitions.js';
import { resolveImport, resolvePath } from '../code/resolve-import.js';
import { specifiersIn } from '../code/specifiers.js';
import { isCode, parseCode, typescript } from '../code/typescript.js';
import { importsIn, bracedNames } from './import-like.js';
import type { Tree } from '../tree.js';

/** Imports of a project's own files that lead nowhere, or to a file without what they bring. */
export function brokenImports(files: Tree): string[] {
  return [...files].flatMap(([path, text]) => {
    if (!isCode(path)) return [];
    const file = parseCode(path, text);
    const lost = specifiersIn(file)
      .filter(({ text: said }) => isOwnSpecifier(said) && leadsTo(files, path, said) === null)
      .map(({ text: said }) => `${path}: ${said}`);
    const lacking = importsIn(file).flatMap((node) => {
      const said = node.moduleSpecifier.getText().slice(1, -1);
      const target = isOwnSpecifier(said) ? resolveImport(files, path, said) : null;
      const known = target === null || !isCode(target) ? null : exportedBy(files, target);
      return bracedNames(node)
        .filter(({ name }) => known?.has(name) === false)
        .map(({ name }) => `${path}: ${name} of ${said}`);
    });
    return [...lost, ...lacking];
  });
}

const isOwnSpecifier = (specifier: string): boolean => /^(?:\.|#|@\/)/.test(specifier);

function leadsTo(files: Tree, path: string, specifier: string): string | null {
  const asset = resolvePath(path, specifier);
  return resolveImport(files, path, specifier) ?? (files.has(asset) ? asset : null);
}

/** Every name that can be imported from a file. */
function exportedBy(files: Tree, path: string): Set<string> {
  const kit = typescript();
  const file = parseCode(path, files.get(path) ?? '');
  const names = new Set(exportsIn(file));
  for (const statement of file.statements) {
    if (!kit.isExportDeclaration(statement)) continue;
    const { exportClause, moduleSpecifier } = statement;
    if (exportClause && kit.isNamedExports(exportClause))
      for (const { name } of exportClause.elements) names.add(name.text);
    const said = moduleSpecifier?.getText().slice(1, -1) ?? '';
    const target = exportClause ? null : resolveImport(files, path, said);
    if (target !== null) for (const name of exportedBy(files, target)) names.add(name);
  }
  return names;
}
