import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type ts from 'typescript';

type TypeScript = typeof ts;

/**
 * The line of a clause in an access file: `src/models/note/note.access.ts:9` for `rows[1]`. If the clause has no line of its own
 * there, the line of the clause around it.
 */
export function placeOf(root: string, file: string, clause: string): string {
  const path = join(root, file);
  const compiler = typescriptOf(root);
  if (!compiler || !existsSync(path)) return file;
  const source = compiler.createSourceFile(path, readFileSync(path, 'utf8'), LATEST, true);
  const steps = clause.split(/[.[\]]+/).filter(Boolean);
  let found: ts.Node | null = null;
  let at: ts.Node | null = definitionIn(compiler, source);
  for (const step of steps) {
    const next: ts.Node | null = at && childOf(compiler, at, step);
    if (!next) break;
    found = next;
    at = compiler.isPropertyAssignment(next) ? next.initializer : next;
  }
  if (!found) return file;
  return `${file}:${source.getLineAndCharacterOfPosition(found.getStart()).line + 1}`;
}

/** The newest version of the language, as the enumeration of TypeScript numbers it. */
const LATEST = 99;

/** The project's own TypeScript, if it has one that reads source files. */
function typescriptOf(root: string): TypeScript | null {
  try {
    const compiler = createRequire(join(root, 'package.json'))('typescript') as TypeScript;
    return typeof compiler.createSourceFile === 'function' ? compiler : null;
  } catch {
    return null;
  }
}

/** The object that is passed to `defineAccess`. */
function definitionIn(compiler: TypeScript, node: ts.Node): ts.Node | null {
  if (compiler.isCallExpression(node) && node.expression.getText() === 'defineAccess')
    return node.arguments[0] ?? null;
  return compiler.forEachChild(node, (child) => definitionIn(compiler, child)) ?? null;
}

/** The property, the element or the option of a call that a step of a path names. */
function childOf(compiler: TypeScript, node: ts.Node, step: string): ts.Node | null {
  if (compiler.isArrayLiteralExpression(node)) {
    const before = node.elements.slice(0, Number(step) + 1);
    return before.some(compiler.isSpreadElement) ? null : (before[Number(step)] ?? null);
  }
  if (compiler.isCallExpression(node)) {
    const options = node.arguments.find(compiler.isObjectLiteralExpression);
    return options ? childOf(compiler, options, step) : null;
  }
  if (!compiler.isObjectLiteralExpression(node)) return null;
  const named = ({ name }: ts.ObjectLiteralElementLike) =>
    name !== undefined && name.getText().replace(/^(['"])(.*)\1$/, '$2') === step;
  return node.properties.find(named) ?? null;
}
