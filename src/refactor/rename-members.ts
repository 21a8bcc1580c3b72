import { decoratorsOf } from '../code/decorators.js';
import { memberName } from '../code/member-name.js';
import { parseCode, typescript, type ts } from '../code/typescript.js';
import { COLUMN } from '../merge/identities.js';
import { applySplices, type Splice } from '../merge/splice.js';

/** A text with properties of a class under other names, as they are declared; where one of those is taken it stays as it is. */
export function renameMembers(
  path: string,
  text: string,
  className: string,
  names: ReadonlyMap<string, string>,
): string {
  const kit = typescript();
  const members = parseCode(path, text).statements.flatMap((one) =>
    kit.isClassDeclaration(one) && one.name?.text === className ? [...one.members] : [],
  );
  const nameOf = ({ name }: ts.ClassElement): string | undefined =>
    name && (kit.isIdentifier(name) || kit.isStringLiteral(name)) ? name.text : undefined;
  const there = new Set(members.map(nameOf));
  if ([...names.values()].some((name) => there.has(name))) return text;
  const splices = members.flatMap((member) => {
    const to = names.get(nameOf(member) ?? '');
    if (to === undefined || !kit.isPropertyDeclaration(member)) return [];
    return [renaming(member.name, to), ...columnNames(member, to)];
  });
  return applySplices(text, splices) ?? text;
}

/** A new word in the place of an identifier, or of what stands between quotes. */
function renaming(node: ts.Node, to: string): Splice {
  const quote = typescript().isStringLiteral(node) ? 1 : 0;
  const at = node.getStart() + quote;
  return { at, remove: node.end - quote - at, insert: to };
}

/** A column that says the name of its property once more says the new one. */
function columnNames(member: ts.PropertyDeclaration, to: string): Splice[] {
  const kit = typescript();
  const name = memberName(member);
  return decoratorsOf(member)
    .filter((one) => COLUMN.test(one.name))
    .flatMap(({ node: { expression } }) =>
      kit.isCallExpression(expression) ? [...expression.arguments] : [],
    )
    .flatMap((one) => (kit.isObjectLiteralExpression(one) ? [...one.properties] : []))
    .flatMap((one) =>
      kit.isPropertyAssignment(one) &&
      one.name.getText() === 'name' &&
      kit.isStringLiteral(one.initializer) &&
      one.initializer.text === name
        ? [renaming(one.initializer, to)]
        : [],
    );
}
