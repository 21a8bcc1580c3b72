import { listedExports } from './module-names.js';
import { parseCode, typescript, type ts } from './typescript.js';

/** The names that a file exports; null where it exports all of another. */
export function exportsOf(path: string, text: string): ReadonlySet<string> | null {
  const file = parseCode(path, text);
  const listed = listedExports(file).map(({ local }) => local);
  return listed.includes('*') ? null : new Set([...listed, ...declaredIn(file)]);
}

/** The names of exported declarations. */
export function declaredIn(file: ts.SourceFile): readonly string[] {
  const ts = typescript();
  return file.statements.flatMap((statement): string[] => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
    return 'name' in statement && statement.name ? [(statement.name as ts.Identifier).text] : [];
  });
}

/** The names that a declaration binds: one, or those of a pattern. */
function boundNames(name: ts.BindingName): readonly string[] {
  const ts = typescript();
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((one) => (ts.isBindingElement(one) ? boundNames(one.name) : []));
}
