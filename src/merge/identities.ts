import { decoratorName, decoratorsOf, relationTarget, stringOption } from '../code/decorators.js';
import { typescript, type ts } from '../code/typescript.js';
import { byMeaning, type Identity, type Part } from './part.js';

/*
 * What TypeORM's decorators, JSX and `define...` calls mean for a merge: what an entry is known by among its siblings, what is
 * its name, what an argument is for. All else merges parts, whatever they are. (That TypeORM takes the type of a column in two
 * places is evened out before, by `withColumnsLike`.) A habit of developers that is not known yet is a row here, and a case in
 * `test/merge`.
 */

type Node = ts.Node;

/** The decorators that make a property a column. */
export const COLUMN =
  /^(?:Column|Primary\w*Column|CreateDateColumn|UpdateDateColumn|DeleteDateColumn|VersionColumn)$/;
const RELATION = /^(?:OneToOne|OneToMany|ManyToOne|ManyToMany)$/;
const JOIN = /^Join(?:Column|Table)$/;
const CONSTRAINT = /^(?:Unique|Index)$/;

/** Attributes and properties that name what has them, the most telling first: `<TextField source="title" />`. */
const NAMING = ['source', 'name', 'key', 'id', 'path', 'resource', 'field', 'relation'];

/** A call that adds a route: `router.get('/tasks', ...)`. */
const ROUTE = /^\w+\.(?:get|post|put|patch|delete|all|head|options) \//;

/** Longer than any text that identifies something. */
const LONGEST = 60;

/** The text of a name, without its quotes. */
function nameOf(name: Node | undefined): string {
  if (!name) return '';
  const ts = typescript();
  return ts.isStringLiteral(name) || ts.isIdentifier(name) ? name.text : name.getText();
}

const byName = (name: Node | undefined): Identity => ({ by: 'name', value: nameOf(name) });

/**
 * A column by its name in the database, a relation by its join column or its inverse, so that a property is the same under
 * another name; then by the property's name, so that it is the same with another column.
 */
export function memberIdentities(member: ts.PropertyDeclaration): Identity[] {
  const name = byName(member.name);
  const decorators = decoratorsOf(member);
  const column = decorators.find((decorator) => COLUMN.test(decorator.name));
  if (column) return [{ by: 'column', value: stringOption(column, 'name') ?? name.value }, name];
  const relation = decorators.find((decorator) => RELATION.test(decorator.name));
  if (!relation) return [name];
  const join = decorators.find((decorator) => JOIN.test(decorator.name));
  const { model, inverse } = relationTarget(relation);
  const joined = join && stringOption(join, 'name');
  return [{ by: 'relation', value: joined ?? `${model}.${inverse ?? name.value}` }, name];
}

/** An entity by its table, every other class by its name. */
function classIdentities(node: ts.ClassDeclaration): Identity[] {
  const entity = decoratorsOf(node).find((decorator) => decorator.name === 'Entity');
  const table = entity && stringOption(entity, 'name');
  return [...(table ? [{ by: 'entity', value: table } as const] : []), byName(node.name)];
}

/** A string without its quotes, anything else without its blanks. */
const wordOf = (node: ts.Expression): string =>
  typescript().isStringLiteralLike(node) ? node.text : node.getText().replace(/\s/g, '');

