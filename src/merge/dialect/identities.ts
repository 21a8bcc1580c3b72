import {
  decoratorName,
  decoratorsOf,
  isEntity,
  relationTarget,
  stringOption,
} from '../../code/decorators.js';
import { NO_IMPORTS } from '../../code/imports.js';
import { typescript, type ts } from '../../code/typescript.js';
import { syntaxKind, type KindName } from '../code-children.js';
import { byMeaning, type Identity, type Part } from '../part.js';

/*
 * What TypeORM's decorators, JSX and `define...` calls mean for a merge: the identity of an entry among its siblings, its name,
 * the purpose of an argument. Everything else in this folder is generic. (The two forms of a column's type are unified before,
 * by `withColumnsLike`.) To support another coding style, add a row here and a case in `test/merge`.
 */

type Node = ts.Node;

/** The decorators that define a column. */
export const COLUMN =
  /^(?:Column|Primary\w*Column|CreateDateColumn|UpdateDateColumn|DeleteDateColumn|VersionColumn)$/;
const RELATION = /^(?:OneToOne|OneToMany|ManyToOne|ManyToMany)$/;
const JOIN = /^Join(?:Column|Table)$/;
const CONSTRAINT = /^(?:Unique|Index)$/;

/** Attributes and properties that identify their element or object, strongest first: `<TextField source="title" />`. */
const NAMING = ['source', 'name', 'key', 'id', 'path', 'resource', 'field', 'relation'];

/** A call that adds a route: `router.get('/tasks', ...)`. */
const ROUTE = /^\w+\.(?:get|post|put|patch|delete|all|head|options) \//;

/** Longer than any text that identifies something. */
const LONGEST = 60;

/** The text of a name, without its quotes. */
function unquotedName(name: Node | undefined): string {
  if (!name) return '';
  const ts = typescript();
  return ts.isStringLiteral(name) || ts.isIdentifier(name) ? name.text : name.getText();
}

const byName = (name: Node | undefined): Identity => ({ by: 'name', value: unquotedName(name) });

/**
 * A column by its name in the database, a relation by its join column or inverse, so that a renamed property stays the same;
 * then by the property's name, so that it stays the same with another column.
 */
export function memberIdentities(member: ts.PropertyDeclaration): Identity[] {
  const name = byName(member.name);
  const decorators = decoratorsOf(member, NO_IMPORTS);
  const column = decorators.find((decorator) => COLUMN.test(decorator.name));
  if (column) return [{ by: 'column', value: stringOption(column, 'name') ?? name.value }, name];
  const relation = decorators.find((decorator) => RELATION.test(decorator.name));
  if (!relation) return [name];
  const join = decorators.find((decorator) => JOIN.test(decorator.name));
  const { model, inverse } = relationTarget(relation);
  const joined = join && stringOption(join, 'name');
  return [{ by: 'relation', value: joined ?? `${model}.${inverse ?? name.value}` }, name];
}

/** An entity by its table, other classes by name. */
function classIdentities(node: ts.ClassDeclaration): Identity[] {
  const entity = decoratorsOf(node, NO_IMPORTS).find(isEntity);
  const table = entity && stringOption(entity, 'name');
  return [...(table ? [{ by: 'entity', value: table } as const] : []), byName(node.name)];
}

/** A string without its quotes, anything else without blanks. */
const expressionWord = (node: ts.Expression): string =>
  typescript().isStringLiteralLike(node) ? node.text : node.getText().replace(/\s/g, '');

