import { parseCode, typescript, type ts } from './typescript.js';

/** What an owner's routes file is: where a route fits in, and which ones it has. */
export interface RoutesPlace {
  /** The name of the callback's parameter; null where it takes none yet. */
  readonly parameter: string | null;
  /** Whether it has this route already. */
  has(method: string, path: string): boolean;
  /** The file with the lines of a route at the end of the callback. */
  with(lines: readonly string[]): string;
}

/** Finds the callback of `defineRoutes(Model, ...)` in a file; null where it is written in another way. */
export function findRoutes(path: string, text: string, model: string): RoutesPlace | null {
  const kit = typescript();
  const file = parseCode(path, text);
  const local = localName(file, model);
  let found: ts.ArrowFunction | ts.FunctionExpression | null = null;
  const visit = (node: ts.Node): void => {
    const [entity, build] = kit.isCallExpression(node) ? node.arguments : [];
    const isCall =
      kit.isCallExpression(node) &&
      node.expression.getText() === 'defineRoutes' &&
      entity?.getText() === local;
    if (isCall && build && (kit.isArrowFunction(build) || kit.isFunctionExpression(build)))
      found = build;
    else kit.forEachChild(node, visit);
  };
  visit(file);
  return found === null ? null : placeIn(text, found);
}

function localName(file: ts.SourceFile, model: string): string {
  const alias = new RegExp(`\\b${model}\\s+as\\s+(\\w+)`).exec(file.text);
  return alias?.[1] ?? model;
}

function placeIn(
  text: string,
  build: ts.ArrowFunction | ts.FunctionExpression,
): RoutesPlace | null {
  const kit = typescript();
  const { body, parameters } = build;
  if (!kit.isBlock(body)) return null;
  const [first] = parameters;
  if (first && !kit.isIdentifier(first.name)) return null;
  return {
    parameter: first ? first.name.getText() : null,
    has: (method, path) =>
      body.statements.some(
        (one) =>
          kit.isExpressionStatement(one) &&
          kit.isCallExpression(one.expression) &&
          one.expression.expression.getText().endsWith(`.${method}`) &&
          /^(['"`])(.*)\1$/.exec(one.expression.arguments[0]?.getText() ?? '')?.[2] === path,
      ),
    with: (lines) => insert(text, build, body, lines),
  };
}

function insert(
  text: string,
  build: ts.ArrowFunction | ts.FunctionExpression,
  body: ts.Block,
  lines: readonly string[],
): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const close = body.end - 1;
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', close) + 1, close))?.[0] ?? '';
  const first = body.statements[0]?.getStart();
  const own = first === undefined ? null : /\n([ \t]*)[^\n]*$/.exec(text.slice(0, first))?.[1];
  const unit = /^\t/m.test(text)
    ? '\t'
    : /^ {4}\S/m.test(text) && !/^ {2}\S/m.test(text)
      ? '    '
      : '  ';
  const indent = own ?? outer + unit;
  const inside = text.slice(body.getStart() + 1, close);
  const kept = inside.replace(HINT, '').trimEnd();
  const gap = body.statements.length > 0 ? eol : '';
  const made = lines.map((line) => indent + line.replace(/^ {2}/, unit)).join(eol);
  const block = `{${kept}${eol}${gap}${made}${eol}${outer}}`;
  const head = text.slice(0, body.getStart());
  const lead = build.parameters.length > 0 ? head : withParameter(head, build.getStart());
  return lead + block + text.slice(body.end);
}

/** What crudgen writes into a file without routes. */
const HINT = /^[ \t]*\/\/ `crudgen endpoint add [^\n]*\r?\n?/m;

function withParameter(head: string, start: number): string {
  return head.slice(0, start) + head.slice(start).replace(/\(\s*\)/, '(route)');
}
