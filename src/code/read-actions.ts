import { ACTIONS, type RecordAction } from '../model/model.js';
import type { Tree } from '../tree.js';
import { NO_IMPORTS } from './imports.js';
import { readResourceLists } from './read-resource.js';
import { readStatic, toJson } from './static-value.js';
import { typescript, type ts } from './typescript.js';

/** The buttons of endpoints that resource files have, by the names of their constants. */
export function readActions(files: Tree): ReadonlyMap<string, readonly RecordAction[]> {
  const lists = readResourceLists(files, 'actions', actionIn);
  return new Map([...lists].map(([name, actions]) => [name, actions ?? []]));
}

/** The action of a call such as `action('close', { right: 'delete' })`. */
function actionIn(node: ts.Expression): readonly RecordAction[] {
  if (!typescript().isCallExpression(node) || node.expression.getText() !== 'action') return [];
  const [name, options] = node.arguments.map((one) => toJson(readStatic(one, NO_IMPORTS)));
  if (typeof name !== 'string') return [];
  const { method, right, body } = (options ?? {}) as Readonly<Record<string, unknown>>;
  return [
    {
      name,
      method: typeof method === 'string' ? method.toLowerCase() : 'post',
      right: ACTIONS.find((one) => one === right) ?? 'edit',
      body: body === true,
    },
  ];
}
