import { type App, type Layout, LAYOUT_KINDS, type LayoutOptions } from '../model/model.js';
import { modelNames } from '../render/model-names.js';
import type { Tree } from '../tree.js';
import { NO_IMPORTS } from './imports.js';
import { readResourceLists } from './read-resource.js';
import { readStatic, toJson } from './static-value.js';
import { typescript, type ts } from './typescript.js';

/** An app whose models have the layouts of their resource files. */
export function withLayouts(app: App, files: Tree): App {
  const lists = readResourceLists(files, 'layouts', layoutIn);
  const models = app.models.map((model) => {
    const layouts = lists.get(`${modelNames(model).variable}Resource`) ?? [];
    return layouts.length === 0 ? model : { ...model, layouts };
  });
  return { ...app, models };
}

/** The layout of a call such as `board('status')`; none of an expression of the developer's. */
function layoutIn(node: ts.Expression): readonly Layout[] {
  if (!typescript().isCallExpression(node)) return [];
  const kind = LAYOUT_KINDS.find((one) => one === node.expression.getText());
  const [field, options = {}] = node.arguments.map((one) => toJson(readStatic(one, NO_IMPORTS)));
  if (kind === undefined || typeof field !== 'string') return [];
  const { to, fields, ...others } = (options ?? {}) as Readonly<Record<string, unknown>>;
  const named = Object.entries(others).filter(([, value]) => typeof value === 'string');
  const shown: LayoutOptions = {
    ...Object.fromEntries(named),
    ...(isNames(fields) && { fields }),
  };
  return [{ kind, field, ...(typeof to === 'string' && { to }), shown }];
}

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
