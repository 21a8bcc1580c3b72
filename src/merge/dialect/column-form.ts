import { decoratorsOf } from '../../code/decorators.js';
import { NO_IMPORTS } from '../../code/imports.js';
import { typescript, type ts } from '../../code/typescript.js';
import { codeSource, type CodeSource } from '../code-parts.js';
import { memberIdentities } from './identities.js';
import { applySplices, replaceNode, type Splice } from '../splice.js';

type Calls = [string, ts.CallExpression][];

/** The calls of some decorators of members, by what identifies the member. */
function callsOf({ file }: CodeSource, decorator: RegExp, by: 'first' | 'last'): Calls {
  const ts = typescript();
  const members = file.statements.flatMap((one) => (ts.isClassDeclaration(one) ? one.members : []));
  return members.flatMap((member) => {
    if (!ts.isPropertyDeclaration(member)) return [];
    const known = memberIdentities(member).at(by === 'first' ? 0 : -1)?.value ?? '';
    return decoratorsOf(member, NO_IMPORTS).flatMap(({ name, node: { expression } }): Calls =>
      decorator.test(name) && ts.isCallExpression(expression) ? [[known, expression]] : [],
    );
  });
}

/** The calls that define the columns of a file, with the type first or among the options, by the identity of the column. */
const columnCalls = (source: CodeSource): Calls => callsOf(source, /^(?:Primary)?Column$/, 'first');

/** The calls that define join columns, by the property. */
const joinsOf = (source: CodeSource): Calls => callsOf(source, /^JoinColumn$/, 'last');

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

/** The edits that leave out the names of join columns that are only said in renders: TypeORM has a default for them. */
function namesOfJoins(mine: CodeSource, base: CodeSource, render: CodeSource): Splice[] {
  const bare = new Set(joinsOf(mine).flatMap(([key, call]) => (call.arguments.length ? [] : key)));
  const known = new Map(joinsOf(base).map(([key, call]) => [key, call.arguments[0]?.getText()]));
  return joinsOf(render).flatMap(([key, { arguments: given }]): Splice[] => {
    const [name, ...more] = given;
    const isSaid = bare.has(key) && name?.getText() === known.get(key);
    if (!name || more.length > 0 || !isSaid || !/^\{\s*name:[^,]*\}$/.test(name.getText()))
      return [];
    return [{ at: name.getStart(), remove: name.end - name.getStart(), insert: '' }];
  });
}

/**
 * A render with each column in the developer's form, so that only meanings are compared: TypeORM accepts the type of a column
 * before its options or inside them, and a join column without its name.
 */
export function withColumnsLike(
  { mine, base }: Readonly<Record<'mine' | 'base', CodeSource>>,
  path: string,
  render: CodeSource,
): CodeSource {
  const inside = columnCalls(mine).filter(([, call]) => hasTypeInside(call));
  const known = new Set(inside.map(([key]) => key));
  const columns = known.size > 0 ? columnCalls(render).filter(([key]) => known.has(key)) : [];
  const types = columns.flatMap(([, call]) => typeInside(call));
  const splices = [...types, ...namesOfJoins(mine, base, render)];
  const text = splices.length > 0 ? applySplices(render.text, splices) : null;
  return (text !== null && codeSource(path, text)) || render;
}
