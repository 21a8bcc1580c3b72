import { decoratorsOf } from '../code/decorators.js';
import { typescript, type ts } from '../code/typescript.js';
import { codeSource, type CodeSource } from './code-parts.js';
import { COLUMN, memberIdentities } from './identities.js';
import { applySplices, replaceNode, type Splice } from './splice.js';

/** The calls that define the columns of a file, by the identity of the column. */
function columnsOf({ file }: CodeSource): [string, ts.CallExpression][] {
  const ts = typescript();
  const members = file.statements.flatMap((one) => (ts.isClassDeclaration(one) ? one.members : []));
  return members.flatMap((member) => {
    if (!ts.isPropertyDeclaration(member)) return [];
    const known = memberIdentities(member)[0]?.value ?? '';
    return decoratorsOf(member).flatMap(({ name, node: { expression } }) =>
      COLUMN.test(name) && ts.isCallExpression(expression)
        ? [[known, expression] as [string, ts.CallExpression]]
        : [],
    );
  });
}

/** Whether a column has its type in its options: `@Column({ type: 'text' })`. */
function hasTypeInside({ arguments: [options, ...more] }: ts.CallExpression): boolean {
  const ts = typescript();
  if (!options || more.length > 0 || !ts.isObjectLiteralExpression(options)) return false;
  return options.properties.some(({ name }) => name && /^['"]?type['"]?$/.test(name.getText()));
}

/** The edits that move the type of a column into its options: `'text', { nullable: true }` becomes one object. */
function typeInside({ arguments: [type, options] }: ts.CallExpression): Splice[] {
  const ts = typescript();
  if (!type || ts.isObjectLiteralExpression(type)) return [];
  const at = type.getStart();
  const insert = `{ type: ${type.getText()}`;
  if (!options) return [replaceNode(type, `${insert} }`)];
  if (!ts.isObjectLiteralExpression(options)) return [];
  const [first] = options.properties;
  if (!first) return [{ at, remove: options.end - 1 - at, insert: `${insert} ` }];
  return [{ at, remove: first.getStart() - at, insert: `${insert}, ` }];
}

/**
 * A render with each column in the developer's form, so that only meanings are compared: TypeORM accepts the type of a column
 * before its options or inside them.
 */
export function withColumnsLike(mine: CodeSource, path: string, render: CodeSource): CodeSource {
  const inside = columnsOf(mine).filter(([, call]) => hasTypeInside(call));
  const known = new Set(inside.map(([key]) => key));
  const columns = known.size > 0 ? columnsOf(render).filter(([key]) => known.has(key)) : [];
  const splices = columns.flatMap(([, call]) => typeInside(call));
  const text = splices.length > 0 ? applySplices(render.text, splices) : null;
  return (text !== null && codeSource(path, text)) || render;
}
