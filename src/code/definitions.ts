import { declaredName } from './find-declaration.js';
import { unwrapped } from './static-value.js';
import { oncePerFile, typescript, type ts } from './typescript.js';

/** What defines a part of a model, and whether it says by a type which model. */
const DEFINING = {
  defineAccess: { kind: 'access', byType: true },
  defineRoutes: { kind: 'routes', byType: false },
  defineHooks: { kind: 'hooks', byType: false },
  defineRules: { kind: 'rules', byType: true },
} as const;

type Defining = keyof typeof DEFINING;

/** A call of `defineAccess<Task>(...)` or `defineRoutes(Task, ...)`: a part of a model beside its entity. */
export interface Definition {
  readonly kind: (typeof DEFINING)[Defining]['kind'];
  /** The class that it is about, by the name that it is declared with. */
  readonly model: string;
  /** The name that the file exports it by; null where it exports it by none. */
  readonly exportedAs: string | null;
  readonly call: ts.CallExpression;
}

/** The parts of models that a file defines, in the order of its text. */
export const definitionsIn = oncePerFile((file): readonly Definition[] => {
  const kit = typescript();
  const found: Definition[] = [];
  const visit = (node: ts.Node): void => {
    const part = kit.isCallExpression(node) ? partOf(node) : null;
    if (part) found.push(part);
    else kit.forEachChild(node, visit);
  };
  visit(file);
  return found;
});

function partOf(call: ts.CallExpression): Definition | null {
  const called = typescript().isIdentifier(call.expression) ? call.expression.text : '';
  if (!Object.hasOwn(DEFINING, called)) return null;
  const { kind, byType } = DEFINING[called as Defining];
  const about = byType ? call.typeArguments?.[0] : call.arguments[0];
  if (!about) return null;
  const file = call.getSourceFile();
  return {
    kind,
    model: declaredName(file, about.getText()),
    exportedAs: exportedName(file, call),
    call,
  };
}

/** The name that a constant of the file with this value is exported by. */
function exportedName(file: ts.SourceFile, value: ts.Expression): string | null {
  const kit = typescript();
  for (const statement of file.statements) {
    if (!kit.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!initializer || !kit.isIdentifier(name)) continue;
      if (unwrapped(initializer) !== value) continue;
      return isExported(statement) ? name.text : listedName(file, name.text);
    }
  }
  return null;
}

/** The name that `export { rules as taskAccess }` gives a name of the file. */
function listedName(file: ts.SourceFile, local: string): string | null {
  const kit = typescript();
  for (const statement of file.statements) {
    if (!kit.isExportDeclaration(statement) || statement.moduleSpecifier) continue;
    const { exportClause } = statement;
    if (!exportClause || !kit.isNamedExports(exportClause)) continue;
    const found = exportClause.elements.find(
      (one) => (one.propertyName ?? one.name).text === local,
    );
    if (found) return found.name.text;
  }
  return null;
}

/** The names that a file declares as exported, in the order of its text. */
export function exportsIn(file: ts.SourceFile): string[] {
  return file.statements.filter(isExported).flatMap((statement) => {
    if (typescript().isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    return declaredIn(statement) ?? [];
  });
}

/** The first class that a file exports; null where it exports none. */
export function exportedClass(file: ts.SourceFile): string | null {
  const kit = typescript();
  const found = file.statements.find((one) => kit.isClassDeclaration(one) && isExported(one));
  return (found && declaredIn(found)) ?? null;
}

const declaredIn = (statement: ts.Statement): string | undefined =>
  (statement as ts.DeclarationStatement).name?.text;

function isExported(statement: ts.Statement): boolean {
  const kit = typescript();
  if (!kit.canHaveModifiers(statement)) return false;
  const { ExportKeyword } = kit.SyntaxKind;
  return statement.modifiers?.some(({ kind }) => kind === ExportKeyword) === true;
}
