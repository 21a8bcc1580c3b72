import { once } from '../once.js';
import { declaredName } from './find-declaration.js';
import { declaredNames } from './identifiers.js';
import { listedExports } from './module-names.js';
import { unwrapped } from './static-value.js';
import { nodesIn, typescript, type ts } from './typescript.js';

/** The functions that define parts of a model, and whether the model is a type argument. */
const DEFINING = {
  defineAccess: { kind: 'access', byType: true },
  defineRoutes: { kind: 'routes', byType: false },
  defineHooks: { kind: 'hooks', byType: false },
  defineRules: { kind: 'rules', byType: true },
} as const;

type Defining = keyof typeof DEFINING;

/** A call such as `defineAccess<Task>(...)` or `defineRoutes(Task, ...)`, which defines a part of a model. */
export interface Definition {
  readonly kind: (typeof DEFINING)[Defining]['kind'];
  /** The class of the model, by its declared name. */
  readonly model: string;
  /** The exported name; null where it is not exported. */
  readonly exportedAs: string | null;
  readonly call: ts.CallExpression;
}

/** The parts of models that a file defines, in source order. */
export const definitionsIn = once((file: ts.SourceFile): readonly Definition[] =>
  nodesIn(file)
    .filter(typescript().isCallExpression)
    .flatMap((call) => definedPart(call) ?? []),
);

function definedPart(call: ts.CallExpression): Definition | null {
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

/** The exported name of the constant with this value. */
function exportedName(file: ts.SourceFile, value: ts.Expression): string | null {
  const ts = typescript();
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!initializer || !ts.isIdentifier(name)) continue;
      if (unwrapped(initializer) !== value) continue;
      return isExported(statement) ? name.text : listedName(file, name.text);
    }
  }
  return null;
}

/** The name that `export { rules as taskAccess }` gives a local name. */
const listedName = (file: ts.SourceFile, local: string): string | null =>
  listedExports(file).find(({ name, module }) => module === null && name === local)?.local ?? null;

/** The names that a file declares as exported, in source order. */
export const exportsIn = (file: ts.SourceFile): string[] =>
  declaredNames(file)
    .filter(({ statement }) => isExported(statement))
    .map(({ name }) => name);

/** The first exported class; null without one. */
export function exportedClass(file: ts.SourceFile): string | null {
  const { isClassDeclaration } = typescript();
  const found = declaredNames(file).find(
    ({ statement }) => isClassDeclaration(statement) && isExported(statement),
  );
  return found?.name ?? null;
}

/** Whether a statement exports its declarations by `export` in front of them. */
export function isExported(statement: ts.Statement): boolean {
  const ts = typescript();
  if (!ts.canHaveModifiers(statement)) return false;
  const { ExportKeyword } = ts.SyntaxKind;
  return statement.modifiers?.some(({ kind }) => kind === ExportKeyword) === true;
}
