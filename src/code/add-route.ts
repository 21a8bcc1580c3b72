import { definitionsIn } from './definitions.js';
import { parseCode, typescript, type ts } from './typescript.js';

/** What an owner's routes file is: where a route fits in, and which ones it has. */
export interface RoutesPlace {
  /** The name of the callback's parameter; null where it takes none yet. */
  readonly parameter: string | null;
  /** Whether it has this route already. */
  has(method: string, path: string): boolean;
  /** The file with the lines of a route: at the end of the callback, or before a route that would answer in its place. */
  with(method: string, path: string, lines: readonly string[]): string;
}

/** Finds the callback of `defineRoutes(Model, ...)` in a file; null where it is written in another way. */
export function findRoutes(path: string, text: string, model: string): RoutesPlace | null {
  const kit = typescript();
  const found = definitionsIn(parseCode(path, text)).flatMap((one) => {
    const build = one.kind === 'routes' && one.model === model ? one.call.arguments[1] : undefined;
    return build && (kit.isArrowFunction(build) || kit.isFunctionExpression(build)) ? [build] : [];
  });
  return found[0] ? placeIn(text, found[0]) : null;
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
    has: (method, path) => body.statements.some((one) => pathOf(one, method) === path),
    with: (method, path, lines) => {
      const covering = body.statements.find((one) => covers(pathOf(one, method), path));
      return covering
        ? insertBefore(text, covering, body, lines)
        : insert(text, build, body, lines);
    },
  };
}

/** The path of a statement that is a route of this method. */
function pathOf(statement: ts.Statement, method: string): string | null {
  const kit = typescript();
  const call = kit.isExpressionStatement(statement) ? statement.expression : null;
  if (!call || !kit.isCallExpression(call)) return null;
  if (!call.expression.getText().endsWith(`.${method}`)) return null;
  return /^(['"`])(.*)\1$/.exec(call.arguments[0]?.getText() ?? '')?.[2] ?? null;
}

/** Does a route with parameters answer everything that another one is for? */
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
  // What stands behind the statement before it on its line is about that one; comments on lines of their own about this.
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

/** What crudgen writes into a file without routes. */
const HINT = /^[ \t]*\/\/ `crudgen endpoint add [^\n]*\r?\n?/m;

function withParameter(head: string, start: number): string {
  return head.slice(0, start) + head.slice(start).replace(/\(\s*\)/, '(route)');
}

/** A file that imports a name from a module: as it is where it does, else with a line above the first one. */
export function withImport(path: string, text: string, name: string, module: string): string {
  const kit = typescript();
  const { statements } = parseCode(path, text);
  const has = statements.some((one) => {
    if (!kit.isImportDeclaration(one) || one.moduleSpecifier.getText().slice(1, -1) !== module)
      return false;
    const named = one.importClause?.namedBindings;
    return named && kit.isNamedImports(named) && named.elements.some((it) => it.name.text === name);
  });
  const at = statements[0]?.getStart() ?? 0;
  const line = `import { ${name} } from '${module}';${endOf(text)}`;
  return has ? text : text.slice(0, at) + line + text.slice(at);
}
