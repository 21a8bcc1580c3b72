import { decoratorName, decoratorsOf, relationTarget, stringOption } from '../code/decorators.js';
import { typescript, type ts } from '../code/typescript.js';
import { unwrap } from './code-meaning.js';

type Node = ts.Node;
/** The decorators that make a property a column. */
export const COLUMN =
  /^(?:Column|Primary\w*Column|CreateDateColumn|UpdateDateColumn|DeleteDateColumn|VersionColumn)$/;
const RELATION = /^(?:OneToOne|OneToMany|ManyToOne|ManyToMany)$/;

/** The text of a name, without its quotes. */
function nameOf(name: Node | undefined): string | null {
  if (!name) return null;
  const kit = typescript();
  return kit.isStringLiteral(name) || kit.isIdentifier(name) ? name.text : name.getText();
}

/** A column by its name in the database, a relation by its join column or its inverse. */
export function memberKeys(member: ts.PropertyDeclaration): string[] {
  const name = nameOf(member.name) ?? '';
  const decorators = decoratorsOf(member);
  const column = decorators.find((decorator) => COLUMN.test(decorator.name));
  if (column) return [`column:${stringOption(column, 'name') ?? name}`, `name:${name}`];
  const relation = decorators.find((decorator) => RELATION.test(decorator.name));
  if (!relation) return [`name:${name}`, `name:${name}`];
  const join = decorators.find((decorator) => /^Join(?:Column|Table)$/.test(decorator.name));
  const target = relationTarget(relation);
  const identity =
    (join && stringOption(join, 'name')) ?? `${target.model}.${target.inverse ?? name}`;
  return [`relation:${identity}`, `name:${name}`];
}

/** What a call is about: its callee and its first string, such as the path of a route. */
function callKey(node: ts.CallExpression): string | null {
  const kit = typescript();
  const first = node.arguments[0];
  const callee = node.expression.getText();
  if (callee.length > 60 || callee.includes('\n')) return null;
  return first && kit.isStringLiteralLike(first) ? `call:${callee}:${first.text}` : null;
}

const NAMING = ['source', 'name', 'key', 'id', 'path', 'resource', 'field', 'relation'];

/** A JSX element by its tag and the attribute that names it. */
function jsxKey(node: ts.JsxOpeningLikeElement): string {
  const kit = typescript();
  const naming = NAMING.flatMap((name) =>
    node.attributes.properties.filter(
      (one) => kit.isJsxAttribute(one) && one.name.getText() === name,
    ),
  )[0];
  const value = naming && kit.isJsxAttribute(naming) ? naming.initializer?.getText() : '';
  return `jsx:${node.tagName.getText()}:${value ?? ''}`;
}

/** An object in an array by the property that names it. */
function objectKey(node: ts.ObjectLiteralExpression): string | null {
  const kit = typescript();
  for (const name of NAMING) {
    const found = node.properties.find((one) => nameOf(one.name) === name);
    if (found && kit.isPropertyAssignment(found))
      return `object:${name}:${found.initializer.getText()}`;
  }
  return null;
}

/** What a `define...` call makes is known by what it is about; every other variable by its name. */
function variableKeys({ declarationList }: ts.VariableStatement): string[] {
  const kit = typescript();
  const [declaration] = declarationList.declarations;
  const name = `name:${nameOf(declaration?.name) ?? ''}`;
  const made = declaration?.initializer;
  if (!made || !kit.isCallExpression(made)) return [name];
  const callee = made.expression.getText();
  if (!/^define\w+$/.test(callee)) return [name];
  const about = (made.typeArguments?.[0] ?? made.arguments[0])?.getText().slice(0, 60) ?? '';
  return [`${callee}:${about}`, name, callee];
}

/** An entity by its table, everything else that is declared by its name. */
function declarationKeys(node: Node): string[] {
  const kit = typescript();
  if (kit.isClassDeclaration(node)) {
    const entity = decoratorsOf(node).find(({ name }) => name === 'Entity');
    const name = `name:${nameOf(node.name) ?? ''}`;
    const table = entity && (stringOption(entity, 'name') ?? '');
    return table ? [`entity:${table}`, name] : [name, name];
  }
  if (kit.isVariableStatement(node)) return variableKeys(node);
  if (kit.isExportDeclaration(node)) return [`export:${node.moduleSpecifier?.getText() ?? ''}`];
  const { name } = node as { name?: Node };
  return name && (kit.isIdentifier(name) || kit.isStringLiteral(name)) ? [`name:${name.text}`] : [];
}

