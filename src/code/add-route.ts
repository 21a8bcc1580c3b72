import { definitionsIn } from './definitions.js';
import { importedNames } from './module-names.js';
import { parseCode, typescript, type ts } from './typescript.js';

/** A developer's routes file: its routes, and where a new one fits in. */
export interface RoutesPlace {
  /** The name of the callback's parameter; null without one. */
  readonly parameter: string | null;
  /** Whether the route exists. */
  has(method: string, path: string): boolean;
  /** The file with a new route: at the end of the callback, or before a route that would shadow it. */
  with(method: string, path: string, lines: readonly string[]): string;
}

/** Finds the callback of `defineRoutes(Model, ...)` in a file; null where it is written differently. */
export function findRoutes(path: string, text: string, model: string): RoutesPlace | null {
  const ts = typescript();
  const found = definitionsIn(parseCode(path, text)).flatMap((one) => {
    const build = one.kind === 'routes' && one.model === model ? one.call.arguments[1] : undefined;
    return build && (ts.isArrowFunction(build) || ts.isFunctionExpression(build)) ? [build] : [];
  });
  return found[0] ? placeIn(text, found[0]) : null;
}

function placeIn(
  text: string,
  build: ts.ArrowFunction | ts.FunctionExpression,
): RoutesPlace | null {
  const ts = typescript();
  const { body, parameters } = build;
  if (!ts.isBlock(body)) return null;
  const [first] = parameters;
  if (first && !ts.isIdentifier(first.name)) return null;
  return {
    parameter: first ? first.name.getText() : null,
    has: (method, path) => body.statements.some((one) => routePath(one, method) === path),
    with: (method, path, lines) => {
      const covering = body.statements.find((one) => covers(routePath(one, method), path));
      return covering
        ? insertBefore(text, covering, body, lines)
        : insert(text, build, body, lines);
    },
  };
}

/** The path of a route of this method; null for other statements. */
function routePath(statement: ts.Statement, method: string): string | null {
  const ts = typescript();
  const call = ts.isExpressionStatement(statement) ? statement.expression : null;
  if (!call || !ts.isCallExpression(call)) return null;
  if (!call.expression.getText().endsWith(`.${method}`)) return null;
  return /^(['"`])(.*)\1$/.exec(call.arguments[0]?.getText() ?? '')?.[2] ?? null;
}

/** Whether a route with parameters matches everything that another one does. */
function covers(general: string | null, path: string): boolean {
  if (general === null) return false;
  const [wide, narrow] = [general.split('/'), path.split('/')];
  return (
    wide.length === narrow.length &&
    wide.every((part, at) => part === narrow[at] || (part.startsWith(':') && narrow[at] !== ''))
  );
}

const endOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

function insertBefore(
  text: string,
  statement: ts.Statement,
  body: ts.Block,
  lines: readonly string[],
): string {
  const eol = endOf(text);
  const start = statement.getStart();
  const indent = /[ \t]*$/.exec(text.slice(0, start))?.[0] ?? '';
  // A trailing comment belongs to the statement before it; comments on their own lines belong to this one.
  const line = text.indexOf(eol, statement.getFullStart());
  if (line < 0 || line > start)
    return text.slice(0, start) + lines.join(eol) + eol + text.slice(start);
  const made = lines.map((one) => indent + one.replace(/^ {2}/, unitOf(text))).join(eol);
  const gap = statement === body.statements[0] ? '' : eol;
  const rest = text.slice(line);
  return text.slice(0, line) + gap + eol + made + (rest.startsWith(eol + eol) ? '' : eol) + rest;
}

function insert(
  text: string,
  build: ts.ArrowFunction | ts.FunctionExpression,
  body: ts.Block,
  lines: readonly string[],
): string {
  const eol = endOf(text);
  const close = body.end - 1;
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', close) + 1, close))?.[0] ?? '';
  const first = body.statements[0]?.getStart();
  const own = first === undefined ? null : /\n([ \t]*)[^\n]*$/.exec(text.slice(0, first))?.[1];
  const unit = unitOf(text);
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

/** One level of a file's indentation. */
function unitOf(text: string): string {
  if (/^\t/m.test(text)) return '\t';
  return /^ {4}\S/m.test(text) && !/^ {2}\S/m.test(text) ? '    ' : '  ';
}

/** The hint that crudgen writes into a file without routes. */
const HINT = /^[ \t]*\/\/ `crudgen endpoint add [^\n]*\r?\n?/m;

function withParameter(head: string, start: number): string {
  return head.slice(0, start) + head.slice(start).replace(/\(\s*\)/, '(route)');
}

/** Adds an import above the first line, unless the file has it. */
export function withImport(path: string, text: string, name: string, module: string): string {
  const file = parseCode(path, text);
  const has = importedNames(file).some((one) => one.module === module && one.local === name);
  const at = file.statements[0]?.getStart() ?? 0;
  const line = `import { ${name} } from '${module}';${endOf(text)}`;
  return has ? text : text.slice(0, at) + line + text.slice(at);
}
