import { decoratorsOf, relationTarget } from '../code/decorators.js';
import { parseCode, typescript, type ts } from '../code/typescript.js';
import { applySplices, type Splice } from '../merge/splice.js';

/** Removes references to inverse properties that are gone: `(project) => project.tasks`. */
export function dropInverses(
  path: string,
  text: string,
  { name, gone }: { readonly name: string; readonly gone: readonly string[] },
): string {
  const ts = typescript();
  const own = parseCode(path, text).statements.filter((one) => ts.isClassDeclaration(one));
  const members = own.find((one) => one.name?.text === name)?.members ?? [];
  const splices = members.flatMap((member) =>
    ts.isPropertyDeclaration(member) ? inversesOf(member, gone) : [],
  );
  return applySplices(text, splices) ?? text;
}

function inversesOf(member: ts.PropertyDeclaration, gone: readonly string[]): Splice[] {
  return decoratorsOf(member).flatMap((decorator) => {
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