/**
 * The identities of a decorator: its name with the columns that it lists, however they are written and whether or not its
 * owner has named the constraint; then its name alone, for a list whose columns have changed.
 */
function decoratorKeys(node: ts.Decorator, meaning: string): string[] {
  const kit = typescript();
  const { expression } = node;
  if (!kit.isCallExpression(expression)) return [meaning];
  const name = `@${decoratorName(expression.expression)}`;
  const list = expression.arguments.find((one) => kit.isArrayLiteralExpression(one));
  if (list) return [`${name}:${list.elements.map(wordOf).join()}`, name];
  const first = expression.arguments[0];
  return first && name === '@Index' ? [`${name}:${wordOf(first)}`, name] : [name];
}

/** A string without its quotes, anything else without its blanks. */
const wordOf = (node: ts.Expression): string =>
  typescript().isStringLiteralLike(node) ? node.text : node.getText().replace(/\s/g, '');

/** The identities of a node among its siblings, the strongest first; its meaning is the last resort. */
export function keysOf(given: Node, meaning: string): string[] {
  const kit = typescript();
  const node = unwrap(given);
  const same = `=${meaning}`;
  const or = (key: string | null): string[] => (key === null ? [same] : [key, same]);
  if (kit.isPropertyDeclaration(node)) return memberKeys(node);
  if (kit.isConstructorDeclaration(node)) return ['constructor', 'constructor'];
  if (kit.isDecorator(node)) return decoratorKeys(node, meaning);
  if (kit.isReturnStatement(node)) return ['return', same];
  if (kit.isExpressionStatement(node)) {
    const call = kit.isAwaitExpression(node.expression)
      ? node.expression.expression
      : node.expression;
    return kit.isCallExpression(call) ? or(callKey(call)) : [same];
  }
  if (kit.isCallExpression(node)) return or(callKey(node));
  if (kit.isObjectLiteralExpression(node)) return or(objectKey(node));
  if (kit.isJsxElement(node)) return [jsxKey(node.openingElement), same];
  if (kit.isJsxSelfClosingElement(node)) return [jsxKey(node), same];
  if (kit.isHeritageClause(node)) return [String(node.token)];
  const accessor = kit.isGetAccessor(node) ? 'get ' : kit.isSetAccessor(node) ? 'set ' : '';
  const declared = declarationKeys(node).map((key) => accessor + key);
  return declared.length > 0 ? [...declared, ...(declared.length === 1 ? [same] : [])] : [same];
}

/**
 * What an argument is for: the options of a relation stand second or third, the columns of a constraint first or after its
 * name; every other one is known by its place.
 */
export function argumentName(call: Node, argument: Node, at: number): number | string {
  const kit = typescript();
  if (!kit.isCallExpression(call) || !kit.isDecorator(call.parent)) return at;
  const decorator = decoratorName(call.expression);
  if (RELATION.test(decorator) && at > 0 && kit.isObjectLiteralExpression(argument))
    return 'options';
  if (!/^(?:Unique|Index)$/.test(decorator)) return at;
  if (kit.isArrayLiteralExpression(argument)) return 'columns';
  return kit.isStringLiteralLike(argument) ? 'name' : at;
}

/** A node's own name, to see what else of it there is. */
export function ownName(given: Node): string | null {
  const node = unwrap(given);
  const kit = typescript();
  const source = kit.isJsxElement(node) ? node.openingElement : node;
  if (kit.isJsxSelfClosingElement(source) || kit.isJsxOpeningElement(source))
    return /:"(\w+)"$/.exec(jsxKey(source))?.[1] ?? null;
  if (
    kit.isPropertyDeclaration(node) ||
    kit.isPropertyAssignment(node) ||
    kit.isMethodDeclaration(node)
  )
    return nameOf(node.name);
  if (kit.isExpressionStatement(node) || kit.isDecorator(node)) return null;
  if (kit.isObjectLiteralExpression(node))
    return /:'?"?(\w+)['"]?$/.exec(objectKey(node) ?? '')?.[1] ?? null;
  return null;
}
