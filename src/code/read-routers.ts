import type { Tree } from '../tree.js';
import { findDeclaration } from './find-declaration.js';
import { importsIn, type Imports } from './imports.js';
import { parseCode, typescript, type ts } from './typescript.js';

/** The file that lists the routers without a model, which the service mounts at its root. */
const LIST = 'src/routes/routes.ts';

/** A listed router without a model, as its developer wrote it. */
export interface WrittenRouter {
  readonly file: string;
  readonly prefix: string;
}

/** The listed routers whose prefix is a string literal; those that are mounted elsewhere are not listed. */
export function readRouters(files: Tree): readonly WrittenRouter[] {
  const text = files.get(LIST);
  if (text === undefined) return [];
  const imports = importsIn(files);
  return listed(parseCode(LIST, text), imports).flatMap((one) => routerOf(one, imports) ?? []);
}

function listed(file: ts.SourceFile, imports: Imports): readonly ts.Identifier[] {
  const ts = typescript();
  const list = findDeclaration(file, 'routers', imports);
  return list && ts.isArrayLiteralExpression(list) ? list.elements.filter(ts.isIdentifier) : [];
}

function routerOf(name: ts.Identifier, imports: Imports): WrittenRouter | null {
  const ts = typescript();
  const call = findDeclaration(name.getSourceFile(), name.text, imports);
  if (!call || !ts.isCallExpression(call) || call.expression.getText() !== 'defineRouter')
    return null;
  const [prefix] = call.arguments;
  if (!prefix || !ts.isStringLiteralLike(prefix)) return null;
  return { file: call.getSourceFile().fileName, prefix: prefix.text };
}
