import type { Tree } from '../tree.js';
import { definitionsIn } from './definitions.js';
import { nodesIn, parseCode, typescript, type ts } from './typescript.js';

/** The methods that an endpoint may have, as code calls them. */
export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** A custom endpoint as written in its routes file. */
export interface WrittenRoute {
  readonly file: string;
  readonly model: string;
  readonly method: string;
  /** Below the model's prefix. */
  readonly path: string;
  readonly action: string;
}

/** Whether read-only roles can call an endpoint although its method writes. */
export const isOpenWrite = ({ method, action }: Pick<WrittenRoute, 'method' | 'action'>): boolean =>
  /^(post|put|patch|delete)$/.test(method) && /^(list|show|field)$/.test(action);

/** The custom endpoints whose method writes but whose action only reads. */
export const readOpenWrites = (files: Tree): readonly WrittenRoute[] =>
  readRoutes(files).filter(isOpenWrite);

/** The custom endpoints whose path and action are string literals. */
export const readRoutes = (files: Tree): readonly WrittenRoute[] =>
  [...files]
    .filter(([path, text]) => /^src\/.*\.ts$/.test(path) && text.includes('defineRoutes('))
    .flatMap(([path, text]) => routesOf(path, text));

const routesOf = (file: string, text: string): WrittenRoute[] =>
  definitionsIn(parseCode(file, text))
    .filter(({ kind }) => kind === 'routes')
    .flatMap(({ model, call }) =>
      call.arguments
        .flatMap(nodesIn)
        .filter(typescript().isCallExpression)
        .flatMap((one) => routeOf(one) ?? [])
        .map((route) => ({ file, model, ...route })),
    );

/** `route.post('/:id/archive', 'edit', ...)` or `{ action: 'edit' }`, with string literals for path and action. */
function routeOf(call: ts.CallExpression): Pick<WrittenRoute, 'method' | 'path' | 'action'> | null {
  const ts = typescript();
  const [path, options, handler] = call.arguments;
  if (!ts.isPropertyAccessExpression(call.expression) || !path || !options || !handler) return null;
  const action = actionOf(options);
  if (action === null || !ts.isStringLiteralLike(path)) return null;
  return { method: call.expression.name.text, path: path.text, action };
}

/** The action of a route, given directly or in its options; else its own authentication. */
function actionOf(options: ts.Expression): string | null {
  const ts = typescript();
  if (ts.isStringLiteralLike(options)) return options.text;
  if (!ts.isObjectLiteralExpression(options)) return null;
  const option = (name: string): ts.Expression | null => {
    const found = options.properties.find((one) => one.name?.getText() === name);
    return found && ts.isPropertyAssignment(found) ? found.initializer : null;
  };
  const [action, auth] = [option('action'), option('auth')];
  if (action) return ts.isStringLiteralLike(action) ? action.text : null;
  return auth && (ts.isStringLiteralLike(auth) ? auth.text : 'by a handler');
}
