import { ACTIONS, type RecordAction } from '../model/model.js';
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
  /** Whether it has a schema for its body. */
  readonly body: boolean;
}

const WRITES = /^(post|put|patch|delete)$/;

/** Whether read-only roles can call an endpoint although its method writes. */
export const isOpenWrite = ({ method, action }: Pick<WrittenRoute, 'method' | 'action'>): boolean =>
  WRITES.test(method) && /^(list|show|field)$/.test(action);

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
function routeOf(call: ts.CallExpression): Omit<WrittenRoute, 'file' | 'model'> | null {
  const ts = typescript();
  const [path, options, handler] = call.arguments;
  if (!ts.isPropertyAccessExpression(call.expression) || !path || !options || !handler) return null;
  const action = actionOf(options);
  if (action === null || !ts.isStringLiteralLike(path)) return null;
  const body = ts.isObjectLiteralExpression(options) && optionOf(options, 'body') !== null;
  return { method: call.expression.name.text, path: path.text, action, body };
}

/** A button sends the id of its record: of a record that is named by anything else it would find none. */
const BUTTON_PATH = /^\/:\w*id\/([\w.~-]+)$/i;

/** What the routes of a file do with a record of a model, by endpoints such as `POST /:id/confirm`. */
export function recordActions(file: string, text: string, model: string): readonly RecordAction[] {
  const routes = routesOf(file, text).filter((route) => route.model === model);
  return routes.flatMap(({ method, path, action, body }) => {
    const name = BUTTON_PATH.exec(path)?.[1];
    const right = ACTIONS.find((one) => one === action);
    if (name === undefined || right === undefined || !WRITES.test(method)) return [];
    return isOpenWrite({ method, action }) ? [] : [{ name, method, right, body }];
  });
}

/** The action of a route, given directly or in its options; else its own authentication. */
function actionOf(options: ts.Expression): string | null {
  const ts = typescript();
  if (ts.isStringLiteralLike(options)) return options.text;
  if (!ts.isObjectLiteralExpression(options)) return null;
  const [action, auth] = [optionOf(options, 'action'), optionOf(options, 'auth')];
  if (action) return ts.isStringLiteralLike(action) ? action.text : null;
  return auth && (ts.isStringLiteralLike(auth) ? auth.text : 'by a handler');
}

/** An option that is given with its value. */
function optionOf(options: ts.ObjectLiteralExpression, name: string): ts.Expression | null {
  const ts = typescript();
  const found = options.properties.find((one) => one.name?.getText() === name);
  return found && ts.isPropertyAssignment(found) ? found.initializer : null;
}
