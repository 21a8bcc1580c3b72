import { definitionsIn } from './definitions.js';
import { parseCode, typescript, type ts } from './typescript.js';

/** An endpoint of the developer's own, as its routes file writes it. */
export interface WrittenRoute {
  readonly file: string;
  readonly model: string;
  readonly method: string;
  /** Below the model's prefix. */
  readonly path: string;
  readonly action: string;
}

/** Whether a role that may only read can call an endpoint although its method writes. */
export const isOpenWrite = ({ method, action }: Pick<WrittenRoute, 'method' | 'action'>): boolean =>
  /^(post|put|patch|delete)$/.test(method) && /^(list|show|field)$/.test(action);

/** The own endpoints whose method writes and whose action is one of reading. */
export const readOpenWrites = (files: ReadonlyMap<string, string>): readonly WrittenRoute[] =>
  readRoutes(files).filter(isOpenWrite);

/** The endpoints of the developer's own, as far as path and action are texts. */
export const readRoutes = (files: ReadonlyMap<string, string>): readonly WrittenRoute[] =>
  [...files]
    .filter(([path, text]) => /^src\/.*\.ts$/.test(path) && text.includes('defineRoutes('))
    .flatMap(([path, text]) => routesOf(path, text));

function routesOf(file: string, text: string): WrittenRoute[] {
  const kit = typescript();
  const found: WrittenRoute[] = [];
  for (const { kind, model, call } of definitionsIn(parseCode(file, text))) {
    const visit = (node: ts.Node): void => {
      const route = kit.isCallExpression(node) ? routeOf(node) : null;
      if (route) found.push({ file, model, ...route });
      kit.forEachChild(node, visit);
    };
    if (kind === 'routes') call.arguments.forEach(visit);
  }
  return found;
}

/** `route.post('/:id/archive', 'edit', ...)`, with texts for path and action. */
function routeOf(call: ts.CallExpression): Pick<WrittenRoute, 'method' | 'path' | 'action'> | null {
  const kit = typescript();
  const [path, action, handler] = call.arguments;
  if (!kit.isPropertyAccessExpression(call.expression) || !path || !action || !handler) return null;
  if (!kit.isStringLiteralLike(path) || !kit.isStringLiteralLike(action)) return null;
  return { method: call.expression.name.text, path: path.text, action: action.text };
}
