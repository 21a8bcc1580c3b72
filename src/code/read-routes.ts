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

/** `route.post('/:id/archive', 'edit', ...)` or `{ action: 'edit' }`, with texts for path and action. */
function routeOf(call: ts.CallExpression): Pick<WrittenRoute, 'method' | 'path' | 'action'> | null {
  const kit = typescript();
  const [path, options, handler] = call.arguments;
  if (!kit.isPropertyAccessExpression(call.expression) || !path || !options || !handler)
    return null;
  const action = actionOf(options);
  if (action === null || !kit.isStringLiteralLike(path)) return null;
  return { method: call.expression.name.text, path: path.text, action };
}

/** The action that a route states, by itself or among its options; of one with an authentication of its own that. */
function actionOf(options: ts.Expression): string | null {
  const kit = typescript();
  if (kit.isStringLiteralLike(options)) return options.text;
  if (!kit.isObjectLiteralExpression(options)) return null;
  const said = (name: string): ts.Expression | null => {
    const found = options.properties.find((one) => one.name?.getText() === name);
    return found && kit.isPropertyAssignment(found) ? found.initializer : null;
  };
  const [action, auth] = [said('action'), said('auth')];
  if (action) return kit.isStringLiteralLike(action) ? action.text : null;
  return auth && (kit.isStringLiteralLike(auth) ? auth.text : 'by a handler');
}
