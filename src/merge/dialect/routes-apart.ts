import { METHODS } from '../../code/read-routes.js';
import { nodesIn, parseCode, syntaxErrors, typescript, type ts } from '../../code/typescript.js';

/** An endpoint as code declares it: `route.get('/:id/late', ...)`. */
interface DeclaredRoute {
  readonly method: string;
  /** Null where it is not written out. */
  readonly path: string | null;
}

/**
 * Whether statements declare endpoints alone, none of which answers what one of a file does: these may come in any order, unless
 * something else is done among those of the file.
 */
export function areRoutesApart(path: string, statements: string, file: string): boolean {
  const parsed = parseCode(path, statements);
  if (syntaxErrors(parsed) > 0 || parsed.statements.length === 0) return false;
  const added = parsed.statements.map(routeOf);
  const others = nodesIn(parseCode(path, file)).flatMap((node) => {
    const declares = typescript().isBlock(node) && node.statements.some((one) => routeOf(one));
    return declares ? node.statements.map(routeOf) : [];
  });
  return added.every(
    (route) => route !== null && others.every((other) => other !== null && !meet(route, other)),
  );
}

/** The endpoint that a statement, which is a call such as `route.get(...)`, declares. */
function routeOf(node: ts.Node): DeclaredRoute | null {
  const {
    isExpressionStatement,
    isCallExpression,
    isPropertyAccessExpression,
    isStringLiteralLike,
  } = typescript();
  if (!isExpressionStatement(node) || !isCallExpression(node.expression)) return null;
  const { expression: called, arguments: given } = node.expression;
  if (!isPropertyAccessExpression(called)) return null;
  const method = METHODS.find((one) => one === called.name.text);
  if (method === undefined) return null;
  const [path] = given;
  return {
    method,
    path: path && isStringLiteralLike(path) ? path.text : null,
  };
}

/** Whether a request may be for both. */
function meet(one: DeclaredRoute, other: DeclaredRoute): boolean {
  if (one.method !== other.method) return false;
  const [own, others] = [segmentsOf(one), segmentsOf(other)];
  if (own === null || others === null) return true;
  if (own.length !== others.length) return false;
  return own.every((segment, at) => {
    const beside = others[at]!;
    return segment === beside || segment.startsWith(':') || beside.startsWith(':');
  });
}

/** The segments of a path of plain ones and parameters; null of any other. */
function segmentsOf({ path }: DeclaredRoute): readonly string[] | null {
  const segments = path?.split('/') ?? null;
  return segments?.every((segment) => /^:?[\w.-]*$/.test(segment)) ? segments : null;
}
