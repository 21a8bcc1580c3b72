import { decoratorsOf, memberName } from '../code/decorators.js';
import { parseCode, typescript, type ts } from '../code/typescript.js';
import { COLUMN } from '../merge/identities.js';
import { applySplices, type Splice } from '../merge/splice.js';

/** Renames properties in the declaration of a class; changes nothing where a new name is taken. */
export function renameMembers(
  path: string,
  text: string,
  className: string,
  names: ReadonlyMap<string, string>,
): string {
  const ts = typescript();
  const members = parseCode(path, text).statements.flatMap((one) =>
    ts.isClassDeclaration(one) && one.name?.text === className ? [...one.members] : [],
  );
  const nameOf = ({ name }: ts.ClassElement): string | undefined =>
    name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
  const there = new Set(members.map(nameOf));
  if ([...names.values()].some((name) => there.has(name))) return text;
  const splices = members.flatMap((member) => {
    const to = names.get(nameOf(member) ?? '');
    if (to === undefined || !ts.isPropertyDeclaration(member)) return [];
    return [renaming(member.name, to), ...columnNames(member, to)];
  });
  return applySplices(text, splices) ?? text;
}

/** Replaces an identifier, or the text inside quotes. */
function renaming(node: ts.Node, to: string): Splice {
  const quote = typescript().isStringLiteral(node) ? 1 : 0;
  const at = node.getStart() + quote;
  return { at, remove: node.end - quote - at, insert: to };
}

/** Updates an explicit column name that equals the property's name. */
function columnNames(member: ts.PropertyDeclaration, to: string): Splice[] {
  const ts = typescript();
  const name = memberName(member);
  return decoratorsOf(member)
    .filter((one) => COLUMN.test(one.name))
    .flatMap(({ node: { expression } }) =>
      ts.isCallExpression(expression) ? [...expression.arguments] : [],
    )
    .flatMap((one) => (ts.isObjectLiteralExpression(one) ? [...one.properties] : []))
    .flatMap((one) =>
      ts.isPropertyAssignment(one) &&
      one.name.getText() === 'name' &&
      ts.isStringLiteral(one.initializer) &&
      one.initializer.text === name
        ? [renaming(one.initializer, to)]
        : [],
    );
}
