import { decoratorsOf, memberName, relationTarget } from '../code/decorators.js';
import { NO_IMPORTS } from '../code/imports.js';
import { parseCode, typescript, type ts } from '../code/typescript.js';
import { COLUMN } from '../merge/dialect/identities.js';
import { applySplices, replaceNode, type Splice } from '../merge/splice.js';

/** The members of a class; none without it. */
const membersOfClass = (path: string, text: string, name: string): readonly ts.ClassElement[] =>
  parseCode(path, text)
    .statements.filter(typescript().isClassDeclaration)
    .filter((one) => one.name?.text === name)
    .flatMap(({ members }) => members);

/** Renames properties in the declaration of a class; changes nothing where a new name is taken. */
export function renameMembers(
  path: string,
  text: string,
  className: string,
  names: ReadonlyMap<string, string>,
): string {
  const ts = typescript();
  const members = membersOfClass(path, text, className);
  const nameOf = ({ name }: ts.ClassElement): string | undefined =>
    name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
  const there = new Set(members.map(nameOf));
  if ([...names.values()].some((name) => there.has(name))) return text;
  const splices = members.flatMap((member) => {
    const to = names.get(nameOf(member) ?? '');
    if (to === undefined || !ts.isPropertyDeclaration(member)) return [];
    return [member.name, ...columnNames(member)].map((node) => renaming(node, to));
  });
  return applySplices(text, splices) ?? text;
}

/** Replaces an identifier, or the text inside quotes. */
function renaming(node: ts.Node, to: string): Splice {
  const quote = typescript().isStringLiteral(node) ? node.getText().charAt(0) : '';
  return replaceNode(node, quote + to + quote);
}

/** The explicit column names of a property that equal its own name. */
function columnNames(member: ts.PropertyDeclaration): ts.StringLiteral[] {
  const ts = typescript();
  return decoratorsOf(member, NO_IMPORTS)
    .filter((one) => COLUMN.test(one.name))
    .map(({ node }) => node.expression)
    .flatMap((call) => (ts.isCallExpression(call) ? [...call.arguments] : []))
    .flatMap((one) => (ts.isObjectLiteralExpression(one) ? [...one.properties] : []))
    .filter(ts.isPropertyAssignment)
    .filter(({ name }) => name.getText() === 'name')
    .map(({ initializer }) => initializer)
    .filter(ts.isStringLiteral)
    .filter(({ text }) => text === memberName(member));
}

/** Removes references to inverse properties that are gone: `(project) => project.tasks`. */
export function dropInverses(
  path: string,
  text: string,
  { name, gone }: { readonly name: string; readonly gone: readonly string[] },
): string {
  const splices = membersOfClass(path, text, name)
    .filter(typescript().isPropertyDeclaration)
    .flatMap((member) => inversesOf(member, gone));
  return applySplices(text, splices) ?? text;
}

function inversesOf(member: ts.PropertyDeclaration, gone: readonly string[]): Splice[] {
  return decoratorsOf(member, NO_IMPORTS).flatMap((decorator) => {
    const { inverse } = relationTarget(decorator);
    const call = decorator.node.expression;
    if (inverse === null || !gone.includes(inverse) || !typescript().isCallExpression(call))
      return [];
    const [target, other] = call.arguments;
    const isRelation = /^(?:One|Many)To(?:One|Many)$/.test(decorator.name);
    if (!isRelation || !target || !other) return [];
    return [{ at: target.end, remove: other.end - target.end, insert: '' }];
  });
}
