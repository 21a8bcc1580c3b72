import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from '@ts-morph/common';

/** The call of `defineAccess` for a model. */
interface Definition {
  readonly path: string;
  readonly source: ts.SourceFile;
  readonly call: ts.CallExpression;
}

/** The access rules in the code of a project. */
export class AccessFiles {
  readonly #definitions = new Map<string, Definition>();

  /** Reads the files below `src` of the project in `root`. */
  constructor(root: string) {
    for (const entry of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
      if (!entry.endsWith('.ts')) continue;
      const path = `src/${entry.replaceAll('\\', '/')}`;
      const text = readFileSync(join(root, path), 'utf8');
      if (!/\bdefineAccess</.test(text)) continue;
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      for (const [model, call] of callsIn(source))
        this.#definitions.set(model, { path, source, call });
    }
  }

  /**
   * The place of a clause, such as `rows[1]` or `fields.margin.read`: `src/models/note/note.access.ts:9`, with the column if other
   * clauses begin on its line. If the clause stands elsewhere, the place of the clause around it; null if no file has the rules.
   */
  placeOf(model: string, clause: string): string | null {
    const definition = this.#definitions.get(model);
    if (!definition) return null;
    const { path, source, call } = definition;
    const { found, isAlone } = findClause(call, clause.split(/[.[\]]+/).filter(Boolean));
    const { line, character } = source.getLineAndCharacterOfPosition(found.getStart());
    return `${path}:${line + 1}${isAlone ? '' : `:${character + 1}`}`;
  }
}

/** The calls of `defineAccess` in a file, with the names of their models. */
function callsIn(node: ts.Node): readonly (readonly [string, ts.CallExpression])[] {
  const found: (readonly [string, ts.CallExpression])[] = [];
  const visit = (at: ts.Node): void => {
    if (ts.isCallExpression(at) && at.expression.getText() === 'defineAccess') {
      const model = at.typeArguments?.[0]?.getText();
      if (model !== undefined) found.push([model, at]);
    }
    ts.forEachChild(at, visit);
  };
  visit(node);
  return found;
}

/** Follows the steps of a clause as far as the code has them. */
function findClause(call: ts.CallExpression, steps: readonly string[]) {
  let found: ts.Node = call;
  let isAlone = true;
  let at: ts.Node | undefined = call.arguments[0];
  for (const step of steps) {
    const siblings = at ? clausesIn(at) : [];
    const next = clauseNamed(siblings, step);
    if (!next) break;
    found = next;
    isAlone = siblings.filter((one) => lineOf(one) === lineOf(next)).length === 1;
    at = ts.isPropertyAssignment(next) ? next.initializer : next;
  }
  return { found, isAlone };
}

/** The properties of an object, the elements of a list, or the options of a call. */
function clausesIn(node: ts.Node): readonly ts.Node[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements;
  if (ts.isObjectLiteralExpression(node)) return node.properties;
  const options = ts.isCallExpression(node) && node.arguments.find(ts.isObjectLiteralExpression);
  return options ? options.properties : [];
}

/** The clause with a name or a number. After a spread, nobody can count the elements of a list. */
function clauseNamed(clauses: readonly ts.Node[], name: string): ts.Node | undefined {
  if (/^\d+$/.test(name)) {
    const before = clauses.slice(0, Number(name) + 1);
    return before.some(ts.isSpreadElement) ? undefined : before[Number(name)];
  }
  return clauses.find(
    (one) =>
      ts.isObjectLiteralElementLike(one) &&
      one.name?.getText().replace(/^(['"])(.*)\1$/, '$2') === name,
  );
}

const lineOf = (node: ts.Node): number =>
  node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line;