const isUniqueIndex = (name: string, call: ts.CallExpression): boolean =>
  name === 'Index' && call.arguments.some((one) => /^\{[^]*\bunique: *true\b/.test(one.getText()));

/**
 * A decorator by its name with the columns it lists, however they are written and whether or not the constraint is named;
 * then by its name alone, for a list whose columns have changed.
 */
function decoratorIdentities({ expression }: ts.Decorator): Identity[] {
  const ts = typescript();
  if (!ts.isCallExpression(expression)) return [];
  const called = decoratorName(expression.expression, NO_IMPORTS);
  const list = expression.arguments.find((one) => ts.isArrayLiteralExpression(one));
  // crudgen writes a unique index as @Unique.
  const name = list && isUniqueIndex(called, expression) ? 'Unique' : called;
  const first = name === 'Index' ? expression.arguments[0] : undefined;
  const columns = list?.elements ?? (first && [first]);
  const value = columns && `${name} ${columns.map(expressionWord).join()}`;
  const constraint: Identity[] = value === undefined ? [] : [{ by: 'constraint', value }];
  return [...constraint, { by: 'decorator', value: name }];
}

/** A call by its callee and first string, such as the path of a route. */
function callIdentities(node: Node): Identity[] {
  const ts = typescript();
  if (!ts.isCallExpression(node)) return [];
  const [first] = node.arguments;
  const callee = node.expression.getText();
  if (callee.length > LONGEST || callee.includes('\n')) return [];
  if (!first || !ts.isStringLiteralLike(first)) return [];
  return [{ by: 'call', value: `${callee} ${first.text}` }];
}

/** The attribute or property that identifies a JSX element or an object. */
function namingOf(node: Node): ts.JsxAttribute | ts.PropertyAssignment | null {
  const ts = typescript();
  const element = ts.isJsxElement(node) ? node.openingElement : node;
  const entries: readonly ts.NamedDeclaration[] = ts.isJsxOpeningLikeElement(element)
    ? element.attributes.properties
    : ts.isObjectLiteralExpression(node)
      ? node.properties
      : [];
  for (const name of NAMING) {
    const found = entries.find((one) => unquotedName(one.name) === name);
    if (found && (ts.isJsxAttribute(found) || ts.isPropertyAssignment(found))) return found;
  }
  return null;
}

/** A value, however it is quoted. */
function entryValue(entry: ts.JsxAttribute | ts.PropertyAssignment | null): string {
  const ts = typescript();
  const value = entry?.initializer;
  if (!value) return '';
  const inner = ts.isJsxExpression(value) ? value.expression : value;
  return inner && ts.isStringLiteralLike(inner) ? `'${inner.text}'` : value.getText();
}

/** A JSX element by its tag and identifying attribute. */
function elementIdentities(node: ts.JsxElement | ts.JsxSelfClosingElement): Identity[] {
  const { tagName } = typescript().isJsxElement(node) ? node.openingElement : node;
  return [{ by: 'element', value: `${tagName.getText()} ${entryValue(namingOf(node))}` }];
}

/** An object in an array by its identifying property. */
function objectIdentities(node: ts.ObjectLiteralExpression): Identity[] {
  const found = namingOf(node);
  if (!found) return [];
  return [{ by: 'object', value: `${unquotedName(found.name)} ${entryValue(found)}` }];
}

/**
 * The result of a `define...` call by its subject, then by its name and callee, but only among such results: anything else in
 * its place is the developer's own. Other variables by name.
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

/** Declarations by name; getters and setters differ. */
function declarationIdentities(node: Node): Identity[] {
  const ts = typescript();
  const { name } = node as { name?: Node };
  if (!name || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) return [];
  if (ts.isGetAccessor(node)) return [{ by: 'accessor', value: `get ${name.text}` }];
  if (ts.isSetAccessor(node)) return [{ by: 'accessor', value: `set ${name.text}` }];
  return [byName(name)];
}

/** A statement by its call, with or without `await`. */
function statementIdentities({ expression }: ts.ExpressionStatement): Identity[] {
  const isAwaited = typescript().isAwaitExpression(expression);
  return callIdentities(isAwaited ? expression.expression : expression);
}

const bySyntax = (value: string): Identity[] => [{ by: 'syntax', value }];

/** Identities by kind of node; all others use the name that they declare. */
const IDENTITIES: { readonly [K in KindName]?: (node: never) => Identity[] } = {
  PropertyDeclaration: memberIdentities,
  ClassDeclaration: classIdentities,
  Decorator: decoratorIdentities,
  Constructor: () => bySyntax('constructor'),
  ReturnStatement: () => bySyntax('return'),
  HeritageClause: ({ token }: ts.HeritageClause) => bySyntax(String(token)),
  ExpressionStatement: statementIdentities,
  CallExpression: callIdentities,
  ObjectLiteralExpression: objectIdentities,
  JsxElement: elementIdentities,
  JsxSelfClosingElement: elementIdentities,
  VariableStatement: variableIdentities,
  ExportDeclaration: ({ moduleSpecifier }: ts.ExportDeclaration) => [
    { by: 'export', value: moduleSpecifier?.getText() ?? '' },
  ],
};

/** The identities of a node among its siblings, without its meaning. */
function ownIdentities(node: Node): Identity[] {
  const read = IDENTITIES[syntaxKind(node)] ?? declarationIdentities;
  return read(node as never);
}

/** The identities of a node among its siblings, strongest first; its meaning is the last resort. */
export function identitiesOf(node: Node, meaning: string): Pick<Part, 'identities' | 'pairing'> {
  const own = ownIdentities(node);
  const pairing = own.length > 0 ? 'key' : 'place';
  return { identities: [...own, byMeaning(meaning)], pairing };
}

/**
 * The purpose of an argument: a relation has its options second or third, a constraint its columns first or after its name;
 * others are identified by place.
 */
export function argumentIdentity(call: Node, argument: Node, at: number): Identity {
  const ts = typescript();
  const value = (is: string | number): Identity => ({ by: 'position', value: String(is) });
  if (!ts.isCallExpression(call) || !ts.isDecorator(call.parent)) return value(at);
  const decorator = decoratorName(call.expression, NO_IMPORTS);
  if (RELATION.test(decorator) && at > 0 && ts.isObjectLiteralExpression(argument))
    return value('options');
  if (!CONSTRAINT.test(decorator)) return value(at);
  if (ts.isArrayLiteralExpression(argument)) return value('columns');
  return value(ts.isStringLiteralLike(argument) ? 'name' : at);
}

/** The route that a statement adds, as method and path; else null. */
export const routeOf = ([first]: readonly Identity[]): string | null =>
  first?.by === 'call' && ROUTE.test(first.value) ? first.value : null;

/** A node's own name, to compare the rest of it. */
export function ownName(node: Node): string | null {
  const ts = typescript();
  if (
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isMethodDeclaration(node)
  )
    return unquotedName(node.name);
  return /^'?(\w+)'?$/.exec(entryValue(namingOf(node)))?.[1] ?? null;
}

/**
 * What related records of two branches are sorted by on a page: those of which a record is one of several last, and by their model, as
 * in the menu. Null for anything else.
 */
export function rankOf(node: Node): string | null {
  const ts = typescript();
  const element = ts.isJsxElement(node) ? node.openingElement : node;
  if (!ts.isJsxOpeningLikeElement(element)) return null;
  const attributes = element.attributes.properties.filter((one) => ts.isJsxAttribute(one));
  const named = new Map(attributes.map((one) => [unquotedName(one.name), one]));
  const model = named.has('relation') ? named.get('reference') : undefined;
  return model === undefined ? null : `${named.has('many') ? 1 : 0} ${entryValue(model)}`;
}

/** The name of a variable or function that is not exported. */
export function localName(node: Node): string | null {
  const ts = typescript();
  if (!ts.isVariableStatement(node) && !ts.isFunctionDeclaration(node)) return null;
  if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return null;
  const [first] = ownIdentities(node);
  return first?.by === 'name' && /^[\w$]+$/.test(first.value) ? first.value : null;
}

/** The key of a text as written: `number` in `number: 'No.'`. */
export function labelOf(node: Node): string | null {
  const ts = typescript();
  if (!ts.isPropertyAssignment(node) || !ts.isStringLiteralLike(node.initializer)) return null;
  return ts.isIdentifier(node.name) || ts.isStringLiteral(node.name) ? node.name.getText() : null;
}