const isUniqueIndex = (name: string, call: ts.CallExpression): boolean =>
  name === 'Index' && call.arguments.some((one) => /^\{[^]*\bunique: *true\b/.test(one.getText()));

/**
 * A decorator by its name with the columns that it lists, however they are written and whether or not its owner has named
 * the constraint; then by its name alone, for a list whose columns have changed.
 */
function decoratorIdentities({ expression }: ts.Decorator): Identity[] {
  const ts = typescript();
  if (!ts.isCallExpression(expression)) return [];
  const called = decoratorName(expression.expression);
  const list = expression.arguments.find((one) => ts.isArrayLiteralExpression(one));
  // An index that is unique is what crudgen writes as such.
  const name = list && isUniqueIndex(called, expression) ? 'Unique' : called;
  const first = name === 'Index' ? expression.arguments[0] : undefined;
  const columns = list?.elements ?? (first && [first]);
  const value = columns && `${name} ${columns.map(wordOf).join()}`;
  const constraint: Identity[] = value === undefined ? [] : [{ by: 'constraint', value }];
  return [...constraint, { by: 'decorator', value: name }];
}

/** What a call is about: its callee and its first string, such as the path of a route. */
function callIdentities(node: Node): Identity[] {
  const ts = typescript();
  if (!ts.isCallExpression(node)) return [];
  const [first] = node.arguments;
  const callee = node.expression.getText();
  if (callee.length > LONGEST || callee.includes('\n')) return [];
  if (!first || !ts.isStringLiteralLike(first)) return [];
  return [{ by: 'call', value: `${callee} ${first.text}` }];
}

/** The attribute or property that names a JSX element or an object. */
function namingOf(node: Node): ts.JsxAttribute | ts.PropertyAssignment | null {
  const ts = typescript();
  const element = ts.isJsxElement(node) ? node.openingElement : node;
  const entries: readonly ts.NamedDeclaration[] = ts.isJsxOpeningLikeElement(element)
    ? element.attributes.properties
    : ts.isObjectLiteralExpression(node)
      ? node.properties
      : [];
  for (const name of NAMING) {
    const found = entries.find((one) => nameOf(one.name) === name);
    if (found && (ts.isJsxAttribute(found) || ts.isPropertyAssignment(found))) return found;
  }
  return null;
}

/** A JSX element by its tag and the attribute that names it. */
function elementIdentities(node: ts.JsxElement | ts.JsxSelfClosingElement): Identity[] {
  const { tagName } = typescript().isJsxElement(node) ? node.openingElement : node;
  const value = namingOf(node)?.initializer?.getText() ?? '';
  return [{ by: 'element', value: `${tagName.getText()} ${value}` }];
}

/** An object in an array by the property that names it. */
function objectIdentities(node: ts.ObjectLiteralExpression): Identity[] {
  const found = namingOf(node);
  if (!found) return [];
  return [{ by: 'object', value: `${nameOf(found.name)} ${found.initializer?.getText()}` }];
}

/**
 * What a `define...` call makes is known by what it is about, then by its name and by its callee, but only among what such
 * calls make: where its owner writes something else in its place, that is their own. Every other variable goes by its name.
 */
function variableIdentities({ declarationList }: ts.VariableStatement): Identity[] {
  const [declaration] = declarationList.declarations;
  const name = byName(declaration?.name);
  const made = declaration?.initializer;
  if (!made || !typescript().isCallExpression(made)) return [name];
  const callee = made.expression.getText();
  if (!/^define\w+$/.test(callee)) return [name];
  const about = (made.typeArguments?.[0] ?? made.arguments[0])?.getText().slice(0, LONGEST);
  const definition: Identity = { by: 'definition', value: `${callee} ${about ?? ''}` };
  return [definition, { ...name, by: 'defined' }, { by: 'callee', value: callee }];
}

/** What is declared by its name; a getter apart from its setter. */
function declarationIdentities(node: Node): Identity[] {
  const ts = typescript();
  const { name } = node as { name?: Node };
  if (!name || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) return [];
  if (ts.isGetAccessor(node)) return [{ by: 'accessor', value: `get ${name.text}` }];
  if (ts.isSetAccessor(node)) return [{ by: 'accessor', value: `set ${name.text}` }];
  return [byName(name)];
}

/** What a statement calls, with or without `await`. */
function statementIdentities({ expression }: ts.ExpressionStatement): Identity[] {
  const isAwaited = typescript().isAwaitExpression(expression);
  return callIdentities(isAwaited ? expression.expression : expression);
}

const bySyntax = (value: string): Identity[] => [{ by: 'syntax', value }];

type Row = (node: Node) => Identity[] | null;

/** What nodes of a kind are known by. */
const row =
  <N extends Node>(is: (node: Node) => node is N, read: (node: N) => Identity[]): Row =>
  (node) =>
    is(node) ? read(node) : null;

/** What each kind of node is known by; all others go by the name that they declare. */
const readRows = (ts: ReturnType<typeof typescript>): readonly Row[] => [
  row(ts.isPropertyDeclaration, memberIdentities),
  row(ts.isClassDeclaration, classIdentities),
  row(ts.isDecorator, decoratorIdentities),
  row(ts.isConstructorDeclaration, () => bySyntax('constructor')),
  row(ts.isReturnStatement, () => bySyntax('return')),
  row(ts.isHeritageClause, ({ token }) => bySyntax(String(token))),
  row(ts.isExpressionStatement, statementIdentities),
  row(ts.isCallExpression, callIdentities),
  row(ts.isObjectLiteralExpression, objectIdentities),
  row(ts.isJsxElement, elementIdentities),
  row(ts.isJsxSelfClosingElement, elementIdentities),
  row(ts.isVariableStatement, variableIdentities),
  row(ts.isExportDeclaration, ({ moduleSpecifier }) => [
    { by: 'export', value: moduleSpecifier?.getText() ?? '' },
  ]),
];
let rows: readonly Row[] | undefined;

/** What a node is known by among its siblings, beside its meaning. */
function ownIdentities(node: Node): Identity[] {
  for (const read of (rows ??= readRows(typescript()))) {
    const identities = read(node);
    if (identities) return identities;
  }
  return declarationIdentities(node);
}

/** What a node is known by among its siblings, the strongest first; its meaning is the last resort. */
export function identitiesOf(node: Node, meaning: string): Pick<Part, 'identities' | 'pairing'> {
  const own = ownIdentities(node);
  const pairing = own.length > 0 ? 'key' : 'place';
  return { identities: [...own, byMeaning(meaning)], pairing };
}

/**
 * What an argument is for: the options of a relation stand second or third, the columns of a constraint first or after its
 * name; every other one is known by its place.
 */
export function argumentIdentity(call: Node, argument: Node, at: number): Identity {
  const ts = typescript();
  const value = (is: string | number): Identity => ({ by: 'position', value: String(is) });
  if (!ts.isCallExpression(call) || !ts.isDecorator(call.parent)) return value(at);
  const decorator = decoratorName(call.expression);
  if (RELATION.test(decorator) && at > 0 && ts.isObjectLiteralExpression(argument))
    return value('options');
  if (!CONSTRAINT.test(decorator)) return value(at);
  if (ts.isArrayLiteralExpression(argument)) return value('columns');
  return value(ts.isStringLiteralLike(argument) ? 'name' : at);
}

/** The route that a statement adds, by its method and path; null for every other one. */
export const routeOf = ([first]: readonly Identity[]): string | null =>
  first?.by === 'call' && ROUTE.test(first.value) ? first.value : null;

/** A node's own name, to see what else of it there is. */
export function ownName(node: Node): string | null {
  const ts = typescript();
  if (
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isMethodDeclaration(node)
  )
    return nameOf(node.name);
  const value = namingOf(node)?.initializer?.getText() ?? '';
  return /^['"]?(\w+)['"]?$/.exec(value)?.[1] ?? null;
}

/** The name of a variable or function that nothing outside its file can speak of. */
export function localName(node: Node): string | null {
  const ts = typescript();
  if (!ts.isVariableStatement(node) && !ts.isFunctionDeclaration(node)) return null;
  if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return null;
  const [first] = ownIdentities(node);
  return first?.by === 'name' && /^[\w$]+$/.test(first.value) ? first.value : null;
}

/** How the name of a text is written: `number` in `number: 'No.'`. */
export function labelOf(node: Node): string | null {
  const ts = typescript();
  if (!ts.isPropertyAssignment(node) || !ts.isStringLiteralLike(node.initializer)) return null;
  return ts.isIdentifier(node.name) || ts.isStringLiteral(node.name) ? node.name.getText() : null;
}
